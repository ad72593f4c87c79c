import { judgeAtPlaces, type RuledHit } from '@assay/analysis/result/at-places';
import type { RuleInfo } from '@assay/analysis/types';
import { API_LIMITS } from './limits.ts';
import type { ApiHit } from './rule.ts';

export type ApiRuledHit = { readonly rule: RuleInfo; readonly hit: ApiHit; readonly leavesUndecided?: boolean };

/**
 * Returns one finding per class, at its first place and with a count, because most hits of a class repeat the same
 * small issue.
 */
export function judgeApi(hits: readonly ApiRuledHit[], textOf: (file: string) => string) {
  const classes = Map.groupBy(hits, ({ rule, hit }) =>
    [rule.id, hit.at.file, hit.class, hit.severity ?? rule.severity, hit.confidence].join('\0'),
  );
  return judgeAtPlaces([...classes.values()].map(toOne), textOf).findings.map((finding) => ({
    ...finding,
    context: 'reference' as const,
  }));
}

function toOne(alike: readonly ApiRuledHit[]): RuledHit {
  const sorted = [...alike].sort((a, b) => a.hit.at.start - b.hit.at.start);
  const [first, ...rest] = sorted;
  if (first === undefined) throw new Error('a class without a hit');
  const places = new Set(rest.map(({ hit }) => hit.at.start).filter((start) => start !== first.hit.at.start));
  const { at, confidence, severity, note } = first.hit;
  const more =
    places.size === 0 ? '' : ` The same holds at ${places.size} more ${places.size === 1 ? 'place' : 'places'}.`;
  return {
    rule: first.rule,
    hit: {
      at,
      confidence,
      note: note + more,
      ...(severity === undefined ? {} : { severity }),
      related: rest.slice(0, API_LIMITS.relatedMax).map(({ hit }) => ({ at: hit.at, role: 'also here' })),
    },
    leavesUndecided: alike.some(({ leavesUndecided }) => leavesUndecided === true),
  };
}
