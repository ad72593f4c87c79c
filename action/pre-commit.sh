#!/usr/bin/env bash
# Reviews every skill that a commit touches: the nearest folder with a SKILL.md above each file named on the command line, and the skill
# that a link leads to.
set -euo pipefail
shopt -s nullglob nocaseglob

read -r -a assay <<<"${ASSAY_COMMAND:-npx --yes @assay/cli@0.1.0}"
declare -A skills=()
holds_skill() {
  local found=("$1"/[s]kill.md)
  [ ${#found[@]} -gt 0 ]
}
for file in "$@"; do
  case $file in -*) file=./$file ;; esac
  folder=$file
  [ -d "$folder" ] || folder=$(dirname -- "$file")
  while true; do
    if holds_skill "$folder"; then
      skills[$folder]=1
      break
    fi
    case $folder in . | /) break ;; esac
    folder=$(dirname -- "$folder")
  done
done
[ ${#skills[@]} -eq 0 ] && exit 0
exec "${assay[@]}" scan --no-sandbox -- "${!skills[@]}"
