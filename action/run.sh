#!/usr/bin/env bash
# What the action does: review, check, SARIF, job summary. Its inputs come as environment variables and are never part of a command line
# that a shell reads twice; ASSAY_URL and ASSAY_TRUST_KEYS are read by the command itself. ASSAY_COMMAND replaces the command from npm.
set -uo pipefail

read -r -a assay <<<"${ASSAY_COMMAND:-npx --yes @assay/cli@${ASSAY_VERSION:?}}"
path=${ASSAY_PATH:-.}
sarif=${RUNNER_TEMP:-/tmp}/assay.sarif
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
outputs=${GITHUB_OUTPUT:-/dev/null}

word() { # exit code, then the words for 0 to 3
  local code=$1
  shift
  if [ "$code" -le 3 ]; then echo "${@:$((code + 1)):1}"; else echo "failed ($code)"; fi
}
# Indented, so that no text of a skill can be anything but text on the summary page.
show() { printf '\n### %s: %s\n\n' "$1" "$2" && sed 's/^/    /'; }

scan=("$path" --sarif "$sarif")
[ -n "${ASSAY_FAIL_ON:-}" ] && scan+=(--fail-on "$ASSAY_FAIL_ON")
review=$("${assay[@]}" scan "${scan[@]}" 2>&1)
scanned=$?
state=$(word "$scanned" safe unsafe undecided nothing)
show 'Review' "$state" <<<"$review" >>"$summary"
printf 'scan=%s\nsarif=%s\n' "$state" "$sarif" >>"$outputs"
printf '%s\n' "$review"

checked=0
state=skipped
if [ -n "${ASSAY_URL:-}" ]; then
  check=("$path")
  [ "${ASSAY_ALLOW_UNCERTIFIED:-false}" = true ] && check+=(--allow-uncertified)
  certificates=$("${assay[@]}" check "${check[@]}" 2>&1)
  checked=$?
  state=$(word "$checked" valid refused undecidable nothing)
  show 'Certificates' "$state" <<<"$certificates" >>"$summary"
  printf '%s\n' "$certificates"
fi
printf 'check=%s\n' "$state" >>"$outputs"

# Nothing there is nothing wrong. Everything else that is not a yes is a no, also what could not be decided.
for code in "$scanned" "$checked"; do
  case $code in 0 | 3) ;; *) exit 1 ;; esac
done
