import { SEATED_PHASES, type SeatedPhase } from '@assay/economy/council';
import { Hash32, RoundId, sha256Hex } from '@assay/protocol';
import { z } from 'zod';

/** A test case that is to go out beside a panel of this round. */
export type CanaryTask = { readonly roundId: string; readonly phase: SeatedPhase; readonly seed: Hash32 };

export const CANARY_QUEUE = 'validators.canary';

const Key = z.tuple([RoundId, z.enum(SEATED_PHASES), Hash32]);

export const toCanaryKey = ({ roundId, phase, seed }: CanaryTask): string => [roundId, phase, seed].join('/');

export function parseCanaryKey(key: string): CanaryTask {
  const [roundId, phase, seed] = Key.parse(key.split('/'));
  return { roundId, phase, seed };
}

/** The same for the same part of the same task, so that a task that runs twice has one effect: a UUID of version 8. */
export function toTaskId(task: CanaryTask, part: string): string {
  const digits = sha256Hex(new TextEncoder().encode(`${toCanaryKey(task)}/${part}`));
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}
