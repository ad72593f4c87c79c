#!/usr/bin/env bash
# Reviews every skill that a commit touches: the nearest folder with a SKILL.md above each file named on the command line.
set -euo pipefail

read -r -a assay <<<"${ASSAY_COMMAND:-npx --yes @assay/cli@0.1.0}"
declare -A skills=()
for file in "$@"; do
  folder=$(dirname "$file")
  while true; do
    if [ -e "$folder/SKILL.md" ]; then
      skills[$folder]=1
      break
    fi
    case $folder in . | /) break ;; esac
    folder=$(dirname "$folder")
  done
done
[ ${#skills[@]} -eq 0 ] && exit 0
exec "${assay[@]}" scan --no-sandbox -- "${!skills[@]}"
