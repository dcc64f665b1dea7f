#!/bin/sh
# Writes all that Platen keeps into a file: backup.sh <file>. DATABASE_URL says which database; the programs of
# PostgreSQL have to be on the search path, of the server's version or newer.
set -eu
file=${1:?usage: DATABASE_URL=postgres://... backup.sh <file>}
. "$(dirname "$0")/connection.sh"
umask 077
# Beside its place until it is complete and can be read.
pg_dump --format=custom --no-owner --no-privileges --file="$file.unfinished" "$database"
pg_restore --list "$file.unfinished" >/dev/null
mv "$file.unfinished" "$file"
echo "$file: $(wc -c <"$file") bytes"
