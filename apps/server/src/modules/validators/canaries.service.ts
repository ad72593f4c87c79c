import {
  type Canary,
  chooseCanary,
  drawPanel,
  judgeCanaryVote,
  payCanary,
  pickCase,
  toSeatFee,
} from '@assay/economy/council';
import { keccak256Hex, type Track, type VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import type { Bench, Sitter } from './bench.service.ts';
import type { HostedVote } from './calibration.service.ts';
import type { CaseRow } from './calibrations.store.ts';
import { type CanaryTask, parseCanaryKey, toTaskId } from './canary-task.ts';
import { CANARY_POT, type MarkBooks } from './mark-books.ts';
import type { Payroll } from './payroll.ts';
import { toPaid, toPayMoves } from './settlement.policy.ts';
import type { Slashing } from './slashing.service.ts';
import type { Standing } from './standing.service.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly vote: HostedVote;
  readonly bench: Bench;
  readonly books: MarkBooks;
  readonly payroll: Payroll;
  readonly standing: Pick<Standing, 'observeIn'>;
  readonly slashing: Pick<Slashing, 'slashIn'>;
  readonly clock: { now(): Date };
};
type CanarySeat = { readonly seatId: string; readonly validatorId: string; readonly verdict: VerdictValue };

const TRACK: Track = 'SKILL';

/** Test cases for hosted validators: drawn, judged and paid like a panel, and known to be good or bad. */
export function createCanaries(deps: Deps) {
  const { inTransaction, stores, loadBundle, vote, bench, books, payroll, standing, slashing, clock } = deps;

  /** Done before, it does nothing. */
  async function run(key: string): Promise<void> {
    const task = parseCanaryKey(key);
    const canary = chooseCanary(task.seed, task.phase);
    const chosen = canary && (await findCase(task, canary));
    if (canary === undefined || chosen === undefined) return;
    const sitters = await drawSitters(task);
    const judge = await vote({ files: await loadBundle(chosen.bundleId), entryPath: chosen.entryPath });
    const seats = sitters.map(({ validatorId, family }): CanarySeat => {
      return { seatId: toTaskId(task, validatorId), validatorId, verdict: judge(family) };
    });
    await inTransaction((tx) => judgeIn(tx, task, canary, seats));
  }

  async function findCase({ seed, phase }: CanaryTask, canary: Canary): Promise<CaseRow | undefined> {
    const cases = await stores.calibrations.listCases({ track: TRACK, ...canary });
    const picked = pickCase(
      seed,
      phase,
      cases.map(({ id }) => id),
    );
    return cases.find(({ id }) => id === picked);
  }

  /** A panel like any other, of those whose votes the service computes itself. */
  async function drawSitters({ seed, phase }: CanaryTask): Promise<readonly Pick<Sitter, 'validatorId' | 'family'>[]> {
    const anybody = await bench.in(stores).candidates({ track: TRACK, owner: 'canary', ownerWallet: null });
    const candidates = anybody.filter(({ mode }) => mode === 'HOSTED');
    // Another draw than that of the panel beside which the case goes out.
    const ownSeed = keccak256Hex(new TextEncoder().encode(`${seed}/canary`));
    return drawPanel({ seed: ownSeed, phase, candidates, taken: new Set() }).seats;
  }

  async function judgeIn(tx: ValidatorTransaction, task: CanaryTask, canary: Canary, seats: readonly CanarySeat[]) {
    await tx.validators.lockBooks();
    const roundId = toTaskId(task, 'round');
    if (!(await isFirstTime(tx, roundId, seats))) return;
    const outcomes = seats.map((seat) => ({ seat, ...judgeCanaryVote(canary, seat.verdict) }));
    const right = outcomes.filter(({ isRight }) => isRight).map(({ seat }) => seat);
    await payIn(tx, task, canary, right);
    for (const { seat, observation: kind, slash: code } of outcomes) {
      const { seatId, validatorId } = seat;
      if (kind !== undefined) {
        await standing.observeIn(tx, { validatorId, track: TRACK, kind, refType: 'seat', refId: seatId });
      }
      if (code !== undefined) await slashing.slashIn(tx, { validatorId, code, ref: { type: 'seat', id: seatId } });
    }
  }

  /** Votes on test cases count for agreement as all votes do. */
  async function isFirstTime(
    tx: ValidatorTransaction,
    roundId: string,
    seats: readonly CanarySeat[],
  ): Promise<boolean> {
    const judgedAt = clock.now();
    const rows = seats.map(({ seatId, validatorId, verdict }) => {
      const peers = seats.filter((peer) => peer.seatId !== seatId);
      const peersSafe = peers.filter((peer) => peer.verdict === 'SAFE').length;
      const peersUnsafe = peers.length - peersSafe;
      return { seatId, validatorId, roundId, panelId: roundId, verdict, peersSafe, peersUnsafe, judgedAt };
    });
    return (await tx.records.addJudgements(rows)).length > 0;
  }

  /** From the pot that fees fill, by the fee of the round that the case went out with. */
  async function payIn(tx: ValidatorTransaction, task: CanaryTask, canary: Canary, right: readonly CanarySeat[]) {
    const fee = (await tx.records.findSettlement(task.roundId))?.fee ?? 0n;
    const asked = payCanary({
      ...{ pot: await books.balanceOf(tx.ledger, CANARY_POT), seatFee: toSeatFee(fee) },
      ...{ isKnownBad: canary.expected === 'UNSAFE', right: right.map(({ seatId }) => seatId) },
    });
    const pays = toPaid('CANARY', asked, right);
    const payees = await payroll.payeesOf(tx, right);
    const roundId = toTaskId(task, 'round');
    const ref = { type: 'round', id: roundId };
    await books.bookIn(tx.ledger, { kind: 'canary.paid', ref, moves: toPayMoves(pays, payees) });
    await payroll.recordIn(tx, roundId, pays, payees);
  }

  return { run };
}
export type Canaries = ReturnType<typeof createCanaries>;
