/** Political intents of residents. */
import { cityRow, sideRow } from '../ids.ts';
import { addNeed, PURPOSE } from '../needs.ts';
import { guardOf, openProposal, readChange } from '../policy.ts';
import type { Proposal } from '../side.ts';
import type { World } from '../state.ts';
import { define } from './definition.ts';

export const proposePolicy = define('INTENT_PROPOSE_POLICY', {
  check: (w, h, { cityId, type, payload }) => {
    const c = cityRow(w, cityId);
    if (c === undefined) return 'target_not_found';
    if (c !== w.actor.city[h]) return 'wrong_city';
    const change = readChange(type, payload);
    if (change === undefined) return 'out_of_range';
    if (w.side.proposals.some(({ proposer, state }) => proposer === h && state === 'OPEN')) return 'cooldown';
    return guardOf(w, c, change);
  },
  effect: () => ({ needs: { purpose: 5 } }),
  apply: (w, h, { type, payload }) => {
    openProposal(w, { city: w.actor.city[h], type, payload, proposer: h });
    addNeed(w, h, PURPOSE, 5);
  },
});

const proposalOf = (w: World, id: string): Proposal | undefined => {
  const row = sideRow(w, 'proposal', id);
  return w.side.proposals.find((proposal) => proposal.id === row);
};

export const voteProposal = define('INTENT_VOTE_PROPOSAL', {
  check: (w, h, { proposalId }) => {
    const proposal = proposalOf(w, proposalId);
    if (proposal === undefined) return 'target_not_found';
    if (proposal.state !== 'OPEN') return 'proposal_wrong_state';
    if (proposal.city !== w.actor.city[h]) return 'wrong_city';
    return proposal.yes.includes(h) || proposal.no.includes(h) ? 'already_voted' : null;
  },
  effect: () => ({ needs: { purpose: 5 } }),
  apply: (w, h, { proposalId, choice }) => {
    const proposal = proposalOf(w, proposalId) as Proposal;
    (choice === 'yes' ? proposal.yes : proposal.no).push(h);
    addNeed(w, h, PURPOSE, 5);
  },
});
