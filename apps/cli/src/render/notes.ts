import type { Suppression, SuppressionState } from '../review/suppression.ts';
import { count } from './lines.ts';
import { NAMES_SHOWN_MAX, place, type Reviewed } from './page.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

/** Suppressed findings and their reasons, so that no finding disappears silently. */
export function toNoteLines(outcome: Reviewed, style: Style): string[] {
  const notes = [
    ...ignoredNotes(outcome),
    ...outcome.suppressed.map(
      (finding) => `${finding.ruleId} at ${place(finding)} is suppressed: ${finding.justification}`,
    ),
    ...outcome.suppressions.flatMap(suppressionNote),
    ...demotedNotes(outcome),
    ...outcome.report.coverage.budgetHits.map((hit) => `limit reached: ${hit}`),
    ...sandboxNotes(outcome),
  ];
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `  ${style.faint('note')} ${toSafeText(note)}`)];
}

function ignoredNotes({ ignoredFiles }: Reviewed): string[] {
  const shown = ignoredFiles
    .slice(0, NAMES_SHOWN_MAX)
    .map(
      ({ path, by }) =>
        `${path} is ignored by ${by}: the verdict covers it, but its findings do not count toward --fail-on`,
    );
  const more = ignoredFiles.length - shown.length;
  return more > 0 ? [...shown, `… and ${count(more, 'more ignored file')}`] : shown;
}

const STATE_WORDS: Readonly<Record<Exclude<SuppressionState, 'applied'>, string>> = {
  expired: 'has expired and has no effect',
  'no-reason': 'has no reason="…", so it has no effect',
  'no-expiry': 'has no until=YYYY-MM-DD, so it has no effect',
  'not-allowed': 'has no effect: a CRITICAL or blocking finding cannot be suppressed',
  unused: 'matches no finding; remove it',
};

const suppressionNote = ({
  file,
  line,
  ruleId,
  state,
}: Suppression & { readonly state: SuppressionState }): string[] =>
  state === 'applied' ? [] : [`assay-ignore ${ruleId} at ${file}:${line} ${STATE_WORDS[state]}`];

function demotedNotes({ report: { demoted } }: Reviewed): string[] {
  if (demoted.length === 0) return [];
  const contexts = [...new Set(demoted.map(({ context }) => context))].sort().join(', ');
  return [
    `${count(demoted.length, 'risky passage')} ${demoted.length === 1 ? 'is' : 'are'} treated as discussion, not as instruction (${contexts}); --json lists them`,
  ];
}

function sandboxNotes({ report: { sandbox } }: Reviewed): string[] {
  const gaps = sandbox.mode === 'none' ? [] : sandbox.notExercised;
  const shown = gaps.slice(0, NAMES_SHOWN_MAX).map(({ unit, reason }) => `not run in the sandbox: ${unit} (${reason})`);
  const more = gaps.length - shown.length;
  return more > 0 ? [...shown, `… and ${count(more, 'more unit')} not run`] : shown;
}
