#!/usr/bin/env bash
# Builds the images, starts docker-compose.yml as a separate project with new secrets, prints the demo's samples, checks
# the containers, and removes everything, the images too. It needs Docker, openssl and Node.js 20 or newer.
#   infra/docker/try.sh [number of workers]
set -euo pipefail
cd "$(dirname "$0")/../.."

project=platen-try
workers=${1:-2}
composefiles=()
. infra/docker/temporary-project.sh

mapfile -t ids < <("${containers[@]}")
docker stats --no-stream --format 'table {{.Name}}\t{{.MemUsage}}\t{{.PIDs}}' "${ids[@]}"
node infra/local/run.mjs infra/docker/smoke-test.ts "$url" "$folder/demo.json"
node infra/local/run.mjs infra/docker/check-containers.ts "$project"
