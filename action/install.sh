#!/usr/bin/env bash
# Installs @assay/cli, with the scanner beside it, for the action and the pre-commit hook. The folder they are started in is under review, so its node_modules and its
# .npmrc must have no effect: npm runs in a folder of its own with configuration files of its own. ASSAY_REGISTRY names another registry.
install_assay() { # version, empty folder
  local registry=${ASSAY_REGISTRY:-} chosen=() packages=() name
  for name in cli audit analysis sandbox contract-review reader; do packages+=("@assay/$name@$1"); done
  case $registry in
    '') ;; # npm's own default
    http://* | https://*) chosen=("--registry=$registry" "--@assay:registry=$registry") ;;
    *)
      printf 'ASSAY_REGISTRY: %s is not the address of a registry. Write: https://…\n' "$registry"
      return 1
      ;;
  esac
  (
    cd -- "$2" || exit 1
    printf '{ "private": true }\n' >package.json
    : >user.npmrc
    : >global.npmrc
    npm install --prefix="$2" --global=false --userconfig="$2/user.npmrc" --globalconfig="$2/global.npmrc" \
      ${chosen[@]+"${chosen[@]}"} \
      --ignore-scripts --no-update-notifier --no-package-lock --no-audit --no-fund --save-exact "${packages[@]}"
  ) && [ -x "$2/node_modules/.bin/assay" ]
}
