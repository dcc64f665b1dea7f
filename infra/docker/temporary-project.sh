# Read by try.sh and drills.sh. Builds the images and starts docker-compose.yml as the Compose project $project, with new
# secrets, $workers workers and the demo. At the end of the script it removes all of that. BuildKit keeps its cache; the
# old builder keeps the stages of images too: `docker builder prune` and `docker image prune` remove both.
# The script names further files of Compose in $composefiles, and may define before_start, which runs once the images exist.
# shellcheck shell=bash
# shellcheck disable=SC2154 # the scripts set project and workers
folder=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name "$project" --env-file "$folder/env" "${composefiles[@]}")
containers=(docker ps --quiet --filter "label=com.docker.compose.project=$project")

finish() {
  status=$?
  if [ $status -ne 0 ] && [ -z "${explains_itself:-}" ]; then "${compose[@]}" logs --tail 50 >&2 || true; fi
  "${containers[@]}" --filter status=paused | xargs --no-run-if-empty docker unpause >/dev/null || true
  docker ps --all --quiet --filter "label=platen.beside=$project" | xargs --no-run-if-empty docker rm --force --volumes >/dev/null
  "${compose[@]}" down --volumes --remove-orphans --rmi local 2>&1 | grep -i error || true
  rm -rf "$folder"
  exit $status
}

trap finish EXIT
infra/docker/make-secrets.sh "$folder/secrets"
port=$((20000 + RANDOM % 10000))
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
# shellcheck disable=SC2034 # for the scripts
url=http://127.0.0.1:$port
cat >"$folder/env" <<END
SECRETS_DIR=$folder/secrets
DRILLS_FOLDER=$folder
GATEWAY_LISTEN=127.0.0.1:$port
RENDER_DEADLINE_MS=${RENDER_DEADLINE_MS:-30000}
END

"${compose[@]}" build --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
startedAt=$SECONDS
if declare -F before_start >/dev/null; then before_start; fi
"${compose[@]}" up --detach --scale "worker=$workers"
unhealthy() { "${containers[@]}" --filter health=starting; "${containers[@]}" --filter health=unhealthy; }
while [ -n "$(unhealthy)" ] && [ $((SECONDS - startedAt)) -lt 300 ]; do sleep 0.5; done
if [ -n "$(unhealthy)" ]; then echo "not all containers are healthy after 300 s" >&2; exit 1; fi
echo "ready after $((SECONDS - startedAt)) s"
"${compose[@]}" exec -T -e SEED_NEW_KEY=1 -e SEED_NEW_PASSWORD=1 catalog node src/seed-demo.ts \
  | grep apiKey >"$folder/demo.json"
