import { HOSTED_SEATS } from '@assay/economy/council';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDistinguishingAnswers, addKnownCase, addRightAnswers, type Known } from '../../testing/canary-records.ts';
import { openValidatorRules, type ValidatorRules } from '../../testing/validator-rules.ts';

const AT = new Date('2030-01-01T00:00:00Z');
let rules: ValidatorRules;
beforeEach(async () => {
  rules = await openValidatorRules();
});
afterEach(() => rules.database.close());

const HOSTED: Known = { id: 'sandbox-1', family: 'sandbox', mode: 'HOSTED' };
const remote = (id: string, family: string): Known => ({ id, family, mode: 'REMOTE' });

/** Inserts the remote validators, and returns them after the first built-in validator. */
async function seat(...remotes: readonly Known[]): Promise<readonly Known[]> {
  const { rows } = await rules.database.pool.query('SELECT * FROM validators WHERE built_in LIMIT 1');
  const { id, family } = rows[0];
  await rules.stores.validators.insertAll(
    remotes.map(({ id: own, family: named, mode }, index) => ({
      id: own,
      actorId: `01940000-0000-7000-8000-00000000000${index}`,
      wallet: `0x${'0'.repeat(39)}${index}`,
      name: own,
      family: named,
      mode,
      builtIn: false,
      tracks: ['SKILL'],
      state: 'ACTIVE',
      entryStake: 1_000_000_000n,
      measuredSince: AT,
      unbondingUntil: null,
      since: AT,
    })),
  );
  return [{ ...HOSTED, id, family }, ...remotes];
}

/** For each validator, the families that the measured errors distinguish it from, as the draw receives them. */
async function apartFrom(...ids: readonly string[]) {
  const question = { tracks: ['SKILL'], owner: 'account:x', ownerWallet: null } as const;
  const candidates = await rules.pool.candidatesIn(rules.stores, question);
  return ids.map((id) => candidates.find(({ validatorId }) => validatorId === id)?.apartFrom);
}

describe('the measured independence of remote validators', () => {
  it('is unknown without a record, regardless of the declared families', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'two'));
    for (let number = 0; number < 5; number++) await addKnownCase(rules.database, all, new Set(['r1']), AT);

    expect(await apartFrom('r1', 'r2')).toEqual([undefined, undefined]);
  });

  it('names the families that their errors distinguish them from', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'two'));
    await addDistinguishingAnswers(rules.database, all, AT);

    expect(await apartFrom('r1', 'r2')).toEqual([
      [HOSTED_SEATS, 'two'],
      [HOSTED_SEATS, 'one'],
    ]);
  });

  it('excludes families that err together, and families that never err', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'two'), remote('r3', 'three'));
    await addRightAnswers(rules.database, ['r1', 'r2', 'r3'], AT);
    for (let number = 0; number < 5; number++) await addKnownCase(rules.database, all, new Set(['r1', 'r2']), AT);

    expect(await apartFrom('r1', 'r2', 'r3')).toEqual([
      [HOSTED_SEATS, 'three'],
      [HOSTED_SEATS, 'three'],
      ['one', 'two'],
    ]);
  });

  it('ignores cases that all got wrong, and families with at least one right answer', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'one'), remote('r3', 'two'));
    await addRightAnswers(rules.database, ['r1', 'r2', 'r3'], AT);
    for (let number = 0; number < 5; number++) {
      await addKnownCase(rules.database, all, new Set(all.map(({ id }) => id)), AT);
      await addKnownCase(rules.database, all, new Set(['r1']), AT);
    }

    expect(await apartFrom('r1', 'r3')).toEqual([[], []]);
  });

  it('ignores errors in generated cases, because a validator can recognise them', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'two'));
    await addRightAnswers(rules.database, ['r1', 'r2'], AT);
    for (let number = 0; number < 5; number++)
      await addKnownCase(rules.database, all, new Set(['r1']), AT, 'GENERATED');

    expect(await apartFrom('r1', 'r2')).toEqual([[], []]);
  });

  it('ignores errors of validators without a record', async () => {
    const all = await seat(remote('r1', 'one'), remote('r2', 'two'), remote('thrown-away', 'one'));
    await addRightAnswers(rules.database, ['r1', 'r2'], AT);
    for (let number = 0; number < 5; number++)
      await addKnownCase(
        rules.database,
        all.filter(({ id }) => id !== 'r1'),
        new Set(['thrown-away']),
        AT,
      );

    expect(await apartFrom('r1', 'r2')).toEqual([[], []]);
  });
});
