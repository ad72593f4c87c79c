/** The parts of an intent definition. The protocol declares the params and whether the intent uses the actor's time. */
import type { INTENTS } from '@assay/protocol';
import type { NEEDS } from '../layout.ts';
import type { World } from '../state.ts';

type IntentName = keyof typeof INTENTS;
type ParamsOf<Name extends IntentName> = (typeof INTENTS)[Name]['params']['_zod']['output'];
type Need = (typeof NEEDS)[number];
/** The effect that the actor expects: changes of its needs and its purse. */
export type Effect = { readonly needs?: Partial<Record<Need, number>>; readonly money?: number };

/** The missing amount, in minor units. */
type Shortfall = { readonly code: 'insufficient_funds'; readonly needed: number; readonly available: number };
/** A loan above what the bank lends to this actor, in minor units. */
type OverLimit = { readonly code: 'credit_refused'; readonly most: number };
/** Why an action is not possible now: a code, a missing amount or a limit. Null when it is possible. */
export type Blocked = string | Shortfall | OverLimit | null;

export const covered = (available: number, needed: number): Shortfall | null =>
  available < needed ? { code: 'insufficient_funds', needed, available } : null;

export type Definition<Params> = {
  /** Has no side effects. */
  readonly check: (w: World, actor: number, params: Params) => Blocked;
  readonly apply: (w: World, actor: number, params: Params, intentId: string) => void;
  readonly effect?: (w: World, actor: number, params: Params) => Effect;
  /** Alternative params within the same limits, for a target that failed. */
  readonly rewrite?: (w: World, actor: number, params: Params) => Record<string, unknown> | undefined;
};

export const define = <Name extends IntentName>(name: Name, definition: Definition<ParamsOf<Name>>) => ({
  name,
  definition,
});
