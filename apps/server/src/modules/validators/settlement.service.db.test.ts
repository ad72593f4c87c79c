import { COUNCIL, chooseCanary } from '@assay/economy/council';
import { keccak256Hex, newUuidV7, PanelId, RoundId, SubmissionId } from '@assay/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openValidatorRules, type ValidatorRules } from '../../testing/validator-rules.ts';
import { inspectionStore, verifyLedger } from '../ledger/index.ts';
import {
  CANARY_POT,
  escrowOf,
  FINDINGS_POOL,
  ISSUE,
  purseOf,
  RESERVE,
  stakeOf,
  TREASURY,
  vestingOf,
} from '../purse/index.ts';
import { seatBuiltIns } from './built-ins.service.ts';
import { toBuiltIns } from './built-ins.ts';
import type { SettledRound, SettledSeat } from './settlement.service.ts';
import { createVesting } from './vesting.service.ts';

const ROUNDS = 24;
const FEE_USDC = 900_000n;
const DAY_MS = 86_400_000;
let rules: ValidatorRules;
let builtIns: ReturnType<typeof toBuiltIns>;
beforeAll(async () => {
  rules = await openValidatorRules();
  builtIns = toBuiltIns(rules.clock.now());
});
afterAll(() => rules.database.close());

/** The sum of the shares into which the fee of a round was split. */
const settlementOf = async (roundId: string) => {
  const { rows } = await rules.database.pool.query<{ split: string }>(
    'SELECT (paid + reserved + taxed)::text AS split FROM settlements WHERE round_id = $1',
    [roundId],
  );
  return rows[0];
};
/** The queued canary tasks. */
const tasksNow = async () => {
  const { rows } = await rules.database.pool.query<{ key: string; track: string; due_at: Date; seat_fee: string }>(
    'SELECT key, track, due_at, seat_fee::text FROM canary_tasks',
  );
  return rows;
};
const settle = (round: SettledRound) => rules.inTransaction((tx) => rules.pool.settleIn(tx, round));
const balance = (owner: typeof RESERVE) => rules.books.balanceOf(rules.stores, owner);
const newId = <Id extends z.ZodType<string>>(brand: Id) => newUuidV7(brand, rules.clock.now().getTime(), rules.random);

/** Seats of one panel, with the verdicts in the order of the built-in validators. */
const panelOf = (verdicts: readonly SettledSeat['verdict'][], findings = 1): SettledSeat[] => {
  const panelId = newId(PanelId);
  return verdicts.map((verdict, at) => ({
    id: newId(PanelId),
    panelId,
    validatorId: builtIns[at]?.id ?? '',
    verdict,
    findingIds: verdict === 'UNSAFE' ? Array.from({ length: findings }, (_, index) => `finding ${index}`) : [],
    hasReproduced: false,
  }));
};
/** A payment that this submission consumed. */
const paidFor = (id: string, amount: bigint) => ({
  intent: { id, amount, consumedBy: { type: 'submission' as const, id } },
});
async function roundOf(decision: 'SAFE' | 'UNSAFE', seats: readonly SettledSeat[], usdcAmount = FEE_USDC) {
  const submissionId = newId(SubmissionId);
  if (usdcAmount > 0n) {
    await rules.inTransaction((tx) => rules.escrow.hold(tx, paidFor(submissionId, usdcAmount)));
  }
  const seed = keccak256Hex(rules.random(32));
  return { id: newId(RoundId), submissionId, track: 'SKILL' as const, seed, decision, seats };
}

/** The total of all issued marks, regardless of the account that holds them. */
async function totalHeld(): Promise<bigint> {
  const { rows } = await rules.database.pool.query<{ total: string }>(
    `SELECT sum(balance)::text AS total FROM ledger_accounts WHERE currency = 'MARK' AND owner_kind <> 'issue'`,
  );
  return BigInt(rows[0]?.total ?? 0);
}

describe('the built-in validators', () => {
  it('are thirteen in four families, each with a stake, regardless of how often they are seated', async () => {
    const { inTransaction, books, clock } = rules;
    await seatBuiltIns({ store: { countBuiltIns: async () => 0 }, inTransaction, books, clock });

    const active = await rules.stores.validators.listActive(['SKILL']);

    const families = Map.groupBy(active, ({ family }) => family);
    expect(Object.fromEntries([...families].map(([family, { length }]) => [family, length]))).toEqual({
      instruction: 4,
      'code-taint': 3,
      'supply-chain': 3,
      sandbox: 3,
    });
    expect(new Set(active.map(({ stake }) => stake))).toEqual(new Set([COUNCIL.entry.stakeMinMinor]));
    expect(new Set(active.map(({ actorId }) => actorId)).size).toBe(13);
  });

  it('may all sit for any caller, each in its own cluster', async () => {
    const candidates = await rules.pool.candidatesIn(rules.stores, {
      tracks: ['SKILL'],
      owner: 'account:x',
      ownerWallet: null,
    });

    expect(candidates).toHaveLength(13);
    expect(new Set(candidates.map(({ cluster }) => cluster)).size).toBe(13);
    expect(new Set(candidates.map(({ weight }) => weight))).toEqual(new Set([4 / 9]));
  });
});

