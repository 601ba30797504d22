#!/bin/sh
# Sees to it that the programs are here which a host runs beside a referee, for the tests start them:
# nginx, Prometheus and openssl. Where one is missing, root gets it from Debian; anybody else is told
# what to type.
set -eu

PATH=$PATH:/usr/sbin:/sbin

missing() {
    for program in nginx prometheus promtool openssl; do
        command -v "$program" > /dev/null || echo "$program"
    done
}

install() {
    echo 'installing nginx and Prometheus, which the tests start' >&2
    # Debian would start them as services; nobody asked for that.
    policy=/usr/sbin/policy-rc.d
    [ -e "$policy" ] || {
        trap 'rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' > "$policy"
        chmod 755 "$policy"
    }
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null &&
        apt-get -qq install --no-install-recommends nginx prometheus openssl > /dev/null || true
}

[ -z "$(missing)" ] && exit
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    install
    [ -z "$(missing)" ] && exit
fi
# shellcheck disable=SC2046 # each is a word
set -- $(missing)
echo "error: the tests need $*: install all they need, on Debian and Ubuntu with" \
    "'apt-get install nginx prometheus openssl', on macOS with" \
    "'brew install nginx prometheus openssl'." >&2
exit 1
