#!/usr/bin/env bash
# Builds the images, starts docker-compose.yml as a separate project with new secrets, prints the demo's samples, checks
# the containers, and removes everything, the images too. It needs Docker, openssl and Node.js 20 or newer.
#   infra/docker/try.sh [number of workers]
set -euo pipefail
cd "$(dirname "$0")/../.."

project=platen-try
workers=${1:-2}
. infra/docker/temporary-project.sh

docker stats --no-stream --format 'table {{.Name}}\t{{.MemUsage}}\t{{.PIDs}}' $("${containers[@]}")
"${run[@]}" infra/docker/smoke-test.ts "$url" "$folder/demo.json"
"${run[@]}" infra/docker/check-containers.ts "$project"
