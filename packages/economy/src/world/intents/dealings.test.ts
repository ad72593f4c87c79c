import { Payroll } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { answer, ask } from '../consents.ts';
import { adoptRules } from '../genesis.ts';
import { actorId, bankId, businessId, cityId, loanId, worldId } from '../ids.ts';
import { hire } from '../labour.ts';
import { ACTOR_FLAGS } from '../layout.ts';
import { addEdge, EDGE_KIND, feel } from '../relations.ts';
import { code, executes, NOBODY, owner, setup, shopWith } from '../testing/players.ts';
import { act, neighbour, PLAYER, run } from '../testing/worlds.ts';
import { step } from '../tick.ts';
import { view } from '../views/index.ts';

describe('goods and items', () => {
  it('are bought, kept, sold and given with consent', () => {
    const { w, h, here } = setup();
    const f = w.lists.byCitySector[here * 4 + 1]?.[0] as number;
    w.business.stock[f] += 50;
    w.business.opening[f] += 50;
    const id = businessId(w, f);
    expect(code(w, 'INTENT_BUY_GOODS', { businessId: id, quantity: 2, maxUnitPrice: '1' })).toBe('price_above_max');
    expect(code(w, 'INTENT_BUY_GOODS', { businessId: NOBODY, quantity: 2 })).toBe('target_not_found');
    executes(w, 'INTENT_BUY_GOODS', { businessId: id, quantity: 3 });
    const item = w.side.items.at(-1);
    expect(item).toMatchObject({ owner: h, kind: 'HOUSEHOLD_GOOD', quantity: 3 });
    const itemId = worldId(w, 'item', item?.id ?? 0);
    const friend = neighbour(w, h);
    const toActorId = actorId(w, friend);
    expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId })).toBe('consent_required');
    expect(code(w, 'INTENT_GIVE_ITEM', { itemId, toActorId })).toBe('consent_required');
    expect(code(w, 'INTENT_GIVE_ITEM', { itemId: NOBODY, toActorId })).toBe('not_owner');
    answer(w, ask(w, { type: 'TRADE', from: h, to: friend, terms: {}, left: 100 }), true);
    executes(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId });
    expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '100', toActorId })).toBe('consent_required');
    executes(w, 'INTENT_GIVE_ITEM', { itemId, toActorId });
    expect(w.side.items.filter(({ owner: who }) => who === friend).map(({ quantity }) => quantity)).toEqual([1, 2]);
  });

  it('fall back to another shop when the shelf is empty, and report when all are empty', () => {
    const { w, here } = setup();
    const [f] = w.lists.byCitySector[here * 4] as number[];
    for (let g = 0; g < w.rows.business; g++) {
      w.business.stock[g] = g === f ? 0 : 40;
      w.business.opening[g] = w.business.stock[g];
      for (const column of [w.business.produced, w.business.spoiled, w.business.sold]) column[g] = 0;
    }
    const params = { businessId: businessId(w, f as number), quantity: 5 };
    expect(act(w, 'INTENT_BUY_GOODS', params)).toMatchObject({ status: 'REWRITTEN', reasonCode: 'out_of_stock' });
    expect(step(w, []).intents[0]).toMatchObject({ status: 'EXECUTED' });
    expect(code(w, 'INTENT_BUY_GOODS', { ...params, quantity: 1000 })).toBe('out_of_stock');
  });

  it('come from the supplier that the owner chose', () => {
    const { w, h, here } = setup();
    const f = w.lists.byCitySector[here * 4]?.[0] as number;
    expect(code(w, 'INTENT_SET_SUPPLIER', { sector: 'GOODS', businessId: businessId(w, f) })).toBe('wrong_sector');
    executes(w, 'INTENT_SET_SUPPLIER', { sector: 'FOOD', businessId: businessId(w, f) });
    expect(w.actor.suppliers[h * 9]).toBe(f);
  });
});

