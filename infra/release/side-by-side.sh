#!/usr/bin/env bash
# Proves that the release before and this one work side by side over one database and one Redis, under load: while this
# one migrates, with services of both, and after a rollback (row K5). It installs the release before into a temporary
# folder. Without a network, npm's packages must be in pnpm's store.
#   infra/release/side-by-side.sh          against the newest tag
#   infra/release/side-by-side.sh v1.2.3   against this tag or commit
set -euo pipefail
cd "$(dirname "$0")/../.."

reference=${1:-$(git describe --tags --abbrev=0 --match 'v*')}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
git archive "$reference" | tar -x -C "$folder"
(cd "$folder" && node infra/local/pinned-pnpm.mjs install --frozen-lockfile --prefer-offline --silent)
echo "The release before is $reference, $(git log -1 --format='%h of %as' "$reference")."
PLATEN_RELEASE_BEFORE=$folder npm run --silent faults -- K5