describe('a fee', () => {
  it('is retired once when its payment is refunded', async () => {
    const [issued, held] = [await balance(ISSUE), await totalHeld()];
    const { submissionId } = await roundOf('SAFE', []);
    expect(await balance(escrowOf(submissionId))).toBe(90_000_000n);

    for (const _ of [1, 2]) await rules.inTransaction((tx) => rules.escrow.retire(tx, paidFor(submissionId, FEE_USDC)));

    expect(await balance(escrowOf(submissionId))).toBe(0n);
    expect([await balance(ISSUE), await totalHeld()]).toEqual([issued, held]);
  });
});

describe('a settled round', () => {
  it('splits the fee of 90 marks by the rules: newcomers get half of their share, the reserve keeps the rest', async () => {
    const before = await Promise.all([RESERVE, FINDINGS_POOL, CANARY_POT, TREASURY].map(balance));
    const [first] = builtIns;
    const round = await roundOf('SAFE', panelOf(['SAFE', 'SAFE', 'SAFE', 'SAFE', 'SAFE']));

    await settle(round);

    const after = await Promise.all([RESERVE, FINDINGS_POOL, CANARY_POT, TREASURY].map(balance));
    expect(after.map((now, at) => now - (before[at] ?? 0n))).toEqual([
      40_500_000n,
      13_500_000n,
      9_000_000n,
      9_000_000n,
    ]);
    expect(await balance(escrowOf(round.submissionId))).toBe(0n);
    expect(await balance(purseOf(first?.actorId ?? ''))).toBe(1_800_000n);
    expect(await balance(vestingOf(first?.actorId ?? ''))).toBe(1_800_000n);
  });

  it('pays once, regardless of how often it is settled', async () => {
    const round = await roundOf('UNSAFE', panelOf(['UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE']));
    expect(await settle(round)).toEqual(new Set(round.seats.map(({ id }) => id)));
    const after = await totalOf(round);

    expect(await settle(round)).toEqual(new Set());

    expect(await totalOf(round)).toEqual(after);
  });

  it('pays the seats that a dispute added, and no other seat again', async () => {
    const round = await roundOf('UNSAFE', panelOf(['UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE']));
    await settle(round);
    const [earned, reserve] = [await totalEarned(), await balance(RESERVE)];

    const further = panelOf(Array(11).fill('SAFE'));
    const settledIds = await settle({ ...round, decision: 'SAFE', seats: [...round.seats, ...further] });

    expect(settledIds).toEqual(new Set(further.map(({ id }) => id)));

    const added = (await totalEarned()) - earned;
    expect(added).toBeGreaterThan(0n);
    expect(reserve - (await balance(RESERVE))).toBe(added);
  });

  it('moves nothing if it was unpaid', async () => {
    const held = await totalHeld();
    const round = await roundOf('SAFE', panelOf(['SAFE', 'SAFE', 'SAFE', 'SAFE', 'SAFE']), 0n);

    await settle(round);

    expect(await totalHeld()).toBe(held);
    expect(await settlementOf(round.id)).toBeUndefined();
  });

  it('records which seats reported a finding that the sandbox reproduced', async () => {
    const [one, ...others] = panelOf(['UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE', 'UNSAFE']);
    if (one === undefined) throw new Error('A panel has seats.');

    await settle(await roundOf('UNSAFE', [{ ...one, hasReproduced: true }, ...others]));

    const observed = await rules.stores.records.observed([one.validatorId, 'sandbox-3'], rules.clock.now());
    expect(observed).toMatchObject([{ validatorId: one.validatorId, kind: 'FINDING_REPRODUCED', count: 1 }]);
  });

  it('sends canaries at random, by a seed that cannot be derived from the public one', async () => {
    await rules.database.pool.query('DELETE FROM canary_tasks');
    const seeds = Array.from({ length: 20 }, (_, index) => keccak256Hex(Uint8Array.of(index)));
    for (const seed of seeds) await settle({ ...(await roundOf('SAFE', panelOf(['SAFE']), 0n)), seed });

    const chosen = seeds.map(rules.canarySeedOf).filter((seed) => chooseCanary(seed, 'PRIMARY') !== undefined);
    expect(chosen.length).toBeGreaterThan(0);
    const tasks = await tasksNow();
    expect(new Set(tasks.map(({ key }) => key.split('/')[2]))).toEqual(new Set<string>(chosen));
    // A canary that went out when its round ends in public would be recognisable.
    for (const { due_at } of tasks) expect(due_at.getTime()).toBeGreaterThan(rules.clock.now().getTime());
    expect(chosen.filter((seed) => seeds.includes(seed))).toEqual([]);
  });

  it('sends a canary of the track that the panel beside it reviewed', async () => {
    await rules.database.pool.query('DELETE FROM canary_tasks');
    const seeds = Array.from({ length: 100 }, (_, index) => keccak256Hex(Uint8Array.of(index)));
    const seed = seeds.find((one) => chooseCanary(rules.canarySeedOf(one), 'PRIMARY') !== undefined) ?? null;

    await settle({ ...(await roundOf('SAFE', panelOf(['SAFE']), 0n)), seed, track: 'CONTRACT' });

    expect(await tasksNow()).toMatchObject([{ track: 'CONTRACT' }]);
  });

  it('keeps for a canary the fee that a seat of that submission last earned', async () => {
    await rules.database.pool.query('DELETE FROM canary_tasks');
    const seeds = Array.from({ length: 100 }, (_, index) => keccak256Hex(Uint8Array.of(index)));
    const seed = seeds.find((one) => chooseCanary(rules.canarySeedOf(one), 'PRIMARY') !== undefined) ?? null;
    const paid = { ...(await roundOf('SAFE', panelOf(['SAFE']))), seed };
    await settle(paid);
    const later = await roundOf('SAFE', panelOf(['SAFE']), 0n);
    await settle({ ...later, submissionId: paid.submissionId, seed });

    const tasks = await tasksNow();
    expect(tasks).toMatchObject([{ seat_fee: '7200000' }, { seat_fee: '7200000' }]);
  });

  it('does not pay a silent seat', async () => {
    const [silent, ...others] = panelOf([null, 'SAFE', 'SAFE', 'SAFE', 'SAFE']);
    if (silent === undefined) throw new Error('A panel has seats.');
    const before = await rules.stores.records.earningsOf(silent.validatorId);

    await settle(await roundOf('SAFE', [silent, ...others]));

    expect(await rules.stores.records.earningsOf(silent.validatorId)).toEqual(before);
  });

  async function totalEarned(): Promise<bigint> {
    const earnings = await Promise.all(builtIns.map(({ id }) => rules.stores.records.earningsOf(id)));
    return earnings.reduce((sum, { earned }) => sum + earned, 0n);
  }
  const totalOf = async ({ seats }: SettledRound) =>
    Promise.all(seats.map(({ validatorId }) => rules.stores.records.earningsOf(validatorId)));
});

