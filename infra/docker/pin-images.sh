#!/usr/bin/env bash
# Pins the images of others that Platen builds on and runs, by the digest that their registry gives for the tag now. Run it
# before a release and for security updates, and commit the result. It needs Docker and the network.
#   infra/docker/pin-images.sh           writes the digests into the files
#   infra/docker/pin-images.sh --check   names the images without a digest, and fails if there is one
set -euo pipefail
cd "$(dirname "$0")/../.."

files=(infra/docker/Dockerfile docker-compose.yml k8s/components/databases/*.yaml k8s/seccomp/daemon-set.yaml)
before='^( *image: |ARG NODE_IMAGE=)'
digest='@sha256:[0-9a-f]{64}'

if [ "${1:-}" = --check ]; then
  if grep -nE "${before}[a-z]" "${files[@]}" | grep -vE "$digest\$"; then
    echo "These images have no digest. Run infra/docker/pin-images.sh." >&2
    exit 1
  fi
  exit 0
fi

for image in $(sed -nE "s/${before}([a-z][^@ ]*).*/\2/p" "${files[@]}" | sort -u); do
  found=@$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  if ! [[ $found =~ ^$digest$ ]]; then
    echo "The registry gave no digest for $image, but: $found" >&2
    exit 1
  fi
  sed -i.bak -E "s~$before${image//./\\.}($digest)?\$~\1$image$found~" "${files[@]}"
  echo "$image$found"
done
rm "${files[@]/%/.bak}"
