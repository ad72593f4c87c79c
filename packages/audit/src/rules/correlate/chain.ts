import { isRecognisedOrigin, toUrlValue } from '@assay/analysis/models/origins/origin';
import type { Confidence, Facts, RawFinding, Rule, Severity, Span, UrlValue } from '@assay/analysis/types';
import { isPublishersOwn } from '../own-origin.ts';
import type { LiveFinding } from './live-finding.ts';

export type FoundChain = { readonly raw: RawFinding; readonly parts: readonly LiveFinding[] };

export type Chain = {
  readonly rule: Rule;
  find(live: readonly LiveFinding[], facts: Facts): FoundChain[];
};

type ChainText = Omit<Rule, 'category' | 'nature' | 'contexts' | 'since' | 'check'>;

/** A chain is described like a rule; it looks at findings, so it has no check of its own. */
export const toRule = (text: ChainText): Rule => ({
  ...text,
  category: 'COR',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  since: '2026.11',
  check: () => [],
});

export const byRule = (
  live: readonly LiveFinding[],
  shape: RegExp,
  floor: readonly Severity[] = ['MEDIUM', 'HIGH', 'CRITICAL'],
): LiveFinding[] => live.filter(({ ruleId, severity }) => shape.test(ruleId) && floor.includes(severity));

const stagesOf = (parts: readonly (readonly [LiveFinding, string])[]): { at: Span; role: string }[] =>
  parts.map(([part, role]) => ({ at: part.at, role }));

/** A chain is no surer than its weakest part. */
const weakest = (parts: readonly LiveFinding[]): Confidence =>
  parts.some(({ confidence }) => confidence === 'tentative') ? 'tentative' : 'firm';

/** One chain from the first finding of each stage; nothing when a stage is missing. */
export function joined(stages: readonly (readonly [readonly LiveFinding[], string])[]): FoundChain[] {
  const parts: (readonly [LiveFinding, string])[] = [];
  for (const [found, role] of stages) {
    const [first] = found;
    if (first === undefined) return [];
    parts.push([first, role]);
  }
  const last = parts.at(-1)?.[0];
  if (last === undefined) return [];
  return [
    {
      raw: { at: last.at, confidence: weakest(parts.map(([part]) => part)), related: stagesOf(parts) },
      parts: parts.map(([part]) => part),
    },
  ];
}

/** An origin that is neither recognised nor the publisher's own. */
export function foreignUrl(destination: string | null, facts: Facts): UrlValue | undefined {
  const url = destination === null ? undefined : toUrlValue(destination);
  if (url === undefined || !url.host.includes('.') || isRecognisedOrigin(url.origin)) return undefined;
  return isPublishersOwn(url, facts.about) ? undefined : url;
}
