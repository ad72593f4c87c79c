import { decideStanding, type Outcome, type Standing } from '../review/outcome.ts';
import { toFindingLines } from './findings.ts';
import { toHeadline } from './headline.ts';
import { count, seconds } from './lines.ts';
import { toNoteLines } from './notes.ts';
import { COLUMNS, NAMES_SHOWN_MAX, type Page, type Reviewed } from './page.ts';
import { toSafeText } from './safe-text.ts';
import type { Style } from './style.ts';

/** The complete text for one skill: headline, unread parts, findings, suppressed findings. */
export function toHumanText(outcome: Outcome, { style, columns }: Page): string {
  const page = { style, columns: Math.max(COLUMNS.min, Math.min(columns, COLUMNS.max)) };
  const lines = [toHeadline(outcome, style), ...gapLines(outcome, style)];
  if (outcome.kind === 'reviewed') {
    lines.push(
      ...blockingLines(outcome, style),
      ...toFindingLines(outcome, page),
      ...passageLines(outcome, style),
      ...toNoteLines(outcome, style),
    );
  }
  return `${lines.join('\n')}\n${lines.length > 1 ? '\n' : ''}`;
}

function gapLines(outcome: Outcome, style: Style): string[] {
  if (outcome.kind === 'ignored') return [];
  const shown = outcome.gaps.slice(0, NAMES_SHOWN_MAX).map(toSafeText);
  const more = outcome.gaps.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((gap) => `  ${style.open('not reviewed')} ${gap}`);
}

const blockingLines = ({ report }: Reviewed, style: Style): string[] =>
  report.blocking.length === 0
    ? []
    : [`  ${style.bad('blocked by')} ${report.blocking.map(({ reason }) => reason.replaceAll('-', ' ')).join(', ')}`];

/** Only a reader can judge the meaning of sentences. Without one, lists the passages to read first. */
function passageLines({ report }: Reviewed, style: Style): string[] {
  const passages = report.reading?.isRead === true ? [] : report.passages;
  if (passages.length === 0) return [];
  const shown = passages.slice(0, NAMES_SHOWN_MAX).map(({ file, startLine, endLine, why }) => {
    const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
    return `  ${style.open('passage to read')} ${toSafeText(`${file}:${lines} ${why}`)}`;
  });
  const more = passages.length - shown.length;
  return ['', ...shown, ...(more > 0 ? [`  … and ${count(more, 'more passage')}; --json lists them`] : [])];
}

const UNREAD_HINT = 'instructions not read: choose a reader with `assay reader`';

/** The totals line of a scan. */
export function toTotalsText(outcomes: readonly Outcome[], durationMs: number, style: Style): string {
  const standings = outcomes.map(decideStanding);
  const amount = (standing: Standing): number => standings.filter((other) => other === standing).length;
  const parts = [
    [amount('unsafe'), 'unsafe', style.bad],
    [amount('undecided'), 'undecided', style.open],
    [amount('ignored'), 'ignored', style.faint],
    [amount('no-findings'), 'without findings', style.strong],
    [amount('safe'), 'safe', style.good],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word, paint]) => paint(`${number} ${word}`));
  const unread = amount('no-findings') === 0 ? '' : `${UNREAD_HINT}\n`;
  return `${style.strong(count(outcomes.length, 'skill'))}: ${told.join(', ')} ${style.faint(`in ${seconds(durationMs)}`)}\n${unread}`;
}
