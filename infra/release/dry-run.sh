#!/usr/bin/env bash
# Does what it can of a release without a network, and publishes nothing: versions, notes, the contract beside that of the
# release before, the client's package, the lists of contents, and the release before beside this one. It ends at the
# first fault.
#   infra/release/dry-run.sh          before a version is chosen: the notes are those under "Unreleased"
#   infra/release/dry-run.sh v1.2.3   of the commit that gets this tag
# The release before is the newest other tag; RELEASE_BEFORE names another commit, and is needed where there is no tag.
set -euo pipefail
cd "$(dirname "$0")/../.."

tag=${1:-}
say() { printf '✓ %s\n' "$1"; }
fail() {
  echo "✗ $1" >&2
  exit 1
}

version=$(node -p 'require("./package.json").version')
[ -z "$tag" ] || [ "$tag" = "v$version" ] || fail "The tag is $tag, and the version in package.json is $version."
chart=infra/helm/platen/Chart.yaml
for place in "infra/docker/Dockerfile:ARG VERSION=$version" "$chart:version: $version" "$chart:appVersion: $version" \
  "k8s/overlays/production/kustomization.yaml:newTag: $version"; do
  grep -q "^ *${place#*:}\$" "${place%%:*}" || fail "${place%%:*} has another version: it must say ${place#*:}"
done
say "The version is $version in package.json, the images, the chart and the overlay."

notes=$(infra/release/notes.sh "${tag:-Unreleased}")
say "The changelog has $(wc -l <<<"$notes") lines for ${tag:-the next release}."

infra/release/breaking-changes.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$(npm run --silent pack:client -- "$folder" | tail -n 1)
# zod comes from this machine, since a dry run has no registry.
mkdir -p "$folder/zod" "$folder/home"
cp -RL packages/client/node_modules/zod "$folder/zod/package"
tar -czf "$folder/zod.tgz" -C "$folder/zod" package
(
  cd "$folder/home"
  npm install --offline --no-audit --no-fund --silent --cache "$folder/cache" "$package" "$folder/zod.tgz"
  node --input-type=module --eval '
    import { readFileSync } from "node:fs";
    const { createClient } = await import("@platen/client");
    const { version } = JSON.parse(readFileSync("node_modules/@platen/client/package.json", "utf8"));
    if (typeof createClient !== "function" || version !== process.argv[1]) process.exit(1);
  ' "$version"
) || fail "The client's package cannot be installed and loaded."
say "$(basename "$package") installs into an empty folder and loads."

tools=packages/client/node_modules/.bin
"$tools/publint" run "$folder/home/node_modules/@platen/client" --pack false --strict ||
  fail "publint finds faults in the client's package."
# The package is a module: it has no form for require, nor for resolution as in Node.js 10.
"$tools/attw" "$package" --profile esm-only --no-emoji --no-color ||
  fail "Programs cannot resolve the types of the client's package."
say "publint and arethetypeswrong find no fault in $(basename "$package")."

npm run --silent sbom | grep packages | while read -r line; do say "$line"; done

before=${RELEASE_BEFORE:-$(git tag --list 'v*' --sort=-version:refname | grep -vFx "v$version" | head -n 1 || true)}
if [ -z "$before" ]; then
  echo "– There is no release before. Name a commit by RELEASE_BEFORE to run it beside this one."
else
  infra/release/side-by-side.sh "$before"
  say "$before and this release work side by side over one database."
fi
echo "The workflow adds what needs a network: images for two architectures, signatures, provenance, publication."
