#!/usr/bin/env bash
# Creates the passwords and keys that docker-compose.yml reads, one file each, in a folder that only its owner can enter.
# Existing files stay, so another run changes nothing. It needs openssl.
#   infra/docker/make-secrets.sh [folder]
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

# Compose mounts the file itself into a container, where another user reads it, so every user may read the file. The
# folder keeps other users of this machine away.
keep() {
  if [ -s "$1" ]; then cat >/dev/null; else cat >"$1.new" && chmod 444 "$1.new" && mv "$1.new" "$1"; fi
}

openssl rand -hex 24 | keep postgres-password
openssl rand -hex 24 | keep redis-password
for user in gateway worker courier; do
  openssl rand -hex 24 | keep "redis-$user-password"
  echo "redis://$user:$(cat "redis-$user-password")@redis:6379" | keep "redis-$user-url"
done
echo "postgres://platen:$(cat postgres-password)@postgres:5432/platen" | keep database-url
# The gateway signs service tokens (ES256) with the private key. Catalog and workers verify them with the public key.
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 2>/dev/null | keep service-token-private-key
openssl pkey -in service-token-private-key -pubout | keep service-token-public-key
# The courier signs its own, for documents that no caller waits for.
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 2>/dev/null | keep courier-token-private-key
openssl pkey -in courier-token-private-key -pubout | keep courier-token-public-key
# The catalog seals kept requests, and signing secrets and addresses of webhooks, with it. Without it they cannot be read: keep a copy.
openssl rand -base64 32 | keep secrets-key
echo "secrets are in $PWD"
