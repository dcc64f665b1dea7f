#!/usr/bin/env bash
# Starts Platen in containers with new secrets, breaks it while documents are asked for, and prints what each drill did to
# them beside the limits. Then it removes everything. It needs Linux, Docker with Compose, openssl and bash 5; the drill
# `alerts` runs the image of Prometheus too. All drills take about half an hour, on a machine that does nothing else:
# beside other work, figures in seconds say little.
#   infra/docker/drills.sh                            all drills
#   infra/docker/drills.sh --list                     what there is
#   infra/docker/drills.sh redis-silent catalogs      some
#   infra/docker/drills.sh --runs 5 redis-silent      each five times
# The exit status is 0 if every figure holds.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C

drills=()
declare -A does
add() { drills+=("$1") && does[$1]=$2; }

# Servers that move.
add redis-silent "Redis moves to another address; packets to the old one get lost"
add redis-reset "Redis moves to another address; the old one refuses connections"
add redis-unnamed "Redis moves to another address; its name does not exist for 10 s"
add redis-slow-names "Redis moves as in redis-silent; the name server takes 4 s for each answer"
add redis-readonly "Redis changes roles with its replica; 5 s later its name leads to the new primary"
add redis-paused "Redis hangs, its kernel goes on; 5 s later its name leads to the new primary"
add catalog-silent "the catalog moves to another address; packets to the old one get lost"
add catalog-reset "the catalog moves to another address; the old one refuses connections"
add catalog-slow-names "the catalog moves as in catalog-silent; the name server takes 4 s for each answer"
add postgres-silent "PostgreSQL moves to another address; packets to the old one get lost"
add postgres-reset "PostgreSQL moves to another address; the old one refuses connections"
add postgres-slow-names "PostgreSQL moves as in postgres-silent; the name server takes 4 s for each answer"
add postgres-demoted "PostgreSQL is demoted to read-only; 5 s later its name leads to the promoted standby"
add postgres-paused "PostgreSQL hangs, its kernel goes on; 5 s later its name leads to the promoted standby"
# A full, read-only or slow PostgreSQL.
add postgres-stalls "PostgreSQL stands still for 2 s, as on a busy disk: no caller notices"
add postgres-readonly "PostgreSQL is read-only for 20 s"
add postgres-full "the disk of PostgreSQL's documents is full for 20 s"
# Servers that hang across the deadline of documents.
add redis-hangs "Redis hangs for 20 s, across the deadline of documents"
add catalog-hangs "the catalog hangs for 20 s, across the deadline of documents"
add postgres-hangs "PostgreSQL hangs for 20 s, across the deadline of documents"
add names-hang "the name server hangs for 75 s: no caller notices"
# Work of operators, and its alarms.
add redis-settings "Redis keeps a log of all documents, and writes no snapshots"
add catalogs "two catalogs are added; each gets requests"
add upgrade "migrate runs, and all services are replaced as docs/operations.md says"
add alerts "Redis gets an unsafe setting, PostgreSQL is read-only, all services stop: each fires its alert"
add stop "docker compose stop: what needs a server ends before it"

runs=1
chosen=()
while [ $# -gt 0 ]; do
  case $1 in
    --list)
      for name in "${drills[@]}"; do printf '%-20s %s\n' "$name" "${does[$name]}"; done
      exit 0
      ;;
    --runs)
      runs=${2:-}
      if ! [[ $runs =~ ^[1-9][0-9]*$ ]]; then echo "--runs needs a number, as in --runs 5." >&2 && exit 2; fi
      shift
      ;;
    *)
      if [ -z "${does[$1]:-}" ]; then echo "There is no drill $1. See infra/docker/drills.sh --list." >&2 && exit 2; fi
      chosen+=("$1")
      ;;
  esac
  shift
