#!/usr/bin/env bash
# Builds the images, starts all of docker-compose.yml beside whatever else runs here, with passwords and keys of its
# own, prints the demo's samples, and removes it all again. It needs Docker, and Node.js 20 or newer for the smoke test.
#   infra/docker/try.sh [number of workers]
set -euo pipefail
cd "$(dirname "$0")/../.."

settings=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name platen-try --env-file "$settings/env")

finish() {
  status=$?
  if [ $status -ne 0 ]; then "${compose[@]}" logs --tail 50 >&2 || true; fi
  "${compose[@]}" down --volumes --remove-orphans || true
  rm -rf "$settings"
  exit $status
}

openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$settings/key" 2>/dev/null
on_one_line() { awk '{ printf "%s\\n", $0 }'; }
cat >"$settings/env" <<EOF
POSTGRES_PASSWORD=$(openssl rand -hex 24)
REDIS_PASSWORD=$(openssl rand -hex 24)
SERVICE_TOKEN_PRIVATE_KEY=$(on_one_line <"$settings/key")
SERVICE_TOKEN_PUBLIC_KEY=$(openssl pkey -in "$settings/key" -pubout | on_one_line)
GATEWAY_LISTEN=127.0.0.1:0
EOF
trap finish EXIT

"${compose[@]}" up --build --detach --scale "worker=${1:-2}"

seed=("${compose[@]}" exec -T -e SEED_NEW_KEY=1 -e SEED_NEW_PASSWORD=1 catalog node src/seed-demo.ts)
key=$("${seed[@]}" | grep -o '"apiKey":"[^"]*"' | cut -d '"' -f 4)
address=$("${compose[@]}" port gateway 8080)
node infra/local/run.mjs infra/docker/smoke-test.ts "http://$address" "$key"
