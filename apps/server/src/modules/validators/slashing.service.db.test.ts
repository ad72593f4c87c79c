import { CertificateId, newUuidV7, PanelId, RoundId, type VerdictValue } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openValidatorRules, type ValidatorRules } from '../../testing/validator-rules.ts';
import { ISSUE, purseOf, RESERVE, stakeOf } from '../purse/index.ts';
import type { ValidatorRow } from './validators.store.ts';

const STAKE = 1_000_000_000n;
const CERTIFICATE = CertificateId.parse('0123456789abcdef01234567');

let rules: ValidatorRules;
beforeAll(async () => {
  rules = await openValidatorRules();
});
afterAll(() => rules.database.close());

const newRoundId = () => newUuidV7(RoundId, rules.clock.now().getTime(), rules.random);
const currentStake = async (id: string) => (await rules.stores.validators.find(id))?.stake;
const stateNow = async (id: string) => (await rules.stores.validators.find(id))?.state;
const slash = (validatorId: string, code: 'NOT_REVEALED' | 'CANARY_MISSED', id: string) =>
  rules.inTransaction((tx) => rules.slashing.slashIn(tx, { validatorId, code, ref: { type: 'seat', id } }));

/** An active validator with the minimum stake that is not a built-in. */
async function addValidator(overrides: Partial<ValidatorRow> = {}): Promise<string> {
  const id = newRoundId();
  const now = rules.clock.now();
  const row: ValidatorRow = {
    id,
    actorId: id,
    wallet: createTestWallet(id).address,
    name: id,
    family: 'instruction',
    mode: 'HOSTED',
    builtIn: false,
    tracks: ['SKILL'],
    state: 'ACTIVE',
    entryStake: STAKE,
    measuredSince: now,
    calibrationsLapsedAt: null,
    unbondingUntil: null,
    since: now,
    ...overrides,
  };
  await rules.inTransaction(async (tx) => {
    await tx.validators.insertAll([row]);
    const moves = [{ from: ISSUE, to: stakeOf(id), amount: STAKE }];
    await rules.books.bookIn(tx, { kind: 'money.issued', ref: { type: 'test', id }, moves });
  });
  return id;
}

async function settleRound(votes: Readonly<Record<string, VerdictValue>>): Promise<string> {
  const roundId = newRoundId();
  const panelId = newUuidV7(PanelId, rules.clock.now().getTime(), rules.random);
  const seats = Object.entries(votes).map(([validatorId, verdict]) => ({
    id: newRoundId(),
    panelId,
    validatorId,
    verdict,
    findingIds: [],
    hasReproduced: false,
  }));
  const round = {
    id: roundId,
    submissionId: newRoundId(),
    track: 'SKILL' as const,
    seed: null,
    decision: 'SAFE' as const,
    seats,
  };
  await rules.inTransaction((tx) => rules.pool.settleIn(tx, round));
  return roundId;
}
const confirmFlag = (roundId: string, flagId: string, severity: 'CRITICAL' | 'HIGH' | 'LOW') =>
  rules.inTransaction((tx) =>
    rules.pool.confirmFlagIn(tx, { flagId, roundId, severity, certificateId: CERTIFICATE, track: 'SKILL' }),
  );

describe('a slash', () => {
  it('goes to the reserve, once per reason', async () => {
    const id = await addValidator();
    const reserve = await rules.books.balanceOf(rules.stores, RESERVE);

    await slash(id, 'NOT_REVEALED', 'seat 1');
    await slash(id, 'NOT_REVEALED', 'seat 1');

    expect(await currentStake(id)).toBe(990_000_000n);
    expect((await rules.books.balanceOf(rules.stores, RESERVE)) - reserve).toBe(10_000_000n);
  });

  it('by a canary does not apply to built-in validators', async () => {
    await slash('instruction-1', 'CANARY_MISSED', 'seat 2');

    expect(await currentStake('instruction-1')).toBe(STAKE);
  });

  it('that leaves less than seven tenths of the stake suspends the validator', async () => {
    const id = await addValidator();
    for (let seat = 0; seat < 6; seat++) await slash(id, 'CANARY_MISSED', `seat ${seat}`);
    expect(await stateNow(id)).toBe('ACTIVE');

    await slash(id, 'CANARY_MISSED', 'the last straw');

    expect(await stateNow(id)).toBe('SUSPENDED');
    const candidates = await rules.pool.candidatesIn(rules.stores, {
      tracks: ['SKILL'],
      owner: 'x',
      ownerWallet: null,
    });
    expect(candidates.map(({ validatorId }) => validatorId)).not.toContain(id);
  });
});

describe('a confirmed flag', () => {
  it('slashes the validators that voted SAFE, built-in or not, and pays those that did not', async () => {
    const dissenter = await addValidator();
    const roundId = await settleRound({ 'sandbox-1': 'SAFE', 'sandbox-2': 'SAFE', [dissenter]: 'UNSAFE' });

    await confirmFlag(roundId, 'flag 1', 'CRITICAL');
    await confirmFlag(roundId, 'flag 1', 'CRITICAL');

    expect([await currentStake('sandbox-1'), await currentStake('sandbox-2')]).toEqual([800_000_000n, 800_000_000n]);
    expect(await currentStake(dissenter)).toBe(STAKE);
    expect(await rules.books.balanceOf(rules.stores, purseOf(dissenter))).toBe(120_000_000n);
    expect(await rules.stores.records.observed(['sandbox-1', dissenter], rules.clock.now())).toMatchObject([
      { validatorId: dissenter, kind: 'FLAG_FORESEEN', count: 1 },
      { validatorId: 'sandbox-1', kind: 'FLAG_MISSED', count: 1 },
    ]);
  });

  it('of LOW severity is recorded and costs nothing', async () => {
    const roundId = await settleRound({ 'sandbox-3': 'SAFE' });

    await confirmFlag(roundId, 'flag 2', 'LOW');

    expect(await currentStake('sandbox-3')).toBe(STAKE);
    expect(await rules.stores.records.observed(['sandbox-3'], rules.clock.now())).toMatchObject([
      { kind: 'FLAG_MISSED' },
    ]);
  });

  it('takes at most half of a stake in thirty days', async () => {
    for (let flag = 0; flag < 5; flag++) {
      await confirmFlag(await settleRound({ 'supply-chain-1': 'SAFE' }), `flag of half ${flag}`, 'CRITICAL');
    }

    const taken = (await rules.stores.records.slashesOf('supply-chain-1')).map(({ bp }) => bp);
    expect(taken.reduce((sum, bp) => sum + bp, 0)).toBe(5_000);
    expect(await stateNow('supply-chain-1')).toBe('ACTIVE');
  });
});

describe('a validator with a tie to the author', () => {
  const candidatesOf = async (owner: string, ownerWallet: string | null) =>
    (await rules.pool.candidatesIn(rules.stores, { tracks: ['SKILL'], owner, ownerWallet })).map(
      ({ validatorId }) => validatorId,
    );

  it('gets no seat if it is the author or shares the wallet of the author', async () => {
    const id = await addValidator();
    const wallet = createTestWallet(id).address;

    expect(await candidatesOf('account:somebody', null)).toContain(id);
    expect(await candidatesOf(`actor:${id}`, null)).not.toContain(id);
    expect(await candidatesOf('account:somebody', wallet)).not.toContain(id);
    expect(await candidatesOf('account:somebody', wallet.toLowerCase())).not.toContain(id);
  });
});
