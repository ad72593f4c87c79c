#!/bin/sh
# Installs what the service needs to run, in the folder that holds the repository. Used by the image and by hand.
set -eu
cd "$(dirname "$0")/.."
npm ci --omit=dev
# Checks that the program loads with what was installed, and leaves its compiled code beside it for faster starts.
node apps/server/src/main.ts help > /dev/null