describe('a business', () => {
  it('is founded with enough capital and its own name', () => {
    const { w, h, here } = setup();
    const base = { cityId: cityId(w, here), sector: 'FOOD', name: 'Zed Bakery', capital: '800000000' };
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, capital: '1' })).toBe('out_of_range');
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, sector: 'BANK' })).toBe('sector_closed');
    expect(code(w, 'INTENT_FOUND_BUSINESS', { ...base, type: 'MILL' })).toBe('wrong_sector');
    w.side.businessNames.push([shopWith(w, here, () => true), 'ZED BAKERY']);
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('name_taken');
    executes(w, 'INTENT_FOUND_BUSINESS', { ...base, name: 'Zed and Sons', type: 'BAKERY' });
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('cooldown');
    const f = w.business.owner.lastIndexOf(h);
    expect(w.business.deposit[f]).toBe(800_000_000);
    run(w, 672 - (w.tick % 672) + 1);
    expect(w.business.deposit[f]).toBe(800_000_000);
    expect(w.business.vacancies[f] + (w.lists.staff[f]?.length ?? 0)).toBeGreaterThan(0);
  });

  it.each([
    [true, 'pays the part of its first month that its staff worked'],
    [false, 'pays nothing under the rules of an older world'],
  ])('that is founded within a month and has hired (%s) %s', (firstWages) => {
    const { w, h, here } = setup();
    if (firstWages) adoptRules(w);
    executes(w, 'INTENT_FOUND_BUSINESS', {
      cityId: cityId(w, here),
      sector: 'FOOD',
      name: 'Zed',
      capital: '2000000000',
    });
    const id = businessId(w, w.business.owner.lastIndexOf(h));
    executes(w, 'INTENT_POST_VACANCY', { businessId: id, count: 3 });
    run(w, 672 - (w.tick % 672) + 1);

    const payroll = Payroll.encode({ ...view.payroll(w, id), nextCursor: null } as never);

    expect(payroll.employees.length).toBeGreaterThan(0);
    expect(payroll.items.length > 0).toBe(firstWages);
    for (const { gross, tax, net } of payroll.items) {
      expect(BigInt(tax) + BigInt(net)).toBe(BigInt(gross));
      expect(BigInt(net)).toBeGreaterThan(0n);
    }
  });

  it('cannot be founded by an owner of three', () => {
    const { w, h, here } = setup();
    for (const f of w.lists.bySector[0]?.slice(0, 3) ?? []) w.business.owner[f] = h;
    const base = { cityId: cityId(w, here), sector: 'FOOD', name: 'Fourth', capital: '800000000' };
    expect(code(w, 'INTENT_FOUND_BUSINESS', base)).toBe('business_limit');
  });

  it('obeys its owner within the guards, and no other actor', () => {
    const { w, f, id } = owner();
    const foreign = businessId(w, w.lists.byCity.flat().find((g) => g !== f) as number);
    expect(code(w, 'INTENT_SET_PRICE', { businessId: foreign, unitPrice: '4000000' })).toBe('not_owner');
    expect(code(w, 'INTENT_SET_PRICE', { businessId: id, unitPrice: '900000000' })).toBe('out_of_range');
    executes(w, 'INTENT_SET_PRICE', { businessId: id, unitPrice: '4000000' });
    expect(code(w, 'INTENT_SET_WAGE', { businessId: id, wage: '1' })).toBe('out_of_range');
    executes(w, 'INTENT_SET_WAGE', { businessId: id, wage: '120000000' });
    expect(code(w, 'INTENT_POST_VACANCY', { businessId: id, count: 100 })).toBe('out_of_range');
    executes(w, 'INTENT_POST_VACANCY', { businessId: id, count: 2 });
    run(w, 672 - (w.tick % 672) + 1);
    expect([w.business.price[f], w.business.manualUntil[f * 4] > w.tick]).toEqual([4_000_000, true]);
  });

  it('gives notice, which ends the job at month open', () => {
    const { w, f, id } = owner();
    const worker = w.lists.staff[f]?.[0] as number;
    expect(code(w, 'INTENT_FIRE_WORKER', { businessId: id, actorId: PLAYER })).toBe('not_employed');
    executes(w, 'INTENT_FIRE_WORKER', { businessId: id, actorId: actorId(w, worker) });
    expect(w.actor.employer[worker]).toBe(f);
    const { events } = run(w, 672 - (w.tick % 672) + 1);
    expect(w.side.dismissals).toEqual([]);
    expect(events.every(({ id: eventId }) => /^[0-9a-f-]{36}$/.test(eventId))).toBe(true);
  });

  it('accepts capital and pays out profit, but not its reserve', () => {
    const { w, f, id } = owner();
    const before = w.business.deposit[f];
    expect(code(w, 'INTENT_INJECT_CAPITAL', { businessId: id, amount: '999000000000' })).toBe('insufficient_funds');
    executes(w, 'INTENT_INJECT_CAPITAL', { businessId: id, amount: '2000000000' });
    expect(w.business.deposit[f]).toBe(before + 2_000_000_000);
    expect(code(w, 'INTENT_WITHDRAW_PROFIT', { businessId: id, amount: '999000000000' })).toBe('reserve_required');
    executes(w, 'INTENT_WITHDRAW_PROFIT', { businessId: id, amount: '1000000' });
  });

  it('is sold, bought and closed', () => {
    const { w, h, f, id } = owner();
    const buyer = neighbour(w, h);
    w.actor.autonomy[buyer] = 0;
    const asBuyer = { actorId: actorId(w, buyer) };
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '9000000' }, asBuyer).reasonCode).toBe(
      'not_listed',
    );
    executes(w, 'INTENT_SELL_BUSINESS', { businessId: id, price: '5000000' });
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '1' }, asBuyer).reasonCode).toBe(
      'price_above_max',
    );
    expect(act(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: '9000000' }, asBuyer).status).toBe('EXECUTED');
    expect(w.business.owner[f]).toBe(buyer);
    w.business.owner[f] = h;
    executes(w, 'INTENT_CLOSE_BUSINESS', { businessId: id });
    expect([w.business.status[f], w.business.deposit[f], w.lists.staff[f]?.length]).toEqual([3, 0, 0]);
  });

  it('cannot be closed without its creditors', () => {
    const { w, id, f } = owner();
    const extra = w.business.deposit[f] + 1_000_000;
    w.business.debt[f] += extra;
    w.bank.loans[w.business.city[f]] += extra;
    w.nation.loans += extra;
    w.city.deposit[0] += extra;
    expect(code(w, 'INTENT_CLOSE_BUSINESS', { businessId: id })).toBe('insolvent');
  });

  it('works with certified skills while they are valid', () => {
    const { w, f, id } = owner();
    const certificateId = 'c'.repeat(24);
    const set = (isValid: boolean) =>
      ({
        kind: 'certificate.set',
        certificateId,
        name: 'Oven',
        isValid,
        securityLevel: 'CLEAR',
        isFree: false,
      }) as const;
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('certificate_not_valid');
    step(w, [set(true)]);
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('no_licence');
    step(w, [{ kind: 'licence.grant', actorId: PLAYER, licence: 'SKILL_LICENCE', ref: certificateId, name: 'Oven' }]);
    executes(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId });
    expect(code(w, 'INTENT_EQUIP_SKILL', { businessId: id, certificateId })).toBe('slots_full');
    run(w, 24);
    expect(w.business.bonus[f]).toBeCloseTo(1.04);
    const events = [];
    events.push(...step(w, [set(false)]).events);
    while (w.tick % 24 !== 1) events.push(...step(w, []).events);
    expect(w.business.bonus[f]).toBe(1);
    expect(events.map(({ kind }) => kind)).toContain('business.skill_lost');
    executes(w, 'INTENT_UNEQUIP_SKILL', { businessId: id, certificateId });
    expect(code(w, 'INTENT_UNEQUIP_SKILL', { businessId: id, certificateId })).toBe('target_not_found');
  });

  it('uses skills that its owner buys for it, up to three', () => {
    const { w, id } = owner();
    const grant = (letter: string, businessId: string) => {
      const certificateId = letter.repeat(24);
      const about = { name: 'Oven', isValid: true, securityLevel: 'LOW', isFree: false };
      const bought = {
        actorId: PLAYER,
        licence: 'SKILL_LICENCE',
        ref: certificateId,
        name: 'Oven',
        businessId,
      } as const;
      const { results } = step(w, [
        { kind: 'certificate.set', certificateId, ...about },
        { kind: 'licence.grant', ...bought },
      ]);
      return results[1];
    };
    for (const letter of ['a', 'b', 'c'])
      expect(grant(letter, id)).toEqual({ isDone: true, data: { isEquipped: true } });

    expect(grant('d', id)).toEqual({ isDone: true, data: { isEquipped: false } });
    expect(grant('e', NOBODY)).toEqual({ isDone: true, data: { isEquipped: false } });
    expect(w.side.items.filter(({ kind }) => kind === 'SKILL_LICENCE')).toHaveLength(5);
  });
});

