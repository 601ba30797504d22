#!/bin/sh
# Restores a backup for a referee that does not run: restore.sh BACKUP FOLDER [DATABASE]
#
# FOLDER must be new or empty. Where the backup is one of PostgreSQL, DATABASE (else CARCBOT_DATABASE)
# is the URL of an empty database.
set -eu
umask 077

[ $# -ge 2 ] || { echo "usage: restore.sh BACKUP FOLDER [DATABASE]" >&2; exit 2; }
backup=$1
folder=$2
database=${3:-${CARCBOT_DATABASE:-}}

[ -d "$backup/open" ] || { echo "error: $backup is no backup" >&2; exit 2; }
[ -z "$(ls -A "$folder" 2> /dev/null)" ] || { echo "error: $folder is not empty" >&2; exit 2; }

if [ -e "$backup/lobby.dump" ] && [ -z "$database" ]; then
    echo "error: this backup needs DATABASE" >&2
    exit 2
fi

# before the database is filled, for it cannot be filled twice
mkdir -p "$folder"
if [ -e "$backup/lobby.dump" ]; then
    pg_restore --exit-on-error --single-transaction --no-owner --no-acl \
        --dbname="$database" "$backup/lobby.dump"
fi
cp -pR "$backup/open" "$backup/records" "$backup/key" "$folder/"
for each in aside competitions; do
    [ ! -d "$backup/$each" ] || cp -pR "$backup/$each" "$folder/"
done
where=$database
if [ -e "$backup/lobby.db" ]; then
    cp -p "$backup/lobby.db" "$folder/lobby.db"
    where=$folder/lobby.db
fi

count() {
    find "$folder/$1" -name '*.jsonl*' | wc -l | tr -d ' '
}
# the URL may have a password in it
where=$(echo "$where" | sed 's|//[^@/]*@|//|')
echo "restored, in the folder $folder: $(count open) open matches, $(count records) records, the key; the lobby in $where"
echo "next: start a referee with this folder; revoke again the tokens that were revoked since the backup"
