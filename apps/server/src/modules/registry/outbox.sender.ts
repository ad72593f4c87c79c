import type { Logger } from '../../platform/log/index.ts';
import type { Anchors } from './anchors.service.ts';
import type { OutboxChain } from './chain.port.ts';
import { LeaseLostError } from './leases.store.ts';
import { decideStep, lowestFreeNonce, OUTBOX_LIMITS, type Sight, type Step, UNSENT } from './outbox.policy.ts';
import { inContextOf, type Outbox, type RegistryTransaction } from './outbox.service.ts';
import type { OutboxRow, OutboxStore, TransactionRow } from './outbox.store.ts';

type Deps = {
  readonly store: OutboxStore;
  readonly outbox: Outbox;
  readonly anchors: Anchors;
  readonly inTransaction: <T>(work: (stores: RegistryTransaction) => Promise<T>) => Promise<T>;
  readonly findChain: () => OutboxChain | undefined;
  /** The name of this process as a holder of the sender lease. */
  readonly holder: string;
  readonly batchAbove: number;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const LEASE = 'chain-sender';
/** Renewed in every round. A late holder keeps it until another process takes it. */
const LEASE_MS = 3_000;

/**
 * Sends the outbox, in one process at a time. Each transaction is stored before it is sent, and the next process can
 * resume from every state after a kill.
 */
export function createOutboxSender(deps: Deps) {
  const { store, outbox, anchors, inTransaction, findChain, holder, batchAbove, clock, log } = deps;

  let isReachable = true;

  /** Rejects writes of a process that has lost the lease. */
  const write = <T>(work: (stores: RegistryTransaction) => Promise<T>): Promise<T> =>
    inTransaction(async (stores) => {
      await stores.leases.lock(LEASE, holder);
      return work(stores);
    });

  async function processOutbox(chain: OutboxChain): Promise<number> {
    if (!(await store.hasWork(chain.facts.network))) return 0;
    const isOurTurn = await inTransaction((stores) => stores.leases.hold(LEASE, holder, LEASE_MS));
    if (!isOurTurn) return 0;
    return (await plan(chain)) + (await signWaiting(chain)) + (await followAll(chain));
  }

  /**
   * Plans nothing while an effect still waits for its signature, so that certificates arriving meanwhile are anchored
   * together.
   */
  async function plan({ facts, buildBatch }: OutboxChain): Promise<number> {
    if (await hasUnsigned(facts.network)) return 0;
    const planned = await write(async (stores) => {
      const rows = await anchors.planIn(stores, facts, { batchAbove, buildBatch });
      for (const row of rows) await inContextOf(row, () => outbox.publishStateIn(stores, row));
      return rows;
    });
    return planned.length;
  }

  async function signWaiting(chain: OutboxChain): Promise<number> {
    const { network } = chain.facts;
    const inFlight = await store.listInFlight(network, OUTBOX_LIMITS.inFlightMax);
    let signed = 0;
    while (inFlight.length + signed < OUTBOX_LIMITS.inFlightMax && (await signNext(chain))) signed++;
    return signed;
  }

  async function signNext(chain: OutboxChain): Promise<boolean> {
    const { network, accountAddress: sender } = chain.facts;
    if (!(await hasUnsigned(network))) return false;
    const [fees, minedNonce] = await Promise.all([chain.suggestFees(), chain.minedNonce()]);
    return write(async (stores) => {
      const now = clock.now();
      const row = await stores.outbox.lockNextUnsigned(network, now);
      if (row === undefined) return false;
      const nonce = lowestFreeNonce(minedNonce, await stores.outbox.signedNonces(network, sender, minedNonce));
      const { rawTransaction, txHash } = await inContextOf(row, () => chain.sign(row.call, { nonce, fees }));
      const place = { network, sender, nonce };
      await stores.outbox.addTransaction({
        txHash,
        outboxId: row.id,
        ...place,
        rawTransaction,
        ...fees,
        signedAt: now,
      });
      await stores.outbox.change(row.id, { sender, nonce, txHash, changedAt: now });
      return true;
    });
  }

  const hasUnsigned = (network: string): Promise<boolean> => store.hasUnsigned(network, clock.now());

  async function followAll(chain: OutboxChain): Promise<number> {
    const rows = await store.listInFlight(chain.facts.network, OUTBOX_LIMITS.inFlightMax);
    if (rows.length === 0) return 0;
    const minedNonce = await chain.minedNonce();
    let moved = await fillGap(chain, rows, minedNonce);
    for (const row of rows) if (await inContextOf(row, () => follow(chain, row, minedNonce))) moved++;
    return moved;
  }

  /** An unused nonce blocks every transaction behind it. A transfer of zero uses it up. */
  async function fillGap({ facts }: OutboxChain, rows: readonly OutboxRow[], minedNonce: number): Promise<number> {
    const { network, accountAddress, usdcAddress } = facts;
    const isBehindGap = rows.every(({ nonce }) => nonce !== null && nonce > minedNonce);
    if (!isBehindGap || (await hasUnsigned(network))) return 0;
    const signed = await store.signedNonces(network, accountAddress, minedNonce);
    if (signed.has(minedNonce)) return 0;
    const call = { kind: 'TRANSFER', token: usdcAddress, to: accountAddress, amount: '0' } as const;
    const ref = { type: 'nonce', id: `${network}:${accountAddress}:${minedNonce}` };
    await write((stores) => outbox.queueIn(stores, { call, ref, on: facts }));
    log.warn({ network, nonce: minedNonce }, 'filling a nonce gap');
    return 1;
  }

  const ageOf = ({ signedAt }: TransactionRow): number => clock.now().getTime() - signedAt.getTime();

  /** Returns true when the effect's state changed. */
  async function follow(chain: OutboxChain, row: OutboxRow, minedNonce: number): Promise<boolean> {
    const { nonce } = row;
    const attempts = await store.transactionsOf(row);
    const [newest] = attempts;
    if (nonce === null || newest === undefined) throw new Error('An effect in flight has no transaction');
    const sight = await see(chain, attempts);
    const ageMs = ageOf(newest);
    const confirmationsNeeded = chain.facts.confirmations;
    const step = decideStep(sight, {
      kind: row.kind,
      nonce,
      attempts: attempts.length,
      ageMs,
      minedNonce,
      confirmationsNeeded,
    });
    return take(chain, row, newest, step);
  }

  function take(chain: OutboxChain, row: OutboxRow, newest: TransactionRow, step: Step): Promise<boolean> {
    switch (step.do) {
      case 'wait':
        return unmine(row);
      case 'record': {
        const { blockNumber, blockHash } = step.place;
        const place = { blockNumber: Number(blockNumber), blockHash };
        return move(row, { state: step.state, txHash: step.txHash, ...place, lastError: null });
      }
      case 'adopt':
        return adopt(chain, row);
      case 'broadcast':
        return broadcast(chain, row, newest);
      case 'bump':
        return bump(chain, row, newest);
      case 'requeue': {
        const nextAttemptAt = new Date(clock.now().getTime() + step.afterMs);
        return move(row, { ...UNSENT, state: 'QUEUED', lastError: step.because, nextAttemptAt });
      }
      case 'fail':
        log.error({ because: step.because }, 'a chain transaction needs an operator');
        return move(row, { state: 'FAILED', lastError: step.because });
    }
  }

  /** An effect that is no longer in a block returns to SENT. */
  const unmine = async (row: OutboxRow): Promise<boolean> =>
    row.state === 'MINED' && move(row, { state: 'SENT', blockNumber: null, blockHash: null });

  async function broadcast(chain: OutboxChain, row: OutboxRow, newest: TransactionRow): Promise<boolean> {
    const wasMined = await unmine(row);
    const outcome = await chain.broadcast(newest.rawTransaction);
    if (outcome.kind === 'accepted')
      return row.state === 'QUEUED' ? move(row, { state: 'SENT', lastError: null }) : wasMined;
    if (outcome.reason === 'underpriced' && ageOf(newest) >= OUTBOX_LIMITS.bumpAfterMs) return bump(chain, row, newest);
    await note(row, outcome.detail);
    return wasMined;
  }

  /** Signs the same effect at the same nonce with higher fees. Whichever transaction is mined, the effect happens once. */
  async function bump(chain: OutboxChain, row: OutboxRow, newest: TransactionRow): Promise<boolean> {
    const fees = chain.bumpFees(newest, await chain.suggestFees());
    const { nonce, network, sender } = newest;
    const signedAt = clock.now();
    const { rawTransaction, txHash } = await chain.sign(row.call, { nonce, fees });
    await write(async (stores) => {
      const place = { network, sender, nonce };
      await stores.outbox.addTransaction({ txHash, outboxId: row.id, ...place, rawTransaction, ...fees, signedAt });
      await stores.outbox.change(row.id, { txHash, changedAt: signedAt });
      await outbox.publishStateIn(stores, { ...row, txHash, changedAt: signedAt });
    });
    const outcome = await chain.broadcast(rawTransaction);
    if (outcome.kind === 'refused') await note(row, outcome.detail);
    return false;
  }

  async function adopt(chain: OutboxChain, row: OutboxRow): Promise<boolean> {
    const found = await chain.findCommitment(row.call);
    if (found === undefined) return false;
    const place = { blockNumber: Number(found.blockNumber), blockHash: found.blockHash };
    return move(row, { state: 'FINAL', txHash: found.txHash, ...place, lastError: null });
  }

  async function note(row: OutboxRow, lastError: string): Promise<void> {
    if (row.lastError === lastError) return;
    await write((stores) => stores.outbox.change(row.id, { lastError, changedAt: clock.now() }));
    log.warn({ detail: lastError }, 'chain node rejected a transaction');
  }

  async function move(row: OutboxRow, change: Partial<OutboxRow>): Promise<boolean> {
    const next = { ...row, ...change, changedAt: clock.now() };
    if (next.state === row.state && next.txHash === row.txHash && next.blockHash === row.blockHash) return false;
    await write(async (stores) => {
      await stores.outbox.change(row.id, { ...change, changedAt: next.changedAt });
      await outbox.publishStateIn(stores, next);
    });
    const { network, txHash, blockNumber } = next;
    if (isInBlock(next) && !isInBlock(row)) log.info({ network, txHash, blockNumber }, 'chain transaction mined');
    return true;
  }

  /** Does the available work and returns its amount. A silent chain is not an error; the work stays queued. */
  async function work(): Promise<number> {
    const chain = findChain();
    if (chain === undefined) return 0;
    try {
      const moved = await processOutbox(chain);
      isReachable = true;
      return moved;
    } catch (error) {
      if (error instanceof LeaseLostError) return 0;
      if (!chain.isUnavailable(error)) throw error;
      if (isReachable) log.warn({ err: error }, 'the chain does not answer; the outbox is paused');
      isReachable = false;
      return 0;
    }
  }

  return {
    work,
    isReachable: (): boolean => isReachable,
    /** Releases the lease, so that the next process need not wait for its expiry. */
    release: (): Promise<void> => inTransaction((stores) => stores.leases.release(LEASE, holder)),
  };
}

const isInBlock = ({ state }: OutboxRow): boolean => state === 'MINED' || state === 'FINAL';

/** Of several transactions for one nonce at most one is in a block; that one decides. */
async function see(chain: OutboxChain, attempts: readonly TransactionRow[]): Promise<Sight> {
  let best: Sight = { kind: 'unknown' };
  for (const { txHash } of attempts) {
    const status = await chain.status(txHash);
    if (status.state === 'pending') best = { kind: 'pending' };
    if (status.state !== 'mined' && status.state !== 'reverted') continue;
    const place = { blockNumber: status.blockNumber, blockHash: status.blockHash };
    const counted = await chain.confirmations(place);
    if (counted.kind === 'reorganised') continue;
    const { confirmations } = counted;
    if (status.state === 'mined') return { kind: 'mined', txHash, place, confirmations };
    return { kind: 'reverted', revert: status.revert, confirmations };
  }
  return best;
}
