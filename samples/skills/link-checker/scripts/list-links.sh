#!/usr/bin/env bash
# Prints every Markdown link below a folder as file:line:link. Reads only.
set -euo pipefail
grep -rnoE '\]\(([^)]+)\)' --include='*.md' "${1:-.}" | sed -E 's/\]\((.*)\)$/\1/'