done
[ ${#chosen[@]} -gt 0 ] || chosen=("${drills[@]}")

# The limits that docs/reliability.md promises.
export RENDER_DEADLINE_MS=15000
again_limit=15000
slowest_limit=$((RENDER_DEADLINE_MS + 2000))
lines_limit=1.0
requests_per_second=5
patience=120000

project=platen-drills
# shellcheck disable=SC2034 # temporary-project.sh reads these
workers=2
# shellcheck disable=SC2034
explains_itself=1
# shellcheck disable=SC2034
composefiles=(-f docker-compose.yml -f infra/docker/drills/compose.yml)
node_image=${NODE_IMAGE:-node:24-bookworm-slim}
prometheus_image=${PROMETHEUS_IMAGE:-prom/prometheus:v3.5.0}

# Containers beside Compose's, which `docker compose stop` leaves alone.
beside() {
  local name=$1
  shift
  docker run --name "$project-$name" --label "platen.beside=$project" "$@"
}

containers_of() {
  docker ps --all --quiet --filter "label=com.docker.compose.project=$project" \
    --filter "label=com.docker.compose.service=$1"
}

address_of() { # container, network
  docker inspect --format "{{with index .NetworkSettings.Networks \"${project}_$2\"}}{{.IPAddress}}{{end}}" "$1"
}

# Where each name leads: to which containers, and to their addresses in which network.
declare -A home=([redis]=queue [catalog]=catalog [postgres]=database)
declare -A away=([redis]=drill [catalog]=drill [postgres]=drill-database)
declare -A port_of=([redis]=6379 [catalog]=8080 [postgres]=5432)
declare -A servers network
names_delay=0

publish() {
  local name server addresses
  for name in redis catalog postgres; do
    addresses=
    for server in ${servers[$name]}; do addresses+=" $(address_of "$server" "${network[$name]}")"; done
    echo "$name$addresses"
  done >"$folder/names.new"
  echo "delay $names_delay" >>"$folder/names.new"
  # The folder is mounted, and the server of names reads a whole file at any time.
  mv "$folder/names.new" "$folder/names/names"
}

find_servers() {
  local name
  for name in redis catalog postgres; do
    servers[$name]=$(containers_of "$name" | xargs)
    network[$name]=${home[$name]}
  done
}

before_start() {
  mkdir "$folder/names"
  touch "$folder/names/names"
  "${compose[@]}" up --detach names
  echo "nameserver $(address_of "$project-names" drill)" >"$folder/resolv.conf"
  echo "nameserver $(address_of "$project-names" database)" >"$folder/resolv-of-catalog.conf"
  chmod 644 "$folder"/resolv*.conf
  follow_starts &
}

# Publishes addresses as they appear, while Compose starts one service after the other.
follow_starts() {
  while [ -d "$folder/names" ] && [ ! -e "$folder/demo.json" ]; do
    find_servers
    publish 2>/dev/null || true
    sleep 0.5
  done
}

. infra/docker/temporary-project.sh
wait
find_servers
publish

coproc load {
  beside load --rm --interactive --network "${project}_public" --volume "$PWD/infra/docker/drills:/drills:ro" \
    --volume "$folder/demo.json:/demo.json:ro" "$node_image" \
    node /drills/ask-for-documents.ts http://gateway:8080 /demo.json "$requests_per_second"
}

# Asks the load a question. Its answer is in $reply.
ask() {
  echo "$*" >&"${load[1]}"
  IFS= read -r -t 300 reply <&"${load[0]}" || { echo "The load has ended." >&2 && return 1; }
}

now() { echo $((${EPOCHREALTIME//[!0-9]/} / 1000)); }

# Waits until a command succeeds. The time is in seconds.
wait_until() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    if [ $SECONDS -ge $end ]; then echo "This did not become true in time: $*" >&2 && return 1; fi
    sleep 0.2
  done
}

# A drill calls `begin` when its preparations have ended and documents come, and `over` when its harm is over: from then on
# the time to the next documents counts.
begin() {
  ask recovered "$(now)" "$patience"
  if [ "$reply" = never ]; then echo "Platen prints no documents before the drill." >&2 && return 1; fi
  began=$(now)
  began_iso=$(date --utc +%Y-%m-%dT%H:%M:%S.%NZ)
}

over() { over_at=$(now); }

note() { echo "  $*"; }

# --- Moving ---

# What a connection to an address ends with, as seen in its networks: ECONNREFUSED, or a timeout.
connect_to() { # address, port
  docker exec "$project-names" node --eval '
    const [host, port] = process.argv.slice(1);
    const socket = net.connect({ host, port, timeout: 2000 });
    const end = (how) => (console.log(how), process.exit());
    socket.on("connect", () => end("open")).on("timeout", () => end("silent"));
    socket.on("error", ({ code }) => end(code === "ECONNREFUSED" ? "reset" : "silent"));' "$1" "$2"
}

# Lets something listen nowhere at an address that is free, so that the kernel resets connections to it.
occupy() { # network, address
  local occupant attempt
  for attempt in {1..16}; do
    occupant="occupant-$(now)"
    beside "$occupant" --detach --network "${project}_$1" "$node_image" sleep 3600 >/dev/null
    if [ "$(address_of "$project-$occupant" "$1")" = "$2" ]; then
      remove_other_occupants "$project-$occupant"
      return
    fi
  done
  echo "No container got the address $2 in $attempt attempts." >&2
  return 1
}

remove_other_occupants() {
  docker ps --all --format '{{.Names}}' --filter "name=$project-occupant-" \
    | { grep -v "^${1:-none}$" || true; } | xargs --no-run-if-empty docker rm --force >/dev/null
}

# Gives a server another address, where its name leads after a while; its old address swallows or resets what comes.
move() { # name, silent or reset, seconds without a name
  local name=$1 how=$2 nameless=${3:-0} server from to old seen
  server=${servers[$name]}
  from=${network[$name]}
  to=${away[$name]}
  [ "$from" = "$to" ] && to=${home[$name]}
  old=$(address_of "$server" "$from")
  docker network connect --alias "$name" "${project}_$to" "$server"
  docker network disconnect "${project}_$from" "$server"
  if [ "$how" = reset ]; then occupy "$from" "$old"; fi
  if [ "$nameless" -gt 0 ]; then
    servers[$name]=
    publish
    sleep "$nameless"
    servers[$name]=$server
  fi
  seen=$(connect_to "$old" "${port_of[$name]}")
  network[$name]=$to
  publish
  over
  note "$name moved from $old to $(address_of "$server" "$to"); the old address is $seen"
  if [ "$seen" != "$how" ]; then echo "The old address is $seen, not $how." >&2 && return 1; fi
}

go_home() {
  [ "${network[$1]}" = "${home[$1]}" ] || move "$1" silent
  remove_other_occupants
}

move_silently() {
  begin
  move "$1" silent
}
move_with_reset() {
  remove_other_occupants
  begin
  move "$1" reset
}
move_with_slow_names() {
  begin
  names_delay=4000
  move "$1" silent
}

drill_redis_silent() { move_silently redis; }
drill_redis_reset() { move_with_reset redis; }
drill_redis_unnamed() {
  begin
  move redis silent 10
}
drill_redis_slow_names() { move_with_slow_names redis; }
drill_catalog_silent() { move_silently catalog; }
drill_catalog_reset() { move_with_reset catalog; }
drill_catalog_slow_names() { move_with_slow_names catalog; }
drill_postgres_silent() { move_silently postgres; }
drill_postgres_reset() { move_with_reset postgres; }
drill_postgres_slow_names() { move_with_slow_names postgres; }

# --- Redis ---

redis_cli() { # container, command
  # shellcheck disable=SC2016 # the shell in the container reads it
  docker exec "$1" sh -c 'REDISCLI_AUTH=$(cat /run/secrets/redis-password) exec redis-cli "$@"' redis-cli "${@:2}"
}

# Makes a second Redis with the users of the first, which replication does not bring.
start_replica() {
  replica=$project-redis-2
  {
    echo "appendonly yes"
    echo 'save ""'
    echo "maxmemory 512mb"
    echo "masterauth $(cat "$folder/secrets/redis-password")"
    redis_cli "${servers[redis]}" ACL LIST
  } >"$folder/redis-2.conf"
  chmod 644 "$folder/redis-2.conf"
  beside redis-2 --detach --network "${project}_queue" --user redis --volume "$folder/redis-2.conf:/redis-2.conf:ro" \
    --volume "$folder/secrets/redis-password:/run/secrets/redis-password:ro" \
    "$(docker inspect --format '{{.Config.Image}}' "${servers[redis]}")" redis-server /redis-2.conf >/dev/null
  wait_until 30 is_redis_up "$replica"
  redis_cli "${servers[redis]}" CONFIG SET masterauth "$(cat "$folder/secrets/redis-password")" >/dev/null
}

is_redis_up() { redis_cli "$1" PING 2>/dev/null | grep -q PONG; }
has_copied() { redis_cli "$1" INFO replication | grep -q master_link_status:up; }

replicate_redis() {
  go_home redis
  [ -n "${replica:-}" ] || start_replica
  redis_cli "$replica" REPLICAOF "$(address_of "${servers[redis]}" queue)" 6379 >/dev/null
  wait_until 60 has_copied "$replica"
}

promote_redis() {
  local old=${servers[redis]}
  servers[redis]=$replica
  replica=$old
  publish
  over
  note "the name of Redis leads to $(address_of "${servers[redis]}" queue), before to $(address_of "$old" queue)"
}

drill_redis_readonly() {
  replicate_redis
  begin
  # Redis stops writes until the replica has them all, then the two change roles.
  redis_cli "${servers[redis]}" FAILOVER TO "$(address_of "$replica" queue)" 6379 TIMEOUT 5000 >/dev/null
  wait_until 10 has_copied "${servers[redis]}"
  sleep 5
  promote_redis
}

drill_redis_paused() {
  replicate_redis
  begin
  docker pause "${servers[redis]}" >/dev/null
  redis_cli "$replica" REPLICAOF NO ONE >/dev/null
  sleep 5
  promote_redis
}

tidy_redis_paused() { docker unpause "$replica" >/dev/null; }

drill_redis_hangs() { hang redis; }

drill_redis_settings() {
  local setting value
  begin
  for setting in "save " "appendonly yes" "maxmemory-policy noeviction" "auto-aof-rewrite-min-size 536870912"; do
    value=$(redis_cli "${servers[redis]}" CONFIG GET "${setting%% *}" | sed -n 2p)
    [ "$value" = "${setting#* }" ] || faults+=("${setting%% *} is $value, not ${setting#* }")
  done
  over
}

# --- The catalog ---

drill_catalog_hangs() { hang catalog; }

hang() { # name
  local server
  begin
  for server in ${servers[$1]}; do docker pause "$server" >/dev/null; done
  sleep "${2:-20}"
  for server in ${servers[$1]}; do docker unpause "$server" >/dev/null; done
  over
}

# For longer than gateways and workers use a connection to a catalog.
drill_names_hang() {
  begin
  docker pause "$project-names" >/dev/null
  sleep 75
  docker unpause "$project-names" >/dev/null
  over
}

opened_by() { # container
  # shellcheck disable=SC2016 # Node.js reads it
  docker exec "$1" node --eval '
    fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/metrics`).then(async (answer) => {
      const series = /^platen_requests_total\{operation="openDocuments",status="2xx".*\} (.*)$/m;
      console.log(series.exec(await answer.text())?.[1] ?? 0);
    });'
}

drill_catalogs() {
  local server start
  local -A before
  # Compose starts the others there.
  go_home catalog
  begin
  "${compose[@]}" up --detach --no-deps --no-recreate --scale catalog=3 catalog >/dev/null 2>&1
  servers[catalog]=$(containers_of catalog | xargs)
  publish
  over
  wait_until 240 are_healthy catalog
  start=$SECONDS
  for server in ${servers[catalog]}; do before[$server]=$(opened_by "$server"); done
  if wait_until 180 have_opened 2>/dev/null; then
    note "each catalog has got requests after $((SECONDS - start)) s"
  else
    faults+=("a catalog has got no requests in 180 s")
  fi
}

# Whether each catalog has got requests since the drill looked before.
have_opened() {
  local server
  for server in ${servers[catalog]}; do [ "$(opened_by "$server")" -gt "${before[$server]}" ] || return 1; done
}

tidy_catalogs() {
  # The oldest one, which Docker lists last and Compose keeps.
  servers[catalog]=${servers[catalog]##* }
  publish
  sleep 35
  "${compose[@]}" up --detach --no-deps --no-recreate --scale catalog=1 catalog >/dev/null 2>&1
}

drill_upgrade() {
  local service scale
  go_home redis
  go_home catalog
  go_home postgres
  begin
  "${compose[@]}" run --rm migrate >/dev/null 2>&1
  for service in catalog worker courier gateway; do
    scale=()
    [ "$service" != worker ] || scale=(--scale "worker=$workers")
    "${compose[@]}" up --detach --no-deps --force-recreate "${scale[@]}" "$service" >/dev/null 2>&1
    servers[catalog]=$(containers_of catalog | xargs)
    publish
    wait_until 240 are_healthy "$service"
    note "replaced: $service"
  done
  over
}

are_healthy() {
  local container
  for container in $(containers_of "$1"); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$container")" = healthy ] || return 1
  done
}

# --- PostgreSQL ---

# Runs statements of the operator, who may write on a server that is read-only for all others.
sql() { # container, statements
  local server=$1 commands=() statement
  shift
  for statement; do commands+=(--command "$statement"); done
  docker exec --env 'PGOPTIONS=-c default_transaction_read_only=off' "$server" \
    psql --username=platen --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "${commands[@]}"
}

forbid_writes() { sql "$1" "ALTER SYSTEM SET default_transaction_read_only = on" "SELECT pg_reload_conf()" >/dev/null; }
allow_writes() { sql "$1" "ALTER SYSTEM RESET default_transaction_read_only" "SELECT pg_reload_conf()" >/dev/null; }

drill_postgres_stalls() { hang postgres 2; }
drill_postgres_hangs() { hang postgres; }

drill_postgres_readonly() {
  begin
  forbid_writes "${servers[postgres]}"
  sleep 20
  allow_writes "${servers[postgres]}"
  over
}

# The table itself has no rows and no pages: its partitions have.
alter_partitions() { # container, actions of ALTER TABLE
  sql "$1" "DO \$\$
    DECLARE partition regclass;
    BEGIN
      FOR partition IN SELECT relid FROM pg_partition_tree('documents') WHERE isleaf LOOP
        EXECUTE format('ALTER TABLE %s $2', partition);
      END LOOP;
    END \$\$"
}

drill_postgres_full() {
  local server=${servers[postgres]}
  docker exec "$server" mkdir -p -m 700 /small/documents
  sql "$server" "CREATE TABLESPACE small LOCATION '/small/documents'"
  # With so little in each page of a partition, documents soon need another page.
  alter_partitions "$server" "SET (fillfactor = 10), SET TABLESPACE small"
  begin
  docker exec "$server" sh -c 'cat /dev/zero >/small/filler' 2>/dev/null || note "the disk is full"
  sleep 20
  docker exec "$server" rm /small/filler
  over
}

tidy_postgres_full() {
  alter_partitions "${servers[postgres]}" "SET TABLESPACE pg_default, RESET (fillfactor)"
  sql "${servers[postgres]}" "DROP TABLESPACE small"
}

start_standby() {
  local primary=${servers[postgres]} image
  image=$(docker inspect --format '{{.Config.Image}}' "$primary")
  # shellcheck disable=SC2016 # the shell in the container reads it
  docker exec "$primary" sh -c '
    rule="host replication platen all scram-sha-256"
    grep -qxF "$rule" "$PGDATA/pg_hba.conf" || echo "$rule" >>"$PGDATA/pg_hba.conf"'
  sql "$primary" "SELECT pg_reload_conf()" >/dev/null
  # shellcheck disable=SC2016
  beside postgres-2 --detach --network "${project}_database" --user postgres --entrypoint sh \
    --volume "$folder/secrets/postgres-password:/run/secrets/postgres-password:ro" \
    --env "PRIMARY=$(address_of "$primary" database)" --env PGDATA=/tmp/standby "$image" -euc '
      export PGPASSWORD=$(cat /run/secrets/postgres-password)
      pg_basebackup --host="$PRIMARY" --username=platen --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf
      exec postgres -c listen_addresses="*"' >/dev/null
  wait_until 60 is_streaming
}

is_streaming() {
  [ "$(sql "$project-postgres-2" "SELECT status FROM pg_stat_wal_receiver" 2>/dev/null)" = streaming ]
}

promote_standby() {
  local old=${servers[postgres]}
  sql "$project-postgres-2" "SELECT pg_promote()" >/dev/null
  sleep 5
  servers[postgres]=$project-postgres-2
  publish
  over
  note "the name of PostgreSQL leads to $(address_of "$project-postgres-2" database), before to $(address_of "$old" database)"
}

drill_postgres_demoted() {
  go_home postgres
  start_standby
  begin
  forbid_writes "${servers[postgres]}"
  promote_standby
}

drill_postgres_paused() {
  go_home postgres
  start_standby
  begin
  docker pause "${servers[postgres]}" >/dev/null
  promote_standby
}

# Goes back to the old primary, which lacks the records of the drill. Nothing else reads them.
leave_standby() {
  servers[postgres]=$(containers_of postgres)
  publish
  docker rm --force --volumes "$project-postgres-2" >/dev/null
}

tidy_postgres_demoted() {
  allow_writes "$(containers_of postgres)"
  leave_standby
}

tidy_postgres_paused() {
  docker unpause "$(containers_of postgres)" >/dev/null
  leave_standby
}

# --- Alerts ---

firing_alerts() {
  docker exec "$project-names" node --eval '
    fetch(`http://${process.argv[1]}:9090/api/v1/alerts`).then(async (answer) => {
      const { alerts } = (await answer.json()).data;
      const firing = alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
      console.log([...new Set(firing)].sort().join(" "));
    });' "$(address_of "$project-prometheus" catalog)"
}

is_firing() { [[ " $(firing_alerts) " == *" $1 "* ]]; }
is_quiet() { [ -z "$(firing_alerts)" ]; }

# Waits four minutes for an alert, and notes which ones fire.
expect_alert() { # alert, cause
  local start=$SECONDS
  if wait_until 240 is_firing "$1" 2>/dev/null; then
    note "$2: $(firing_alerts), after $((SECONDS - start)) s"
  else
    faults+=("$2: $1 does not fire, but: $(firing_alerts)")
  fi
}

expect_quiet() { # cause
  wait_until 480 is_quiet 2>/dev/null || faults+=("$1: still fires $(firing_alerts)")
}

drill_alerts() {
  cat >"$folder/prometheus.yml" <<'END'
global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 5s }
rule_files: [/rules/alerts.yaml]
scrape_configs:
  - job_name: platen
    dns_sd_configs:
      - { names: [gateway, catalog, worker, courier], type: A, port: 9090, refresh_interval: 5s }
END
  chmod 644 "$folder/prometheus.yml"
  go_home catalog
  beside prometheus --detach --network "${project}_catalog" \
    --volume "$folder/prometheus.yml:/etc/prometheus/prometheus.yml:ro" \
    --volume "$PWD/infra/observability:/rules:ro" "$prometheus_image" >/dev/null
  begin
  wait_until 60 firing_alerts >/dev/null
  sleep 60
  is_quiet || faults+=("without any harm: $(firing_alerts)")

  redis_cli "${servers[redis]}" CONFIG SET maxmemory-policy allkeys-lru >/dev/null
  expect_alert PlatenRedisUnsafe "Redis may lose documents"
  redis_cli "${servers[redis]}" CONFIG SET maxmemory-policy noeviction >/dev/null
  expect_quiet "Redis is safe again"

  forbid_writes "${servers[postgres]}"
  expect_alert PlatenDatabaseRefusesWrites "PostgreSQL is read-only"
  allow_writes "${servers[postgres]}"
  expect_quiet "PostgreSQL takes writes"

  "${compose[@]}" stop gateway worker courier catalog >/dev/null 2>&1
  expect_alert PlatenGone "no process is left"
  "${compose[@]}" up --detach --no-recreate --scale "worker=$workers" >/dev/null 2>&1
  publish
  wait_until 240 are_healthy worker
  wait_until 240 are_healthy gateway
  over
}

tidy_alerts() { docker rm --force --volumes "$project-prometheus" >/dev/null; }

# --- The end ---

ended_at() { # service, first or last
  local container
  for container in $(containers_of "$1"); do
    date -d "$(docker inspect --format '{{.State.FinishedAt}}' "$container")" +%s%N
  done | sort -n | if [ "$2" = first ]; then head -n 1; else tail -n 1; fi
}

drill_stop() {
  local pair container code
  begin
  "${compose[@]}" stop >/dev/null 2>&1
  over
  for pair in gateway:worker worker:catalog worker:redis courier:catalog courier:redis catalog:postgres; do
    [ "$(ended_at "${pair%:*}" last)" -le "$(ended_at "${pair#*:}" first)" ] \
      || faults+=("${pair#*:} ended before ${pair%:*}")
  done
  for container in $("${containers[@]}" --all); do
    # The server of names is no part of Platen.
    [ "$container" != "$(containers_of names)" ] || continue
    code=$(docker inspect --format '{{.State.ExitCode}}' "$container")
    [ "$code" = 0 ] || faults+=("$(docker inspect --format '{{.Name}}' "$container") ended with $code")
  done
  # It also counts log lines.
  docker start "$project-names" >/dev/null
}

# --- Measuring ---

# The answers that a drill allows: documents and what may be tried again, documents alone, or also no connection, while
# gateways are stopped.
declare -A allowed=([postgres-stalls]=documents [redis-settings]=documents [catalogs]=documents
  [names-hang]=documents [upgrade]=unreachable [alerts]=unreachable [stop]=unreachable)

seconds() { if [ "$1" = never ]; then echo never; else printf '%d.%d s' $(($1 / 1000)) $(($1 % 1000 / 100)); fi; }

# Prints a figure beside its limit, and adds a fault if it misses it.
figure() { # what, figure, limit, held or not
  printf '  %-22s %-9s limit %-8s %s\n' "$1" "$2" "$3" "$4"
  [ "$4" = holds ] || faults+=("$1: $2, limit $3")
}

verdict() { if [ "$1" != never ] && [ "$1" -le "$2" ]; then echo holds; else echo MISSED; fi; }

# The most lines a second of one cause in the log of one process since the drill began, and the cause.
count_log_lines() {
  local service container rate cause
  for service in gateway catalog worker courier; do
    for container in $(containers_of "$service"); do
      docker logs --timestamps --since "$began_iso" "$container" 2>&1 \
        | docker exec --interactive "$project-names" node /drills/count-log-lines.ts \
        | sed "s/\t/\t$service: /"
    done
  done | sort -t $'\t' -k 1,1 -n -r | head -n 1
}

rows=()
good=0
planned=0
for name in "${chosen[@]}"; do
  # Nothing is left to stop twice.
  if [ "$name" = stop ]; then planned=$((planned + 1)) && break; fi
  planned=$((planned + runs))
done

perform() { # drill, run
  local name=$1 label=$1 function=${1//-/_} again slowest bad all rate cause lines_verdict
  [ "$runs" = 1 ] || label="$1 $2/$runs"
  faults=()
  echo
  echo "$label: ${does[$name]}"
  "drill_$function"
  again=0
  if [ "$name" != stop ]; then
    ask recovered "$over_at" "$patience"
    again=$reply
  fi
  IFS=$'\t' read -r rate cause < <(count_log_lines)
  ask answers "$began" "${allowed[$name]:-retryable}"
  IFS=$'\t' read -r slowest bad all <<<"$reply"
  figure "documents again after" "$(seconds "$again")" "$(seconds $again_limit)" "$(verdict "$again" $again_limit)"
  figure "slowest answer" "$(seconds "$slowest")" "$(seconds $slowest_limit)" "$(verdict "$slowest" $slowest_limit)"
  lines_verdict=$(verdict "${rate/./}" "${lines_limit/./}")
  figure "log lines a second" "$rate" "$lines_limit" "$lines_verdict"
  [[ $cause = *": -" ]] || note "most lines: $cause"
  note "answers: $all"
  [ "$bad" = - ] || faults+=("answers that no caller should get: $bad")
  if [ "$(type -t "tidy_$function")" = function ]; then "tidy_$function"; fi
  names_delay=0
  [ "$name" = stop ] || publish
  if [ "$again" = never ]; then
    note "restarting all services, as the next drill needs documents"
    "${compose[@]}" restart catalog worker courier gateway >/dev/null 2>&1
    publish
  fi
  local result=holds fault load_average
  if [ ${#faults[@]} -gt 0 ]; then result=MISSED; else good=$((good + 1)); fi
  for fault in "${faults[@]}"; do note "MISSED: $fault"; done
  read -r load_average _ </proc/loadavg
  rows+=("$(printf '%-24s %-7s %-12s %-15s %-8s %-5s %s' "$label" "$result" "$(seconds "$again")" "$(seconds "$slowest")" \
    "$rate" "$load_average" "$all")")
}

print_table() {
  printf '\n%-24s %-7s %-12s %-15s %-8s %-5s %s\n' Drill Result "Again after" "Slowest answer" Lines/s Load Answers
  printf '%-24s %-7s %-12s %-15s %-8s\n' limit "" "$(seconds $again_limit)" "$(seconds $slowest_limit)" "$lines_limit"
  printf '%s\n' "${rows[@]}"
  echo
  echo "$good of $planned drills hold, on $(nproc) cores with $(docker version --format '{{.Server.Version}}') of Docker."
}

give_up() { # line
  # A subshell's failure is one of the shell that runs it, too.
  [ "$BASH_SUBSHELL" = 0 ] || return 0
  echo "The drill could not go on: line $1 failed." >&2
  print_table
}

trap 'give_up $LINENO' ERR
set -E
for name in "${chosen[@]}"; do
  for ((run = 1; run <= runs; run++)); do
    perform "$name" "$run"
    # Nothing runs after it.
    [ "$name" != stop ] || break 2
  done
done
trap - ERR
print_table
[ "$good" = "$planned" ]
