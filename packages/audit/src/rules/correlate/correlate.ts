import type { Reading } from '@assay/analysis/prose/discourse/index';
import type { JudgedFinding } from '@assay/analysis/result/verdict.policy';
import type { Facts, Span } from '@assay/analysis/types';
import { type Hit, judgeHits } from '../../review/judge.ts';
import { CHAINS } from './chains.ts';
import type { LiveFinding } from './live-finding.ts';

/** Joins findings and flows into chains; a chain takes the place of its parts and lists them as stages. */
export function correlate(
  live: readonly LiveFinding[],
  facts: Facts,
  classify: (span: Span) => Reading,
): JudgedFinding[] {
  const absorbed = new Set<LiveFinding>();
  const hits: Hit[] = [];
  for (const chain of CHAINS) {
    for (const found of chain.find(live, facts)) {
      hits.push({ rule: chain.rule, raw: found.raw });
      for (const part of found.parts) absorbed.add(part);
    }
  }
  const chains = judgeHits(hits, classify).live.map(({ at, ...finding }) => finding);
  const rest = live.filter((finding) => !absorbed.has(finding)).map(({ at, ...finding }) => finding);
  return [...chains, ...rest];
}
