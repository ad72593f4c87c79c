#!/bin/sh
# Installs the runtime dependencies in the repository. The image uses it; you can also run it directly.
set -eu
cd "$(dirname "$0")/.."
npm ci --omit=dev
# Checks that the program loads, with the Node.js version that npm has installed, and writes the compile cache for faster starts.
node_modules/.bin/node apps/server/src/main.ts help > /dev/null