describe('over random rounds, slashes and releases', () => {
  const anyVerdict = fc.constantFrom('SAFE' as const, 'UNSAFE' as const, null);
  const anyRound = fc.record({
    decision: fc.constantFrom('SAFE' as const, 'UNSAFE' as const),
    usdcAmount: fc.bigInt({ min: 0n, max: 10_000_000n }),
    panels: fc.array(fc.array(anyVerdict, { minLength: 5, maxLength: 11 }), { minLength: 1, maxLength: 3 }),
    slashed: fc.option(fc.constantFrom('NOT_REVEALED' as const, 'SUSPENDED_CRITICAL' as const)),
  });

  it('splits each fee into paid, reserved and taxed, overdraws no pot, and neither creates nor loses marks', async () => {
    const vesting = createVesting(rules);
    for (const { decision, usdcAmount, panels, slashed } of fc.sample(anyRound, ROUNDS)) {
      const round = await roundOf(
        decision,
        panels.flatMap((verdicts) => panelOf(verdicts)),
        usdcAmount,
      );
      const fee = await balance(escrowOf(round.submissionId));
      await settle(round);

      const split = BigInt((await settlementOf(round.id))?.split ?? 0);
      expect(split + (await balance(escrowOf(round.submissionId)))).toBe(fee);
      if (slashed !== null) {
        const act = { validatorId: builtIns[0]?.id ?? '', code: slashed, ref: { type: 'seat', id: round.id } } as const;
        await rules.inTransaction((tx) => rules.slashing.slashIn(tx, act));
      }
      rules.clock.advance(DAY_MS);
      await vesting.vestDue();
      expect(await totalHeld()).toBe(-(await balance(ISSUE)));
    }

    expect(await verifyLedger(inspectionStore(rules.database.db))).toMatchObject({ isIntact: true });
  });

  it('releases all vested marks in the end, and refills stakes from them', async () => {
    const vesting = createVesting(rules);
    rules.clock.advance(COUNCIL.pay.vestingDays * DAY_MS);

    while ((await vesting.vestDue()) > 0);

    for (const { actorId } of builtIns) expect(await balance(vestingOf(actorId))).toBe(0n);
    expect(await balance(stakeOf(builtIns[0]?.actorId ?? ''))).toBeLessThanOrEqual(COUNCIL.entry.stakeMinMinor);
  });
});

it('keeps the fee that seats show as it was paid, so that later rounds look like canaries', async () => {
  const round = await roundOf('SAFE', panelOf(['SAFE', 'SAFE', 'SAFE', 'SAFE', 'SAFE']));
  const shown = await rules.pool.seatFeeOf(rules.stores, round.submissionId);
  expect(shown).toBeGreaterThan(0n);

  await settle(round);

  expect(await rules.pool.seatFeeOf(rules.stores, round.submissionId)).toBe(shown);
});
