#!/usr/bin/env bash
# What the action does: review, check, SARIF, job summary. Its inputs come as environment variables. A value is never an option: it follows
# an equals sign or a double dash. ASSAY_URL and ASSAY_TRUST_KEYS are read by the command itself. ASSAY_COMMAND replaces the command from npm.
# Must work with bash 3.2, the version on macOS, for which an empty array is an unset variable.
set -uo pipefail

readonly SUMMARY_BYTES_MAX=400000
action=$(dirname -- "${BASH_SOURCE[0]}")
path=${ASSAY_PATH:-.}
summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
outputs=${GITHUB_OUTPUT:-/dev/null}

# Third-party text in the log: between these two lines the runner reads no commands, and the word that ends it cannot be guessed.
stop=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
log() {
  printf '::stop-commands::%s\n' "$stop"
  printf '%s\n' "$1"
  printf '::%s::\n' "$stop"
}
# Indented, and with no line ending but \n, so that no text of a skill is anything but text on the summary page.
show() {
  printf '\n### %s: %s\n\n' "$1" "$2"
  printf '%s\n' "$3" | tr '\r\v\f' '\n\n\n' | head -c "$SUMMARY_BYTES_MAX" | sed 's/^/    /'
  printf '\n'
}
# The work could not be done: nothing is known about the skills, which is neither safe nor unsafe.
fail() {
  printf 'scan=%s\ncheck=%s\nsarif=%s\n' "$1" "$2" "$3" >>"$outputs"
  printf '::error title=Assay::Assay could not run; nothing was decided. The log of this step says why.\n'
  exit 1
}
word() { # exit code, then the words for 0 to 3
  local code=$1
  shift
  case $code in [0-3]) printf '%s\n' "${@:$((code + 1)):1}" ;; *) printf 'error\n' ;; esac
}

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/assay.XXXXXX") || fail error error ''
if [ -n "${ASSAY_COMMAND:-}" ]; then
  read -r -a assay <<<"$ASSAY_COMMAND"
else
  mkdir "$folder/cli" || fail error error ''
  if ! installed=$(node "$action/install.mjs" "$folder/cli" 2>&1); then
    log "@assay/cli could not be installed:"$'\n'"$installed"
    fail error error ''
  fi
  assay=("$folder/cli/node_modules/.bin/assay")
fi

# A program that does not start may end with any code, also with the one that means unsafe.
if ! started=$("${assay[@]}" --version 2>"$folder/start.log") || ! [[ $started =~ ^[0-9]+\.[0-9]+\.[0-9]+[^[:space:]]*$ ]]; then
  why="Assay did not start: ${assay[*]}"$'\n'"$started"$'\n'"$(<"$folder/start.log")"
  log "$why"
  show 'Review' error "$why" >>"$summary"
  fail error error ''
fi

sarif=$folder/assay.sarif
scan=(--sarif="$sarif")
[ -n "${ASSAY_FAIL_ON:-}" ] && scan+=(--fail-on="$ASSAY_FAIL_ON")
[ -n "${ASSAY_READER:-}" ] && scan+=(--model="$ASSAY_READER")
review=$("${assay[@]}" scan "${scan[@]}" -- "$path" 2>&1)
scanned=$?
scan_state=$(word "$scanned" safe unsafe undecided nothing)
# Nothing was found, and the instructions of at least one skill are unread. Text of a skill cannot hide this line.
[ "$scan_state" = safe ] && grep -qF '"reviewResult": "NO_FINDINGS"' "$sarif" && scan_state=unread
# A review that ended as it should has written its log.
if [ ! -s "$sarif" ]; then
  sarif=''
  case $scan_state in safe | unsafe | unread) scan_state=error ;; esac
fi
show 'Review' "$scan_state" "$review" >>"$summary"
log "$review"

check_state=skipped
if [ -n "${ASSAY_URL:-}" ]; then
  check=()
  [ "${ASSAY_ALLOW_UNCERTIFIED:-false}" = true ] && check+=(--allow-uncertified)
  certificates=$("${assay[@]}" check ${check[@]+"${check[@]}"} -- "$path" 2>&1)
  check_state=$(word "$?" valid refused undecidable nothing)
  show 'Certificates' "$check_state" "$certificates" >>"$summary"
  log "$certificates"
fi

[ "$scan_state" = error ] || [ "$check_state" = error ] && fail "$scan_state" "$check_state" "$sarif"
printf 'scan=%s\ncheck=%s\nsarif=%s\n' "$scan_state" "$check_state" "$sarif" >>"$outputs"

# Fail closed. An empty scan means a wrong path or a missing skill unless the input says otherwise.
if [ "$scan_state" = unread ] && [ "${ASSAY_REQUIRE_READER:-false}" != true ]; then
  printf '::warning title=Assay::Nothing was found, but the instructions are unread. Choose a reader with the input "reader".\n'
elif [ "$scan_state" != safe ]; then
  printf '::error title=Assay::The review of the skills ended with: %s.\n' "$scan_state"
  exit 1
fi
case $check_state in
  valid | skipped) ;;
  *)
    printf '::error title=Assay::The check of the certificates ended with: %s.\n' "$check_state"
    exit 1
    ;;
esac
