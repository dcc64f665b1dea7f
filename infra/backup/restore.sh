#!/bin/sh
# Fills an empty database from a file that backup.sh wrote: restore.sh <file>. DATABASE_URL says which database.
set -eu
file=${1:?usage: DATABASE_URL=postgres://... restore.sh <file>}
. "$(dirname "$0")/connection.sh"
tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$database" \
  --command="SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
if [ "$tables" != 0 ]; then
  echo "the database has $tables tables already: restore into an empty one (createdb), and nothing is lost by mistake" >&2
  exit 1
fi
# The whole backup or nothing.
pg_restore --no-owner --no-privileges --single-transaction --exit-on-error --dbname="$database" "$file"
psql --no-psqlrc --quiet --dbname="$database" --command="ANALYZE"
echo "restored from $file"
