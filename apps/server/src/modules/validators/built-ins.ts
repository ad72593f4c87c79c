import { COUNCIL } from '@assay/economy/council';
import { ActorId, sha256Hex } from '@assay/protocol';
import type { ValidatorRow } from './validators.store.ts';

const FAMILIES = [
  { family: 'instruction', title: 'Instruction', size: 4 },
  { family: 'code-taint', title: 'Code flow', size: 3 },
  { family: 'supply-chain', title: 'Supply chain', size: 3 },
  { family: 'sandbox', title: 'Sandbox', size: 3 },
] as const;

/**
 * The service's own validators: every panel can be filled from them. They are measured as everybody is, but no canary
 * slashes or suspends them, for nobody would be left to judge.
 */
export const toBuiltIns = (now: Date): ValidatorRow[] =>
  FAMILIES.flatMap(({ family, title, size }) =>
    Array.from({ length: size }, (_, index): ValidatorRow => {
      const id = `${family}-${index + 1}`;
      return {
        id,
        actorId: toActorId(id),
        wallet: null,
        name: `${title} ${index + 1}`,
        family,
        mode: 'HOSTED',
        builtIn: true,
        tracks: ['SKILL'],
        state: 'ACTIVE',
        entryStake: COUNCIL.entry.stakeMinMinor,
        measuredSince: now,
        unbondingUntil: null,
        since: now,
      };
    }),
  );

/** The same in every deployment: a UUID of version 8, whose bits the application chooses. */
function toActorId(id: string): ActorId {
  const digits = sha256Hex(new TextEncoder().encode(`assay built-in validator ${id}`));
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return ActorId.parse([...parts, digits.slice(20, 32)].join('-'));
}
