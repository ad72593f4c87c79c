/** What an intent is made of. Its params and whether it takes the actor's time are declared in the protocol. */
import type { INTENTS } from '@assay/protocol';
import type { NEEDS } from '../layout.ts';
import type { World } from '../state.ts';

type IntentName = keyof typeof INTENTS;
type ParamsOf<Name extends IntentName> = (typeof INTENTS)[Name]['params']['_zod']['output'];
type Need = (typeof NEEDS)[number];
/** What the actor expects of it: changes of needs, and of its purse. */
export type Effect = { readonly needs?: Partial<Record<Need, number>>; readonly money?: number };

/** What is missing of a sum, in minor units. */
type Shortfall = { readonly code: 'insufficient_funds'; readonly needed: number; readonly available: number };
/** Why something may not happen now: a code, or what is missing; null when it may. */
export type Blocked = string | Shortfall | null;

export const covered = (available: number, needed: number): Shortfall | null =>
  available < needed ? { code: 'insufficient_funds', needed, available } : null;

export type Definition<Params> = {
  /** It changes nothing. */
  readonly check: (w: World, actor: number, params: Params) => Blocked;
  readonly apply: (w: World, actor: number, params: Params, intentId: string) => void;
  readonly effect?: (w: World, actor: number, params: Params) => Effect;
  /** Other params within the same limits, for a target that failed. */
  readonly rewrite?: (w: World, actor: number, params: Params) => Record<string, unknown> | undefined;
};

export const define = <Name extends IntentName>(name: Name, definition: Definition<ParamsOf<Name>>) => ({
  name,
  definition,
});
