import { percent, show } from '../measure/proportion.ts';
import type { RuleHitRow, WildFigures } from '../measure/wild-figures.ts';
import { table } from './tables.ts';

export type Parts = {
  readonly tune: WildFigures | undefined;
  readonly check: WildFigures | undefined;
  readonly final: WildFigures | undefined;
};

type Part = { readonly name: string; readonly figures: WildFigures };

const partsOf = ({ tune, check, final }: Parts): Part[] => [
  ...(tune === undefined ? [] : [{ name: 'TUNE', figures: tune }]),
  ...(check === undefined ? [] : [{ name: 'CHECK', figures: check }]),
  ...(final === undefined ? [] : [{ name: 'FINAL', figures: final }]),
];

/** The same figures for every part: a rule that was fitted to its samples shows a gap. */
export function wildSection(all: Parts): string {
  const parts = partsOf(all);
  if (parts.length === 0) return 'Not measured in this run.';
  return [summary(parts), bySource(parts), byReason(parts), byRule(parts)].join('\n\n');
}

const GAP_MAX = 1 / 3;

function summary(parts: readonly Part[]): string {
  const row = (name: string, cell: (figures: WildFigures) => string): string[] => [
    name,
    ...parts.map(({ figures }) => cell(figures)),
  ];
  const rows = [
    row('skills', ({ skills }) => String(skills)),
    row('owners', ({ owners }) => String(owners)),
    row('blocked', ({ blocked }) => show(blocked)),
    row('of these called UNSAFE', ({ accused }) => show(accused)),
    row('owners with a blocked skill', ({ ownersBlocked }) => show(ownersBlocked)),
    row('any HIGH or CRITICAL', ({ high }) => show(high)),
    row('passages worth reading per skill', ({ passages }) => `median ${passages.median}, p95 ${passages.p95}`),
    row(
      'time per skill, ms',
      ({ time }) =>
        `median ${time.medianMs.toFixed(1)}, p95 ${time.p95Ms.toFixed(1)}, worst ${time.worstMs.toFixed(0)}`,
    ),
  ];
  const gaps =
    parts.length < 2 ? ['One part only: no gap to show.'] : parts.slice(1).map((part) => gap(parts[0], part));
  return [table(['', ...parts.map(({ name }) => name)], rows), ...gaps].join('\n\n');
}

/** Between the part that rules are written by and one that they are not. */
function gap(tune: Part | undefined, other: Part): string {
  if (tune === undefined) return '';
  const share = ({ figures: { blocked } }: Part): number => (blocked.n === 0 ? 0 : blocked.hits / blocked.n);
  const widest = Math.max(share(tune), share(other));
  const apart = widest === 0 ? 0 : Math.abs(share(tune) - share(other)) / widest;
  const says = apart > GAP_MAX ? '**a defect** (more than a third)' : 'within a third';
  return `${tune.name} and ${other.name} are ${percent(apart)} apart in blocked skills: ${says}.`;
}

function bySource(parts: readonly Part[]): string {
  const names = [...new Set(parts.flatMap(({ figures }) => figures.bySource.map(({ name }) => name)))].sort();
  const cell = ({ figures }: Part, name: string, what: 'blocked' | 'high'): string => {
    const row = figures.bySource.find((one) => one.name === name);
    return row === undefined ? '' : show(row[what]);
  };
  const head = ['source', ...parts.flatMap(({ name }) => [`${name} blocked`, `${name} HIGH or worse`])];
  return table(
    head,
    names.map((name) => [name, ...parts.flatMap((part) => [cell(part, name, 'blocked'), cell(part, name, 'high')])]),
  );
}

function byReason(parts: readonly Part[]): string {
  const names = [...new Set(parts.flatMap(({ figures }) => figures.byReason.map(({ name }) => name)))];
  return table(
    ['blocked by', ...parts.map(({ name }) => name)],
    names.map((name) => [
      name,
      ...parts.map(({ figures }) => String(figures.byReason.find((one) => one.name === name)?.blocked ?? 0)),
    ]),
  );
}

/** Every rule that fired, with the skills it spoke of and those it helped to block. */
function byRule(parts: readonly Part[]): string {
  const keyOf = ({ rule, evidence }: RuleHitRow): string => `${rule} ${evidence}`;
  const keys = [...new Set(parts.flatMap(({ figures }) => figures.fires.map(keyOf)))].sort();
  const cells = ({ figures }: Part, key: string): string[] => {
    const row = figures.fires.find((one) => keyOf(one) === key);
    return [String(row?.fires ?? 0), String(row?.blocks ?? 0)];
  };
  return table(
    ['rule and evidence', ...parts.flatMap(({ name }) => [`${name} fires`, `${name} blocks`])],
    keys.map((key) => [key, ...parts.flatMap((part) => cells(part, key))]),
  );
}
