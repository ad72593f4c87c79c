#!/usr/bin/env bash
# Reviews every skill that a commit touches: the nearest folder with a SKILL.md above each file named on the command line, and the skill
# that a link leads to. Must work with bash 3.2, the version on macOS.
set -euo pipefail
shopt -s nullglob nocaseglob

# shellcheck source=install.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/install.sh"
skills=()
last=
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
      # Files of a folder follow each other; the scan reviews a folder once, however often it is named.
      [ "$folder" = "$last" ] || skills+=("$folder")
      last=$folder
      break
    fi
    case $folder in . | /) break ;; esac
    folder=$(dirname -- "$folder")
  done
done
[ ${#skills[@]} -eq 0 ] && exit 0

# Installed once for each set of pinned packages, outside of the repository: written beside its place, then renamed.
find_assay() {
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}/assay
  local pins place draft
  pins=$(cksum <"$ASSAY_LOCK" 2>/dev/null | tr ' ' '-') || pins=none
  place=$cache/cli-$pins
  if [ ! -x "$place/node_modules/.bin/assay" ]; then
    mkdir -p -- "$cache"
    draft=$(mktemp -d "$cache/draft.XXXXXX")
    if ! install_assay "$draft" >&2; then
      rm -rf -- "$draft"
      printf 'assay: @assay/cli could not be installed; nothing was reviewed.\n' >&2
      return 1
    fi
    rm -rf -- "$place"
    mv -- "$draft" "$place"
  fi
  printf '%s\n' "$place/node_modules/.bin/assay"
}
if [ -n "${ASSAY_COMMAND:-}" ]; then
  read -r -a assay <<<"$ASSAY_COMMAND"
else
  program=$(find_assay) || exit 2
  assay=("$program")
fi
exec "${assay[@]}" scan --no-sandbox -- "${skills[@]}"