describe('credit', () => {
  it('is granted to a business up to the limits of its bank and its wages', () => {
    const { w, f, id, here } = owner();
    const loan = { bankId: bankId(w, here), businessId: id };
    expect(code(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '999000000000' })).toBe('bank_capital');
    w.business.missedPayroll[f] = 1;
    expect(code(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '1000000' })).toBe('credit_refused');
    w.business.missedPayroll[f] = 0;
    w.business.revenueLast[f] = -1;
    executes(w, 'INTENT_REQUEST_LOAN', { ...loan, amount: '1000000' });
    expect(code(w, 'INTENT_REPAY_LOAN', { loanId: NOBODY, amount: '1' })).toBe('target_not_found');
    executes(w, 'INTENT_REPAY_LOAN', { loanId: loanId(w, f), amount: '900000000000' });
    expect(w.business.debt[f]).toBe(0);
    expect(code(w, 'INTENT_SET_LOAN_TERMS', { bankId: bankId(w, here), spreadBp: 1, maxLeverageBp: 9000 })).toBe(
      'not_owner',
    );
  });

  it('is granted to people only with the switch on, and defaults are recorded', () => {
    const { w, h, here } = setup();
    const loan = { bankId: bankId(w, here), amount: '20000000', months: 12 };
    expect(code(w, 'INTENT_REQUEST_LOAN', loan)).toBe('credit_refused');
    step(w, [{ kind: 'params.change', change: { switches: { consumerCredit: true } } }]);
    hire(w, h, w.lists.byCity[here]?.[0] as number);
    executes(w, 'INTENT_REQUEST_LOAN', loan);
    expect(w.actor.debt[h]).toBe(20_000_000);
    run(w, 3 * 672);
    expect(w.actor.debt[h]).toBeLessThan(20_000_000);
  });
});

