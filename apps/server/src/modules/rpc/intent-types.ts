import { view } from '@assay/economy/world';
import {
  type CouncilIntentType,
  INTENT_TEXTS,
  INTENTS,
  type IntentType,
  isCouncilIntent,
  toJsonSchema,
} from '@assay/protocol';
import type { Caller } from '../../platform/auth/index.ts';
import { once } from '../../platform/once.ts';
import type { AgentWorld } from '../world/index.ts';

export const INTENT_TYPES = Object.keys(INTENTS) as readonly IntentType[];

/** Refusal codes of the council's routes. They depend on records that only those routes read. */
const COUNCIL_NEEDS: Readonly<Record<CouncilIntentType, readonly (readonly [code: string, detail: string])[]>> = {
  INTENT_ACTIVATE_VALIDATOR: [
    ['requirements_not_met', 'Every requirement of GET /certsvc/v1/activation-requirements must be met'],
    ['insufficient_funds', 'The purse must cover the stake'],
  ],
  INTENT_DEACTIVATE_VALIDATOR: [
    ['validator_not_found', 'The actor must be a validator'],
    ['assignments_open', 'No assignment may be open'],
  ],
  INTENT_ADD_STAKE: [
    ['validator_not_found', 'The actor must be a validator'],
    ['insufficient_funds', 'The purse must cover the amount'],
  ],
  INTENT_EQUIP_PLUGIN: [
    ['plugin_not_found', 'The actor must own the plugin'],
    ['plugin_already_equipped', 'The plugin must not be in another slot'],
  ],
  INTENT_COMMIT_VERDICT: [
    ['assignment_not_found', 'The assignment must belong to the actor'],
    ['window_closed', 'The commit window must be open'],
  ],
  INTENT_REVEAL_VERDICT: [
    ['assignment_not_found', 'The assignment must belong to the actor'],
    ['commitment_mismatch', 'The verdict must hash to the commitment'],
    ['window_closed', 'The reveal window must be open'],
  ],
  INTENT_FLAG_CERTIFICATE: [
    ['certificate_not_found', 'The certificate must exist'],
    ['flag_own_certificate', 'The certificate must belong to another owner'],
    ['flag_already_open', 'The wallet must have no undecided flag on the certificate'],
  ],
};

/** The constant part of the types. The schemas are built for the first caller. */
const described = once(() =>
  INTENT_TYPES.map((type) => ({
    type,
    ...INTENT_TEXTS[type],
    params: toJsonSchema(INTENTS[type].params),
    takesTime: 'isMain' in INTENTS[type],
    doneAtOnce: isCouncilIntent(type),
  })),
);

/** The intents that exist; for the actor of a key, also whether each is currently possible. */
export function createIntentTypes({ world }: { readonly world: Pick<AgentWorld, 'now' | 'row'> }) {
  function needsOf(type: IntentType, actorId: string | undefined) {
    if (isCouncilIntent(type))
      return { cost: null, preconditions: COUNCIL_NEEDS[type].map(([code, detail]) => ({ code, met: null, detail })) };
    if (world.row() === undefined) return { cost: null, preconditions: [] };
    const { cost = null, preconditions = [] } = view.intentNeeds(world.now(), type, actorId) ?? {};
    return { cost: cost === null ? null : String(cost), preconditions: [...preconditions] };
  }

  return (caller: Caller | undefined) => {
    const actorId = caller?.kind === 'key' ? caller.actorId : undefined;
    const items = described().map(({ example, ...one }) => ({
      ...one,
      example: { ...example },
      ...needsOf(one.type, actorId),
    }));
    return { items, nextCursor: null };
  };
}
export type IntentTypes = ReturnType<typeof createIntentTypes>;
