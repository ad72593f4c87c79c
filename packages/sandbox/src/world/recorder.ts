import type { DataTag, Observation, ObservationKind } from '@assay/analysis/runs/observation';
import { compare } from '@assay/analysis/runs/plan';

export const RECORD_LIMITS = { actsMax: 200, secretMax: 100, targetCharsMax: 240 } as const;

export type Act = { kind: ObservationKind; target: string; data?: readonly DataTag[] };
export type Recorder = {
  record(act: Act, basis?: Observation['basis']): void;
  /** Records content that was not exercised, without duplicates. */
  miss(reason: string): void;
  limit(name: string): void;
  acts(): Observation[];
  gaps(): string[];
};

/** Collects the acts of one unit in one environment. A repeated act is kept once, at its first step. */
export function createRecorder(unit: string, present: (target: string) => string): Recorder {
  const acts = new Map<string, Observation>();
  const gaps = new Set<string>();

  function record({ kind, target, data = [] }: Act, basis: Observation['basis'] = 'run'): void {
    const shown = shorten(present(target));
    const tags = [...new Set(data)].sort(compare);
    const key = JSON.stringify([kind, shown, tags]);
    if (acts.has(key)) return;
    // Acts with a planted secret have their own quota, and sent secrets a further one, so that many acts cannot displace them.
    const isSecret = tags.some((tag) => tag.startsWith('canary:') || tag === 'bulk-env');
    const more = isSecret ? RECORD_LIMITS.secretMax * (kind === 'net' || kind === 'dns' ? 2 : 1) : 0;
    const max = RECORD_LIMITS.actsMax + more;
    if (acts.size >= max && kind !== 'limit') limit('acts recorded');
    else acts.set(key, { unit, kind, target: shown, data: tags, step: acts.size + 1, basis });
  }
  function limit(name: string): void {
    gaps.add(`limit reached: ${name}`);
    record({ kind: 'limit', target: name });
  }
  return {
    record,
    limit,
    miss: (reason) => void gaps.add(shorten(reason)),
    acts: () => [...acts.values()],
    gaps: () => [...gaps].sort(compare),
  };
}

// Explicit instead of \p{…}: the result must not depend on the runtime's Unicode tables.
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** One printable line of bounded length. */
function shorten(text: string): string {
  const line = text
    .slice(0, RECORD_LIMITS.targetCharsMax * 4)
    .replace(UNPRINTABLE, ' ')
    .trim();
  const { targetCharsMax } = RECORD_LIMITS;
  return line.length > targetCharsMax ? `${line.slice(0, targetCharsMax - 1).toWellFormed()}…` : line.toWellFormed();
}
