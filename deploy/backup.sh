#!/bin/sh
# Backs up a referee while it runs: backup.sh FOLDER TO [DATABASE]
#
# FOLDER is the referee's, TO a folder for backups, DATABASE the URL (else CARCBOT_DATABASE; else
# lobby.db in FOLDER). Makes a new folder in TO and prints its name.
#
# The database comes first. What the journals know and it does not is written again when a referee
# starts; the other way round nothing could be.
set -eu
umask 077

wrong() {
    echo "error: $1" >&2
    exit 2
}

[ $# -ge 2 ] || { echo "usage: backup.sh FOLDER TO [DATABASE]" >&2; exit 2; }
folder=$1
database=${3:-${CARCBOT_DATABASE:-sqlite:///$folder/lobby.db}}
case $database in
sqlite:///* | postgresql://*) ;;
*) wrong "DATABASE is sqlite:///FILE or postgresql://USER@HOST:PORT/DATABASE" ;;
esac
[ -d "$folder" ] || wrong "there is no folder $folder"
[ -e "$folder/key" ] && [ -d "$folder/open" ] && [ -d "$folder/records" ] ||
    wrong "$folder is no referee's folder, which has 'key', 'open' and 'records': see carcbot serve --folder"
case $database in
sqlite:///*) [ -e "${database#sqlite:///}" ] || wrong "there is no database ${database#sqlite:///}" ;;
esac

to=$2/carcbot-$(date -u +%Y%m%dT%H%M%SZ)
part=$to.part
mkdir -p "$2"
mkdir "$part"
trap 'rm -rf "$part"; echo "error: no backup was made; what went wrong stands above" >&2' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$part/open" "$part/records"
touch "$part/began"
cp -p "$folder/key" "$part/key"

case $database in
sqlite:///*)
    python3 - "${database#sqlite:///}" "$part/lobby.db" << 'END'
import sqlite3, sys
source = sqlite3.connect(f"file:{sys.argv[1]}?mode=rw", uri=True, timeout=60, isolation_level=None)
source.execute("VACUUM INTO ?", sys.argv[2:])
END
    ;;
postgresql://*)
    pg_dump --format=custom --no-owner --no-acl --file="$part/lobby.dump" "$database"
    ;;
esac

# A match that ends meanwhile goes from open to records, and one that cannot go on from open to aside,
# so open comes first.
for journal in "$folder"/open/*.jsonl; do
    cp -p "$journal" "$part/open/" 2> /dev/null || [ ! -e "$journal" ] || exit 1
done
cp -pR "$folder/records/." "$part/records/"
[ ! -d "$folder/aside" ] || cp -pR "$folder/aside" "$part/"

# The database may not have the result of a match that came to the records since then: its journal
# goes among the open ones, as it was before it was signed, or packed as it is, and the referee looks
# after it.
find "$folder/records" -name '*.jsonl*' -cnewer "$part/began" | while read -r record; do
    name=${record##*/}
    [ -e "$part/records/$name" ] || continue
    case $name in
    *.zst)
        mv "$part/records/$name" "$part/open/$name"
        rm -f "$part/open/${name%.zst}"
        ;;
    *)
        sed '/^{"line":"signature"/d' "$part/records/$name" > "$part/open/$name"
        rm "$part/records/$name"
        ;;
    esac
done

# The stories of competitions come last: a game that one calls and that has no journal here is begun
# anew; the other way round it would be called a second time.
[ ! -d "$folder/competitions" ] || cp -pR "$folder/competitions" "$part/"

sync
mv "$part" "$to"
trap - EXIT
echo "$to"
