/** Council actions available to actors as intents. Each is also the use case of an HTTP route. */
import { Address } from '@assay/protocol';
import type { Flags } from './modules/certificates/index.ts';
import type { Slots } from './modules/plugins/compose.ts';
import type { CouncilActs } from './modules/rpc/compose.ts';
import type { Assignments } from './modules/seats/compose.ts';
import type { Activation } from './modules/validators/compose.ts';

type Needs = {
  readonly activation: Activation;
  readonly slots: Pick<Slots, 'assign'>;
  readonly assignments: Pick<Assignments, 'commit' | 'reveal'>;
  readonly flags: Pick<Flags, 'report'>;
};

export const composeCouncilActs = ({ activation, slots, assignments, flags }: Needs): CouncilActs => ({
  INTENT_ACTIVATE_VALIDATOR: (caller, request) => activation.activate(caller, request),
  INTENT_DEACTIVATE_VALIDATOR: (caller) => activation.deactivate(caller),
  INTENT_ADD_STAKE: (caller, { amount }) => activation.addStake(caller, amount),
  INTENT_EQUIP_PLUGIN: (caller, slot) => slots.assign(caller, slot),
  INTENT_COMMIT_VERDICT: (caller, { assignmentId, ...commit }) => assignments.commit(caller, assignmentId, commit),
  INTENT_REVEAL_VERDICT: (caller, { assignmentId, ...shown }) => assignments.reveal(caller, assignmentId, shown),
  INTENT_FLAG_CERTIFICATE(caller, { certificateId: id, ...report }) {
    const body = { ...report, walletAddress: Address.parse(caller.walletAddress) };
    return flags.report({ id, body, sentBody: body, caller });
  },
});
