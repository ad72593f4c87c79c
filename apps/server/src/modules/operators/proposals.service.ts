import {
  CertificateId,
  newUuidV7,
  type OperatorProposal,
  OperatorProposalId,
  type OperatorProposalRequest,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import { type ByOperator, type OperatorAct, type OperatorStore, operatorNameOf } from '../../platform/auth/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { ProposalRow, ProposalStore } from './proposals.store.ts';
import { requirePerson, requireTwoPersonRule, type TwoPersonRule } from './two-person.policy.ts';

export type ProposalTransaction = {
  readonly proposals: ProposalStore;
  readonly operators: Pick<OperatorStore, 'findByName'>;
  readonly operatorQueue: Pick<OperatorQueue, 'log'>;
};
/** The effects of a confirmed proposal, in the transaction that confirms it. */
export type ProposedActs<Tx> = {
  readonly revokeIn: (tx: Tx, id: CertificateId, act: OperatorAct) => Promise<void>;
  readonly rotateIn: (tx: Tx, atOnce: boolean) => Promise<unknown>;
  readonly requireCertificate: (id: CertificateId) => Promise<void>;
};
type Deps<Tx> = {
  readonly rule: TwoPersonRule;
  readonly acts: ProposedActs<Tx>;
  readonly store: Pick<ProposalStore, 'list'>;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const HOUR_MS = 3_600_000;

/** Two-person decisions: one administrator proposes, and a different one confirms in time. */
export function createProposals<Tx extends ProposalTransaction>(deps: Deps<Tx>) {
  const { rule, acts, store, inTransaction, random, clock } = deps;

  async function propose(request: OperatorProposalRequest, by: ByOperator): Promise<OperatorProposal> {
    const hours = requireTwoPersonRule(rule);
    const proposedBy = requirePerson(by.caller);
    if (request.action === 'REVOKE_CERTIFICATE') await acts.requireCertificate(request.certificateId);
    const proposedAt = clock.now();
    const row: ProposalRow = {
      id: newUuidV7(OperatorProposalId, proposedAt.getTime(), random),
      action: request.action,
      subjectId: request.action === 'REVOKE_CERTIFICATE' ? request.certificateId : '',
      atOnce: request.action === 'ROTATE_KEYS' && request.atOnce,
      reason: request.reason,
      proposedBy,
      proposedAt,
      expiresAt: new Date(proposedAt.getTime() + hours * HOUR_MS),
      state: 'OPEN',
      decidedBy: null,
      decidedAt: null,
    };
    await inTransaction(async (tx) => {
      await tx.proposals.insert(row);
      await log(tx, 'made', row, { ...by, reason: row.reason });
    });
    return toProposal(row, proposedAt);
  }

  const log = (tx: Tx, action: string, row: ProposalRow, { caller, reason, requestId }: OperatorAct) => {
    const { id, subjectId, atOnce, proposedBy } = row;
    const detail = { action: row.action, subjectId, atOnce, proposedBy, reason };
    const entry = { actor: operatorNameOf(caller), action: `proposal.${action}`, requestId };
    return tx.operatorQueue.log({ ...entry, subjectType: 'proposal', subjectId: id, detail }, clock.now());
  };

  async function lockOpen(tx: Tx, id: OperatorProposalId): Promise<ProposalRow> {
    const row = await tx.proposals.lock(id);
    if (row === undefined) throw new Problem('operator_proposal_not_found');
    const { state } = toProposal(row, clock.now());
    if (state !== 'OPEN') throw new Problem('proposal_not_open', { state });
    return row;
  }

  async function decide(tx: Tx, row: ProposalRow, state: 'CONFIRMED' | 'WITHDRAWN', act: OperatorAct) {
    const decided = { state, decidedBy: act.caller.name ?? 'operator', decidedAt: clock.now() };
    await tx.proposals.decide(row.id, decided);
    await log(tx, state.toLowerCase(), row, act);
    return toProposal({ ...row, ...decided }, decided.decidedAt);
  }

  const confirm = (id: OperatorProposalId, act: OperatorAct): Promise<OperatorProposal> =>
    inTransaction(async (tx) => {
      requireTwoPersonRule(rule);
      const second = requirePerson(act.caller);
      const row = await lockOpen(tx, id);
      if (second === row.proposedBy)
        throw new Problem('two_person_rule', { reason: 'another administrator must confirm your proposal' });
      const first = await tx.operators.findByName(row.proposedBy);
      if (first?.role !== 'administrator')
        throw new Problem('two_person_rule', { reason: `${row.proposedBy} is no longer an administrator` });
      const decided = await decide(tx, row, 'CONFIRMED', act);
      await carryOut(tx, row, act);
      return decided;
    });

  async function carryOut(tx: Tx, row: ProposalRow, act: OperatorAct): Promise<void> {
    switch (row.action) {
      case 'REVOKE_CERTIFICATE':
        return acts.revokeIn(tx, CertificateId.parse(row.subjectId), { ...act, reason: row.reason });
      case 'ROTATE_KEYS':
        await acts.rotateIn(tx, row.atOnce);
    }
  }

  const withdraw = (id: OperatorProposalId, act: OperatorAct): Promise<OperatorProposal> =>
    inTransaction(async (tx) => decide(tx, await lockOpen(tx, id), 'WITHDRAWN', act));

  async function list(): Promise<{ items: OperatorProposal[] }> {
    const now = clock.now();
    return { items: (await store.list()).map((row) => toProposal(row, now)) };
  }

  return { list, propose, confirm, withdraw };
}
export type Proposals = Pick<
  ReturnType<typeof createProposals<ProposalTransaction>>,
  'list' | 'propose' | 'confirm' | 'withdraw'
>;

const toProposal = (row: ProposalRow, now: Date): OperatorProposal => ({
  id: OperatorProposalId.parse(row.id),
  action: row.action,
  certificateId: row.subjectId === '' ? null : CertificateId.parse(row.subjectId),
  atOnce: row.atOnce,
  reason: row.reason,
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  state: row.state === 'OPEN' && row.expiresAt <= now ? 'EXPIRED' : row.state,
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});
