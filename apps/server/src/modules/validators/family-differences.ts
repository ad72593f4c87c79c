import { COUNCIL, distinguishFamilies, hasRecord } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import type { KnownAnswerStore } from './known-answers.store.ts';
import type { ValidatorRow } from './validators.store.ts';

/** Enough to distinguish families, and few enough to count for every draw. */
const CANARIES_COUNTED = 1_000;

type Active = Pick<ValidatorRow, 'id' | 'family' | 'mode'>;

/** For each remote validator with a record on canaries, the families that differ measurably from its own. */
export async function findDistinctFamilies(
  answers: KnownAnswerStore,
  active: readonly Active[],
  track: Track,
): Promise<Map<string, readonly string[]>> {
  const remote = active.filter(({ mode }) => mode === 'REMOTE');
  if (remote.length === 0) return new Map();
  const newest = await answers.newestOnCanaries(
    remote.map(({ id }) => id),
    track,
    COUNCIL.record.newest,
  );
  const known = remote.filter(({ id }) => hasRecord(newest.get(id) ?? []));
  if (known.length === 0) return new Map();
  // Errors without a record do not count, because deliberate errors would distinguish a family.
  const counted = [...active.filter(({ mode }) => mode === 'HOSTED'), ...known];
  const pairs = await answers.familyPairs(
    counted.map(({ id }) => id),
    CANARIES_COUNTED,
  );
  const apart = distinguishFamilies(pairs);
  return new Map(known.map(({ id, family }) => [id, apart.get(family) ?? []]));
}
