import {
  Actor,
  ActorListItem,
  Business,
  BusinessSummary,
  CitySummary,
  Loan,
  Payroll,
  Property,
  Vacancy,
} from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { ACTIVITIES } from '../activity.ts';
import { CONCERNS } from '../concerns.ts';
import { join, PLAYER, runMonths, smallWorld, VALIDATOR } from '../testing/worlds.ts';
import { view } from './index.ts';

const world = smallWorld();
join(world, 500);
runMonths(world, 3);

describe('what is read fits the wire', () => {
  it.each([PLAYER, VALIDATOR])('actor %s', (id) => {
    const actor = view.actor(world, id);
    const state = { ...actor?.state, locked: 0n, validatorState: null, frozenReason: null };
    const wallet = { balance: 0n, locked: 0n, currency: 'MARK', decimals: 6 };
    expect(() =>
      Actor.encode({ ...actor, state, wallet, walletAddress: null, validator: null } as never),
    ).not.toThrow();
    expect(ACTIVITIES).toContain(actor?.state.activity.kind);
  });

  it('lists of actors, cities and properties', () => {
    for (const actor of view.actors(world)) ActorListItem.encode({ ...actor, validatorState: null });
    for (const city of view.cities(world)) {
      CitySummary.encode(city);
      for (const property of view.properties(world, city.id) ?? []) Property.encode(property);
      for (const vacancy of view.vacancies(world, city.id) ?? []) Vacancy.encode(vacancy);
    }
    expect(view.actors(world)).toHaveLength(121);
  });

  it('businesses and banks with staff, pay and loans', () => {
    let [staff, loans] = [0, 0];
    for (const one of view.businesses(world)) {
      BusinessSummary.encode(one);
      Business.encode({ ...view.business(world, one.id), history: [] } as never);
      const payroll = view.payroll(world, one.id);
      Payroll.encode({ ...payroll, nextCursor: null } as never);
      staff += payroll?.employees.length ?? 0;
      for (const loan of view.loans(world, one.id) ?? []) {
        Loan.encode({ ...loan, payments: [] } as never);
        loans++;
      }
    }
    expect(staff).toBeGreaterThan(50);
    expect(loans).toBeGreaterThan(0);
  });
});

describe('what is not there', () => {
  it.each(['actor', 'business', 'city', 'wallet', 'payroll', 'loans', 'economy', 'properties', 'ties'] as const)(
    '%s',
    (name) => {
      expect(view[name](world, '99999999-9999-7999-8999-999999999999')).toBeUndefined();
      expect(view[name](world, 'nonsense')).toBeUndefined();
    },
  );

  it('an id of another world', () => {
    const [city] = view.cities(smallWorld(99));
    expect(view.city(world, city?.id ?? '')).toBeUndefined();
  });
});

it('names both sides of a posting', () => {
  expect(view.account(world, 0).type).toBe('actor');
  expect(view.account(world, 4 * 2 ** 28 + 2)).toEqual({ type: 'protocol', id: 'protocol' });
});

it('shows a concern that waits to be cleared at its lowest, also when its figure is 0', () => {
  const w = smallWorld();
  runMonths(w, 1);
  const place = CONCERNS.findIndex(({ code }) => code === 'BANKRUPTCY_WAVE');
  w.city.concernTick[place] = 1;
  const [city] = view.cities(w);
  const summary = view.economySummary(w, city?.id ?? '');

  const wave = summary?.topConcerns.find(({ code }) => code === 'BANKRUPTCY_WAVE');
  const { value = Number.NaN, threshold = Number.NaN } = wave?.evidence ?? {};

  expect(value).toBeLessThanOrEqual(threshold);
  expect(wave?.severity).toBe(40);
});
