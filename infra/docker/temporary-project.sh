# Read by try.sh and drills.sh. Builds the images and starts docker-compose.yml as the Compose project $project, with new
# secrets, $workers workers and the demo. At the end of the script it removes all of that. BuildKit keeps its cache; the
# old builder keeps the stages of images too: `docker builder prune` and `docker image prune` remove both.
folder=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name "$project" --env-file "$folder/env")
containers=(docker ps --quiet --filter "label=com.docker.compose.project=$project")
run=(node infra/local/run.mjs)

finish() {
  status=$?
  if [ $status -ne 0 ] && [ -z "${explains_itself:-}" ]; then "${compose[@]}" logs --tail 50 >&2 || true; fi
  docker ps --all --quiet --filter label=platen.occupant | xargs --no-run-if-empty docker rm --force >/dev/null
  "${compose[@]}" down --volumes --remove-orphans --rmi local 2>&1 | grep -i error || true
  rm -rf "$folder"
  exit $status
}

trap finish EXIT
infra/docker/make-secrets.sh "$folder/secrets"
port=$(node --eval 'const s = net.createServer().listen(0, "127.0.0.1", () => s.close(console.log(s.address().port)))')
url=http://127.0.0.1:$port
cat >"$folder/env" <<EOF
SECRETS_DIR=$folder/secrets
GATEWAY_LISTEN=127.0.0.1:$port
RENDER_DEADLINE_MS=${RENDER_DEADLINE_MS:-30000}
EOF

"${compose[@]}" build --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)"
startedAt=$SECONDS
"${compose[@]}" up --detach --scale "worker=$workers"
unhealthy() { "${containers[@]}" --filter health=starting; "${containers[@]}" --filter health=unhealthy; }
while [ -n "$(unhealthy)" ] && [ $((SECONDS - startedAt)) -lt 300 ]; do sleep 0.5; done
echo "ready after $((SECONDS - startedAt)) s"
"${compose[@]}" exec -T -e SEED_NEW_KEY=1 -e SEED_NEW_PASSWORD=1 catalog node src/seed-demo.ts \
  | grep apiKey >"$folder/demo.json"
