#!/usr/bin/env bash
# Installs @assay/cli, with the scanner beside it, for the action and the pre-commit hook. Every package is pinned by its sha512 in
# package-lock.json, which a release writes; npm refuses other bytes. The folder they are started in is under review, so its node_modules
# and its .npmrc must have no effect: npm runs in a folder of its own with configuration files of its own. ASSAY_REGISTRY names another registry.
ASSAY_LOCK=$(dirname -- "${BASH_SOURCE[0]}")/package-lock.json
install_assay() { # empty folder
  local registry=${ASSAY_REGISTRY:-} chosen=()
  case $registry in
    '') ;; # npm's own default
    http://* | https://*) chosen=("--registry=$registry" "--@assay:registry=$registry") ;;
    *)
      printf 'ASSAY_REGISTRY: %s is not the address of a registry. Write: https://…\n' "$registry"
      return 1
      ;;
  esac
  if [ ! -f "$ASSAY_LOCK" ]; then
    printf 'This copy of the action pins no packages. Use a released version of it, or set ASSAY_COMMAND.\n'
    return 1
  fi
  cp -- "$ASSAY_LOCK" "$1/package-lock.json" || return 1
  (
    cd -- "$1" || exit 1
    dependencies=$(node -p 'JSON.stringify(require("./package-lock.json").packages[""].dependencies)') || exit 1
    printf '{ "private": true, "dependencies": %s }\n' "$dependencies" >package.json
    : >user.npmrc
    : >global.npmrc
    npm ci --prefix="$1" --global=false --userconfig="$1/user.npmrc" --globalconfig="$1/global.npmrc" \
      ${chosen[@]+"${chosen[@]}"} \
      --ignore-scripts --no-update-notifier --no-audit --no-fund
  ) && [ -x "$1/node_modules/.bin/assay" ]
}
