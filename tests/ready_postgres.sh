#!/bin/sh
# Prints the folder of PostgreSQL's programs, which the tests of the lobby's database start. Where it
# is missing, root gets it from Debian; anybody else is told what to type.
set -eu

programs() {
    for folder in $(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin 2>/dev/null | sort -Vr) \
        "$(dirname "$(command -v initdb || echo /)")"; do
        if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
            echo "$folder"
            return
        fi
    done
    false
}

install() {
    echo 'installing PostgreSQL, which the tests start' >&2
    # Debian would make a cluster of its own and start it; nobody asked for that.
    wish=/etc/postgresql-common/createcluster.d/carcbot.conf
    mkdir -p "${wish%/*}"
    echo 'create_main_cluster = false' > "$wish"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null &&
        apt-get -qq install --no-install-recommends postgresql > /dev/null || true
    rm -f "$wish"
}

programs && exit
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    install
    programs && exit
fi
echo "error: the tests need PostgreSQL: install it, on Debian and Ubuntu with" \
    "'apt-get install postgresql', on macOS with 'brew install postgresql'." >&2
exit 1
