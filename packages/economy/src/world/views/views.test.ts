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
import { storedFigures, storeFigures } from '../statistics.ts';
import { join, PLAYER, runMonths, smallWorld, VALIDATOR } from '../testing/worlds.ts';
import { view } from './index.ts';

const world = smallWorld();
join(world, 500);
runMonths(world, 3);

describe('a view fits its wire schema', () => {
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

describe('an absent value', () => {
  it.each(['actor', 'business', 'city', 'wallet', 'payroll', 'loans', 'economy', 'properties', 'ties'] as const)(
    '%s',
    (name) => {
      expect(view[name](world, '99999999-9999-7999-8999-999999999999')).toBeUndefined();
      expect(view[name](world, 'nonsense')).toBeUndefined();
    },
  );

  it('a city of another world', () => {
    const [city] = view.cities(smallWorld(99));
    expect(view.city(world, city?.id ?? '')).toBeUndefined();
  });
});

it('a posting names both of its accounts', () => {
  expect(view.account(world, 0).type).toBe('actor');
  expect(view.account(world, 4 * 2 ** 28 + 2)).toEqual({ type: 'protocol', id: 'protocol' });
});

it('a recovered figure hides its concern, even before the concern is cleared', () => {
  const w = smallWorld();
  runMonths(w, 2);
  w.city.concernTick.fill(1);
  const [first] = view.cities(w);
  const shown = () =>
    view.economySummary(w, first?.id ?? '')?.topConcerns.filter(({ code }) => code === 'UNEMPLOYMENT');
  const tell = (unemploymentRate: number) => storeFigures(w, 0, { ...storedFigures(w, 0), unemploymentRate });

  tell(0.05);
  expect(shown()).toEqual([]);
  tell(0.5);
  expect(shown()).toMatchObject([{ severity: 100, evidence: { value: 0.5, threshold: 0.1 } }]);
});
