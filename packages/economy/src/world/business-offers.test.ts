import { expect, it } from 'vitest';
import { adoptRules } from './genesis.ts';
import { businessId, cityId, propertyId } from './ids.ts';
import { checkInvariants } from './invariants.ts';
import { ACTOR_FLAGS } from './layout.ts';
import { moneySupply } from './ledger.ts';
import { worthOf } from './property.ts';
import type { World } from './state.ts';
import { code, executes, setup } from './testing/players.ts';
import { neighbour } from './testing/worlds.ts';
import { view } from './views/index.ts';

const ANY_PRICE = '1000000000000';
const totalOf = (w: World): number =>
  [w.actor.deposit, w.business.deposit, w.city.deposit, w.bank.deposit, w.fund.deposit]
    .flatMap((book) => [...book])
    .reduce((sum, amount) => sum + amount, 0);

it('residents sell the homes that they do not live in, above the price of a city', () => {
  const { w, h, here } = setup();
  const seller = neighbour(w, h);
  const d = w.dwelling.tenant.findIndex(
    (tenant, row) => tenant >= 0 && tenant !== seller && w.dwelling.city[row] === here,
  );
  w.dwelling.owner[d] = seller;
  const params = { propertyId: propertyId(w, d), maxPrice: ANY_PRICE };
  const offer = () => view.properties(w, cityId(w, here))?.find(({ id }) => id === params.propertyId)?.salePrice;
  expect([offer(), code(w, 'INTENT_BUY_PROPERTY', params)]).toEqual([null, 'not_listed']);

  adoptRules(w);

  const [tenant, price] = [w.dwelling.tenant[d], Number(offer())];
  expect(price).toBeGreaterThan(worthOf(w, d));
  expect(code(w, 'INTENT_BUY_PROPERTY', { ...params, maxPrice: String(price - 1) })).toBe('price_above_max');
  const [purse, sellers] = [w.actor.deposit[h] ?? 0, w.actor.deposit[seller] ?? 0];
  executes(w, 'INTENT_BUY_PROPERTY', params);
  expect([w.dwelling.owner[d], w.dwelling.tenant[d], offer()]).toEqual([h, tenant, null]);
  expect(purse - (w.actor.deposit[h] ?? 0)).toBe(price);
  expect((w.actor.deposit[seller] ?? 0) - sellers).toBe(price - Math.floor(price * 0.02));
  expect([checkInvariants(w), totalOf(w)]).toEqual([[], moneySupply(w)]);
});

it('residents do not sell the home in which they live, and players only what they list', () => {
  const { w, h } = setup();
  adoptRules(w);
  const seller = neighbour(w, h);
  const own = w.actor.home[seller] ?? -1;
  w.dwelling.owner[own] = seller;
  const params = { propertyId: propertyId(w, own), maxPrice: ANY_PRICE };
  expect(code(w, 'INTENT_BUY_PROPERTY', params)).toBe('not_listed');
  const let_ = w.dwelling.tenant.findIndex((tenant) => tenant >= 0 && tenant !== seller);
  w.dwelling.owner[let_] = seller;
  w.actor.flags[seller] |= ACTOR_FLAGS.linked;
  expect(code(w, 'INTENT_BUY_PROPERTY', { ...params, propertyId: propertyId(w, let_) })).toBe('not_listed');
});

it('residents sell their businesses for more than the buyer gets by closing them', () => {
  const { w, h, here } = setup();
  const f = w.lists.byCity[here]?.find((row) => (w.business.owner[row] ?? -1) >= 0) as number;
  const id = businessId(w, f);
  const seller = w.business.owner[f] as number;
  expect([
    view.business(w, id)?.salePrice,
    code(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: ANY_PRICE }),
  ]).toEqual([null, 'not_listed']);

  adoptRules(w);

  const [purse, sellers, price] = [
    w.actor.deposit[h] ?? 0,
    w.actor.deposit[seller] ?? 0,
    Number(view.business(w, id)?.salePrice),
  ];
  executes(w, 'INTENT_BUY_BUSINESS', { businessId: id, maxPrice: String(price) });
  expect([w.business.owner[f], view.business(w, id)?.salePrice]).toEqual([h, null]);
  expect((w.actor.deposit[seller] ?? 0) - sellers).toBe(price);
  executes(w, 'INTENT_CLOSE_BUSINESS', { businessId: id });
  expect(w.actor.deposit[h]).toBeLessThan(purse);
  expect([checkInvariants(w), totalOf(w)]).toEqual([[], moneySupply(w)]);
});

it('an offer to one buyer is for sale to no other, and an owner sets its own price', () => {
  const { w, h, here } = setup();
  adoptRules(w);
  const f = w.lists.byCity[here]?.find((row) => (w.business.owner[row] ?? -1) >= 0) as number;
  const params = { businessId: businessId(w, f), maxPrice: ANY_PRICE };
  w.side.offers.push({ business: f, price: 5_000_000, to: neighbour(w, h) });
  expect(code(w, 'INTENT_BUY_BUSINESS', params)).toBe('not_listed');
  w.side.offers = [{ business: f, price: 5_000_000, to: null }];
  const purse = w.actor.deposit[h] ?? 0;
  executes(w, 'INTENT_BUY_BUSINESS', params);
  expect(purse - (w.actor.deposit[h] ?? 0)).toBe(5_000_000);
});
