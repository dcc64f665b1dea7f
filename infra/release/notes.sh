#!/usr/bin/env bash
# Prints what the changelog says about a version, and fails if that is nothing.
#   infra/release/notes.sh v1.2.3
#   infra/release/notes.sh Unreleased
set -euo pipefail
cd "$(dirname "$0")/../.."

version=${1:?usage: notes.sh v1.2.3}
section=$(awk -v heading="## ${version#v}" '
  /^## / { prints = ($0 == heading || index($0, heading " ") == 1); next }
  prints
' CHANGELOG.md)
if ! [[ $section =~ [[:alnum:]] ]]; then
  echo "CHANGELOG.md says nothing under \"## ${version#v}\". Give the section \"Unreleased\" that heading and the day." >&2
  exit 1
fi
echo "$section"
