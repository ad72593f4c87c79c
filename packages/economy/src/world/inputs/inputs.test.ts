import { describe, expect, it } from 'vitest';
import { actorId, cityId, worldId } from '../ids.ts';
import { balanceOf, FEDERAL, moneySupply, PROTOCOL } from '../ledger.ts';
import { openProposal } from '../policy.ts';
import { stateHash } from '../serialise.ts';
import type { World } from '../state.ts';
import { join, PLAYER, run, smallWorld } from '../testing/worlds.ts';
import { step } from '../tick.ts';
import type { Input } from './types.ts';

const tell = (w: World, input: Input) => step(w, [input], { isChecked: true }).results[0];
const refusal = (code: string) => ({ isDone: false, code });

describe('money from outside', () => {
  it('is issued to a purse or to the pots, and counted', () => {
    const w = smallWorld();
    const before = moneySupply(w);
    const outside = balanceOf(w, PROTOCOL);
    expect(
      tell(w, { kind: 'money.issue', to: { type: 'protocol' }, amount: '90000000', reason: 'fee', reference: 'p' })
        ?.isDone,
    ).toBe(true);
    expect(balanceOf(w, PROTOCOL)).toBe(outside + 90_000_000);
    expect(moneySupply(w)).toBeGreaterThanOrEqual(before + 90_000_000);
  });

  it('is refused for an unknown recipient, in fractions, and above the ceiling', () => {
    const w = smallWorld();
    const issue = (id: string, amount: string): Input => ({
      kind: 'money.issue',
      to: { type: 'actor', id },
      amount,
      reason: 'topup',
      reference: 'p',
    });
    expect(tell(w, issue(PLAYER, '5'))).toEqual(refusal('target_not_found'));
    expect(tell(w, issue(actorId(w, 0), '1.5'))).toEqual(refusal('out_of_range'));
    expect(tell(w, issue(actorId(w, 0), '-5'))).toEqual(refusal('out_of_range'));
    expect(tell(w, issue(actorId(w, 0), '4503599627370496'))).toEqual(refusal('policy_guard'));
  });

  it('is held first, and can be released', () => {
    const w = smallWorld();
    const h = join(w, 100);
    const hold = { kind: 'hold', actorId: PLAYER, amount: '60000000', purpose: 'STAKE', reference: 'stake' } as const;
    const purse = w.actor.deposit[h];
    expect(tell(w, hold)?.isDone).toBe(true);
    expect(w.actor.deposit[h]).toBe(purse - 60_000_000);
    expect(tell(w, { ...hold, amount: '999000000000' })).toEqual(refusal('insufficient_funds'));
    expect(tell(w, { ...hold, kind: 'release' })?.isDone).toBe(true);
    expect(w.actor.deposit[h]).toBe(purse);
  });

  it('ends with the returned fee, and never exceeds the pots', () => {
    const w = smallWorld();
    const fee = {
      kind: 'money.issue',
      to: { type: 'protocol' },
      amount: '90000000',
      reason: 'fee',
      reference: 'p',
    } as const;
    tell(w, fee);
    const outside = balanceOf(w, PROTOCOL);
    const retire = { kind: 'money.retire', amount: '90000000', reason: 'refund', reference: 'p' } as const;
    expect(tell(w, retire)?.isDone).toBe(true);
    expect(balanceOf(w, PROTOCOL)).toBe(outside - 90_000_000);
    expect(tell(w, { ...retire, amount: String(outside) })).toEqual(refusal('insufficient_funds'));
    expect(tell(w, { ...retire, amount: '-1' })).toEqual(refusal('out_of_range'));
  });

  it('is settled completely or not at all, and seat pay is taxed in the home city', () => {
    const w = smallWorld();
    const h = join(w, 100);
    const purse = w.actor.deposit[h];
    const share = { to: { type: 'actor', id: PLAYER }, amount: '10000000', purpose: 'REWARD' } as const;
    expect(
      tell(w, { kind: 'council.settle', reference: 's', shares: [share, { ...share, amount: '9000000000000' }] }),
    ).toEqual(refusal('insufficient_funds'));
    expect(w.actor.deposit[h]).toBe(purse);
    expect(tell(w, { kind: 'council.settle', reference: 's', shares: [share] })?.isDone).toBe(true);
    expect(w.actor.deposit[h]).toBe(purse + 8_500_000);
  });
});

describe('newcomers', () => {
  it('join once, with a home and an endowment from the federal treasury', () => {
    const w = smallWorld();
    const h = join(w, 10);
    expect(w.actor.home[h]).toBeGreaterThanOrEqual(0);
    expect(tell(w, { kind: 'actor.join', actorId: PLAYER, name: 'Again' })).toEqual(refusal('already_joined'));
    expect(
      tell(w, { kind: 'actor.join', actorId: '55555555-5555-7555-8555-555555555555', name: 'X', cityId: PLAYER }),
    ).toEqual(refusal('target_not_found'));
    expect(w.actor.reputation[h]).toBe(60);
  });
});

