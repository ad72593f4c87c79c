import {
  type NewOperator,
  newUuidV7,
  type OperatorAccount,
  OperatorId,
  type OperatorKeyAnswer,
  type OperatorMe,
  OperatorName,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import {
  type ByOperator,
  type CredentialStore,
  insertOperatorKey,
  OPERATORS_MAX,
  type Operator,
  type OperatorRow,
  type OperatorStore,
  operatorNameOf,
} from '../../platform/auth/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import { refuseNewAdministrator, type TwoPersonRule } from './two-person.policy.ts';

export type OperatorTransaction = {
  readonly operators: OperatorStore;
  readonly credentials: CredentialStore;
  readonly operatorQueue: Pick<OperatorQueue, 'log'>;
};
type Deps = {
  readonly rule: TwoPersonRule;
  readonly store: Pick<OperatorStore, 'list'>;
  readonly inTransaction: <T>(work: (tx: OperatorTransaction) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** Manages named operators. Every change is in the audit log; keys are stored as hashes only. */
export function createOperators({ rule, store, inTransaction, random, clock }: Deps) {
  async function list(): Promise<{ items: OperatorAccount[] }> {
    return { items: (await store.list()).map(toAccount) };
  }

  const log = (
    tx: OperatorTransaction,
    action: string,
    { name, role }: OperatorRow,
    { caller, requestId }: ByOperator,
  ) =>
    tx.operatorQueue.log(
      {
        actor: operatorNameOf(caller),
        action: `operator.${action}`,
        subjectType: 'operator',
        subjectId: name,
        detail: { role },
        requestId,
      },
      clock.now(),
    );

  const add = ({ name, role, ...rest }: NewOperator, by: ByOperator): Promise<OperatorKeyAnswer> =>
    inTransaction(async (tx) => {
      refuseNewAdministrator(rule, role);
      const signIn = rest.signIn ?? null;
      await tx.operators.lock();
      if (await tx.operators.isTaken(name, signIn)) throw new Problem('operator_exists');
      if ((await tx.operators.count()) >= OPERATORS_MAX)
        throw new Problem('operator_limit_reached', { max: OPERATORS_MAX });
      const createdAt = clock.now();
      const id = newUuidV7(OperatorId, createdAt.getTime(), random);
      const createdBy = operatorNameOf(by.caller);
      const row = { id, name, role, signIn, createdAt, createdBy, removedAt: null };
      await tx.operators.insert(row);
      await log(tx, 'added', row, by);
      return { name: OperatorName.parse(name), role, key: await mint(tx, id) };
    });

  const mint = (tx: OperatorTransaction, operatorId: string) =>
    insertOperatorKey(tx.credentials, { operatorId, random, clock });

  /** Revokes the keys and sessions of an operator and returns the operator. */
  async function endCredentials(tx: OperatorTransaction, name: string): Promise<OperatorRow> {
    await tx.operators.lock();
    const row = await tx.operators.findByName(name);
    if (row === undefined) throw new Problem('operator_not_found');
    await tx.credentials.revokeAll(row.id, clock.now(), { named: true });
    return row;
  }

  const replaceKey = (name: string, by: ByOperator): Promise<OperatorKeyAnswer> =>
    inTransaction(async (tx) => {
      const row = await endCredentials(tx, name);
      refuseNewAdministrator(rule, row.role);
      await log(tx, 'key_replaced', row, by);
      return { name: OperatorName.parse(row.name), role: row.role, key: await mint(tx, row.id) };
    });

  const remove = (name: string, by: ByOperator): Promise<void> =>
    inTransaction(async (tx) => {
      const row = await endCredentials(tx, name);
      await tx.operators.remove(row.id, clock.now());
      await log(tx, 'removed', row, by);
    });

  const me = ({ name, role }: Operator): OperatorMe => ({ name: name ?? 'operator', role, twoPersonHours: rule.hours });

  return { list, add, replaceKey, remove, me };
}
export type Operators = ReturnType<typeof createOperators>;

const toAccount = (row: Awaited<ReturnType<OperatorStore['list']>>[number]): OperatorAccount => ({
  name: OperatorName.parse(row.name),
  role: row.role,
  signIn: row.signIn,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  removedAt: row.removedAt?.toISOString() ?? null,
});
