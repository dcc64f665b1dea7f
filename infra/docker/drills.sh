#!/usr/bin/env bash
# Starts Platen as try.sh does, breaks it while documents are asked for, and prints what each drill did to them, beside
# the limits. It takes some ten minutes. On a machine that does other work, figures in seconds say little.
#   infra/docker/drills.sh                 all drills
#   infra/docker/drills.sh redis-silent    some of them
set -euo pipefail
cd "$(dirname "$0")/../.."

project=platen-drills
workers=2
export RENDER_DEADLINE_MS=15000
. infra/docker/temporary-project.sh

explains_itself=1
PLATEN_COMPOSE="${compose[*]}" "${run[@]}" infra/docker/drills.ts "$project" "$url" "$folder/demo.json" "$@"