describe('an operator', () => {
  const expansion = (w: World): Extract<Input, { kind: 'admin.expansion' }> => ({
    kind: 'admin.expansion',
    cityId: cityId(w, 0),
    amount: '3000000000',
    financing: 'federal_issue',
    housingUnits: 1,
    publicPosts: 1,
    transferPerHead: '1000000',
    maxMoneyGrowthPct: 10,
    isForced: false,
    reason: 'test',
  });

  it('expands only in an emergency or with a second person, within limits, and never without funds', () => {
    const w = smallWorld();
    run(w, 25);
    expect(tell(w, expansion(w))).toEqual(refusal('policy_guard'));
    expect(tell(w, { ...expansion(w), isForced: true, maxMoneyGrowthPct: 1 })).toEqual(refusal('policy_guard'));
    expect(tell(w, { ...expansion(w), isForced: true, amount: '1000000' })).toEqual(refusal('insufficient_funds'));
    expect(tell(w, { ...expansion(w), isForced: true, financing: 'federal' })).toEqual(refusal('insufficient_funds'));
    expect(tell(w, { ...expansion(w), cityId: PLAYER })).toEqual(refusal('city_not_found'));
    const issued = w.nation.issued;
    const homes = w.rows.dwelling;
    expect(tell(w, { ...expansion(w), isForced: true })?.isDone).toBe(true);
    expect(w.nation.issued).toBe(issued + 3_000_000_000);
    expect([w.rows.dwelling, w.side.projects.length]).toEqual([homes, 1]);
  });

  it('has houses built that are complete when they are paid and finished', () => {
    const w = smallWorld();
    run(w, 25);
    const order: Input = {
      kind: 'admin.housing',
      cityId: cityId(w, 0),
      distribution: { FLAT: 2 },
      ownership: 'public',
      financing: 'federal_issue',
      reason: 't',
    };
    const before = w.rows.dwelling;
    expect(tell(w, order)?.isDone).toBe(true);
    expect(w.rows.dwelling).toBe(before);
    expect(tell(w, { ...order, distribution: {} } as Input)).toEqual(refusal('out_of_range'));
    expect(tell(w, { ...order, financing: 'federal' } as Input)).toEqual(refusal('insufficient_funds'));
    run(w, 672 * 9);
    expect(w.side.projects.filter(({ orderedTick }) => orderedTick < 672)).toEqual([]);
    expect(w.rows.dwelling).toBeGreaterThanOrEqual(before + 2);
  });

  it('changes salaries within their range, now or later', () => {
    const w = smallWorld();
    const change = { kind: 'admin.salaries', cityId: cityId(w, 1), percentage: 0.2, reason: 't' } as const;
    expect(tell(w, { ...change, roles: ['NURSE'] })?.isDone).toBe(true);
    expect(w.city.salaryFactor[5 + 2]).toBeCloseTo(1.2);
    expect(tell(w, { ...change, roles: ['NURSE'] })).toEqual(refusal('policy_guard'));
    expect(tell(w, { ...change, roles: ['CLERK'], effectiveTick: w.tick + 5 })?.isDone).toBe(true);
    expect(w.city.salaryFactor[5 + 4]).toBe(1);
    run(w, 6);
    expect(w.city.salaryFactor[5 + 4]).toBeCloseTo(1.2);
    expect(w.city.salaryFactor[4]).toBe(1);
  });

  it('decides only proposals that passed, and only when the guards permit it', () => {
    const w = smallWorld();
    const proposal = openProposal(w, { city: 0, type: 'HOUSING', payload: { budget: '900000000000' }, proposer: 0 });
    const input = {
      kind: 'admin.proposal',
      proposalId: worldId(w, 'proposal', proposal.id),
      decision: 'approve',
      reason: 't',
    } as const;
    expect(tell(w, input)).toEqual(refusal('proposal_wrong_state'));
    proposal.state = 'PASSED';
    expect(tell(w, input)).toEqual(refusal('policy_guard'));
    expect(tell(w, { ...input, decision: 'reject' })?.isDone).toBe(true);
    expect(proposal.state).toBe('REJECTED');
    expect(tell(w, { ...input, proposalId: PLAYER })).toEqual(refusal('proposal_not_found'));
  });

  it('changes figures within their range, and the state records the tick', () => {
    const w = smallWorld();
    expect(tell(w, { kind: 'params.change', change: { spendScale: 9 } })).toEqual(refusal('out_of_range'));
    expect(tell(w, { kind: 'params.change', change: { spendScale: 0.7 } })?.isDone).toBe(true);
    expect([w.params.spendScale, w.params.actors, w.nation.comparableSince]).toEqual([0.7, 120, 1]);
  });
});

it('a refused input leaves no trace beyond the hour itself', () => {
  const [one, other] = [smallWorld(), smallWorld()];
  step(one, [{ kind: 'actor.freeze', actorId: PLAYER, isFrozen: true }], { isSilent: true });
  step(other, [], { isSilent: true });
  expect(stateHash(one)).toBe(stateHash(other));
  expect(balanceOf(one, FEDERAL)).toBe(0);
});