describe('city and people', () => {
  it('votes a policy into force at month open', () => {
    const { w, here } = setup();
    const city = cityId(w, here);
    expect(
      code(w, 'INTENT_PROPOSE_POLICY', { cityId: cityId(w, (here + 1) % 3), type: 'BENEFIT', payload: { bp: 5000 } }),
    ).toBe('wrong_city');
    expect(code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'BENEFIT', payload: { bp: 1 } })).toBe(
      'out_of_range',
    );
    expect(
      code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'TAX_CHANGE', payload: { tax: 'income', bp: 3000 } }),
    ).toBe('policy_guard');
    executes(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'TAX_CHANGE', payload: { tax: 'income', bp: 1000 } });
    expect(code(w, 'INTENT_PROPOSE_POLICY', { cityId: city, type: 'BENEFIT', payload: { bp: 5000 } })).toBe('cooldown');
    const proposalId = worldId(w, 'proposal', w.side.proposals[0]?.id ?? 0);
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })).toBe('already_voted');
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId: NOBODY, choice: 'yes' })).toBe('target_not_found');
    run(w, 672 - (w.tick % 672) + 1);
    expect(w.side.proposals[0]?.state).toBe('ENACTED');
    expect(w.city.incomeTax[here]).toBe(0.1);
    expect(code(w, 'INTENT_VOTE_PROPOSAL', { proposalId, choice: 'yes' })).toBe('proposal_wrong_state');
  });

  it('proposes a relation, receives an answer, and ends it', () => {
    const { w, h } = setup();
    const friend = neighbour(w, h);
    const targetActorId = actorId(w, friend);
    w.actor.autonomy[friend] = 0;
    expect(code(w, 'INTENT_PROPOSE_RELATION', { targetActorId: NOBODY, type: 'ALLIANCE' })).toBe('target_not_found');
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId, type: 'ALLIANCE' });
    const consentId = worldId(w, 'consent', w.side.consents.at(-1)?.id ?? 0);
    expect(act(w, 'INTENT_RESPOND_CONSENT', { consentId, accept: true }).reasonCode).toBe('not_owner');
    expect(act(w, 'INTENT_RESPOND_CONSENT', { consentId, accept: true }, { actorId: targetActorId }).status).toBe(
      'EXECUTED',
    );
    expect(w.side.consents.at(-1)?.state).toBe('ACTIVE');
    executes(w, 'INTENT_END_RELATION', { targetActorId });
    expect(code(w, 'INTENT_END_RELATION', { targetActorId })).toBe('target_not_found');
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId, type: 'TRADE', terms: { maxAmount: '5' } });
    const later = worldId(w, 'consent', w.side.consents.at(-1)?.id ?? 0);
    executes(w, 'INTENT_RESPOND_CONSENT', { consentId: later, accept: false });
    expect(w.side.consents.at(-1)?.state).toBe('WITHDRAWN');
  });

  it('lets only an owner agree to pay another actor', () => {
    const { w, h } = setup();
    adoptRules(w);
    const f = shopWith(w, w.actor.city[h], (shop) => w.business.sector[shop] === 1 && w.business.stock[shop] > 3);
    executes(w, 'INTENT_BUY_GOODS', { businessId: businessId(w, f), quantity: 2 });
    const itemId = worldId(w, 'item', w.side.items.at(-1)?.id ?? 0);
    const friend = neighbour(w, h);
    const toActorId = actorId(w, friend);
    const befriend = () => {
      addEdge(w, h, friend, EDGE_KIND.ACQUAINTANCE);
      feel(w, h, friend, 100, 100);
    };
    const propose = (terms: object) => {
      befriend();
      executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId: toActorId, type: 'TRADE', terms });
      run(w, 72);
      return w.side.consents.findLast(({ from }) => from === h)?.state;
    };
    const before = w.actor.deposit[friend];
    const price = before.toString();

    // A resident without an owner, then an autopilot whose owner does not answer.
    for (const linked of [0, ACTOR_FLAGS.linked]) {
      w.actor.flags[friend] |= linked;
      expect(propose({ maxAmount: '999999999999999' })).toBe('DECLINED');
      expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: price, toActorId })).toBe(
        'consent_required',
      );
    }
    expect(propose({ maxAmount: '0' })).toBe('ACTIVE');
    expect(code(w, 'INTENT_SELL_ITEM', { itemId, quantity: 1, unitPrice: '1', toActorId })).toBe('consent_required');
    executes(w, 'INTENT_GIVE_ITEM', { itemId, quantity: 1, toActorId });
  });

  it('voids payment limits from before the rule', () => {
    const { w, h } = setup();
    const consent = ask(w, { type: 'TRADE', from: h, to: neighbour(w, h), terms: {}, left: 1e15 });
    answer(w, consent, true);
    const adopt = { kind: 'params.change', change: { switches: { ownerTrades: true } } } as const;
    step(w, [adopt], { isChecked: true });
    expect(consent).toMatchObject({ state: 'ACTIVE', left: 0 });
    consent.left = 5;
    step(w, [adopt], { isChecked: true });
    expect(consent.left).toBe(5);
  });

  it('expires an unanswered request', () => {
    const { w, h } = setup();
    const friend = neighbour(w, h);
    w.actor.flags[friend] |= 2;
    executes(w, 'INTENT_PROPOSE_RELATION', { targetActorId: actorId(w, friend), type: 'MENTORSHIP' });
    run(w, 73);
    expect(w.side.consents.at(-1)?.state).toBe('EXPIRED');
  });
});
