import {
  ActorId,
  Address,
  type Grant,
  type GrantRequest,
  JournalId,
  newUuidV7,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import type { z } from 'zod';
import { type ByOperator, operatorNameOf } from '../../platform/auth/index.ts';
import type { AgentRow, AgentStore } from '../accounts/index.ts';
import { type MarkBooks, purseOf } from '../purse/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Tx = ValidatorTransaction & { readonly operatorQueue: Pick<OperatorQueue, 'log'> };
type Deps = {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly agents: Pick<AgentStore, 'find' | 'findByWallet'>;
  readonly books: MarkBooks;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/**
 * Marks issued by an operator, which are the only source of a stake until the world runs. They are visible in the
 * ledger, the audit log and the public events.
 */
export function createGrants({ inTransaction, agents, books, random, clock }: Deps) {
  async function findActor({ actorId, walletAddress }: GrantRequest): Promise<AgentRow> {
    const found = actorId === undefined ? await agents.findByWallet(walletAddress ?? '') : await agents.find(actorId);
    if (found === undefined) throw new Problem('actor_not_found');
    return found;
  }

  return async (request: GrantRequest, { caller, requestId }: ByOperator): Promise<z.input<typeof Grant>> => {
    const { amount, reason } = request;
    const actor = await findActor(request);
    const at = clock.now();
    const id = newUuidV7(JournalId, at.getTime(), random);
    const ref = { type: 'grant', id };
    const balance = await inTransaction(async (tx) => {
      const subject = { type: 'actor', id: actor.id };
      await books.issueIn(tx, { to: purseOf(actor.id), amount, reason: 'grant', ref, subject });
      const act = { actor: operatorNameOf(caller), action: 'marks.granted', requestId };
      await tx.operatorQueue.log(
        {
          ...act,
          subjectType: 'actor',
          subjectId: actor.id,
          detail: { amount: amount.toString(), reason, grantId: id },
        },
        at,
      );
      return books.spendable(tx, actor.id);
    });
    return {
      id,
      actorId: ActorId.parse(actor.id),
      walletAddress: Address.parse(actor.walletAddress),
      amount: amount.toString(),
      balance: balance.toString(),
      grantedAt: at.toISOString(),
    };
  };
}
export type Grants = ReturnType<typeof createGrants>;
