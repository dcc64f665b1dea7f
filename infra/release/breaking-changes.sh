#!/usr/bin/env bash
# Fails where docs/openapi.json breaks what docs/versioning.md promises to callers of another commit's API, and names each
# change. It compares with oasdiff, a Go module.
#   infra/release/breaking-changes.sh v1.2.3   against this tag or commit
#   infra/release/breaking-changes.sh          against the newest tag from v1.0.0 on, else the commit named below
set -euo pipefail
cd "$(dirname "$0")/../.."

oasdiff=github.com/oasdiff/oasdiff@v1.37.0
# The contract before the first release: since this commit /api/v1 breaks no caller.
first=28d54cd6
version=$(node -p 'require("./package.json").version')
released=$(git tag --list 'v[1-9]*' --sort=-version:refname | grep -vFx "v$version" | head -n 1 || true)
before=${1:-${released:-$first}}

# A machine that cannot compare says so. The workflow of a release must.
skip() {
  echo "– Not compared with the contract of $before: $1."
  [ -z "${CI:-}" ] || exit 1
  exit 0
}
command -v go >/dev/null || skip "this machine has no Go"
go run "$oasdiff" --version >/dev/null 2>&1 || skip "Go cannot get $oasdiff here"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git show "$before:docs/openapi.json" >"$folder/before.json"
# A field or a parameter that is gone: oasdiff only warns, and Platen refuses requests that have it.
cat >"$folder/levels.txt" <<'LEVELS'
request-parameter-removed err
request-property-removed err
response-optional-property-removed err
optional-response-header-removed err
LEVELS
# The documents of before the first release also have the dashboard's operations, which promise nothing.
go run "$oasdiff" breaking --match-path '^/api/v1/' --severity-levels "$folder/levels.txt" --fail-on ERR \
  "$folder/before.json" docs/openapi.json >"$folder/changes.txt" || {
  cat "$folder/changes.txt" >&2
  echo "✗ docs/openapi.json breaks callers of $before. Undo what is above, or put it into /api/v2." >&2
  exit 1
}
echo "✓ The contract breaks no caller of $before."
