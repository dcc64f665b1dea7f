#!/usr/bin/env bash
# Builds the images, starts docker-compose.yml as a separate project with new secrets, prints the demo's samples, checks
# the containers, and removes everything. It needs Docker, openssl and Node.js 20 or newer.
#   infra/docker/try.sh [number of workers]
set -euo pipefail
cd "$(dirname "$0")/../.."

workers=${1:-2}

project=platen-try
folder=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name "$project" --env-file "$folder/env")

finish() {
  status=$?
  if [ $status -ne 0 ]; then "${compose[@]}" logs --tail 50 >&2 || true; fi
  "${compose[@]}" down --volumes --remove-orphans || true
  rm -rf "$folder"
  exit $status
}

trap finish EXIT
infra/docker/make-secrets.sh "$folder/secrets"
port=$(node --eval 'const s = net.createServer().listen(0, "127.0.0.1", () => s.close(console.log(s.address().port)))')
cat >"$folder/env" <<EOF
SECRETS_DIR=$folder/secrets
GATEWAY_LISTEN=127.0.0.1:$port
EOF

"${compose[@]}" build --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
containers=(docker ps --quiet --filter "label=com.docker.compose.project=$project")
startedAt=$SECONDS
"${compose[@]}" up --detach --scale "worker=$workers"
while [ -n "$("${containers[@]}" --filter health=starting)" ] && [ $((SECONDS - startedAt)) -lt 180 ]; do sleep 0.5; done
echo "ready after $((SECONDS - startedAt)) s"
docker stats --no-stream --format 'table {{.Name}}\t{{.MemUsage}}\t{{.PIDs}}' $("${containers[@]}")
"${compose[@]}" exec -T -e SEED_NEW_KEY=1 -e SEED_NEW_PASSWORD=1 catalog node src/seed-demo.ts \
  | grep apiKey >"$folder/demo.json"

run=(node infra/local/run.mjs)
"${run[@]}" infra/docker/smoke-test.ts "http://127.0.0.1:$port" "$folder/demo.json"
"${run[@]}" infra/docker/check-containers.ts "$project"
