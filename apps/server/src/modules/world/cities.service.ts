import { view } from '@assay/economy/world';
import { City, CitySummary, EconomySummary, Property, Proposal, Snapshot, Vacancy } from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import { known } from './actors.service.ts';
import type { WorldMonthStore } from './months.store.ts';
import { type ForSaleAsked, hourly, isOffered, type PageAsked, priceKey, type Reading } from './reading.ts';

type Deps = {
  readonly reading: Reading;
  readonly months: Pick<WorldMonthStore, 'listCity'>;
  readonly clock: { now(): Date };
};
type PropertiesAsked = PageAsked & ForSaleAsked & { readonly sort: 'id' | 'price' };
const BeforeTick = z.number().int();

/** Cities: their current state, their months, and their supply. */
export function createCities({ reading, months, clock }: Deps) {
  const cities = hourly(view.cities);
  return {
    list(asked: PageAsked) {
      const { items, nextCursor } = reading.page(cities(reading.world()), ({ name, id }) => [name, id], asked);
      return { items: items.map((city) => z.encode(CitySummary, city)), nextCursor };
    },
    read: (id: string) => z.encode(City, known(view.city(reading.world(), id), 'city_not_found')),
    economy: (id: string) => z.encode(Snapshot, known(view.economy(reading.world(), id), 'city_not_found')),
    summary: (id: string) =>
      z.encode(EconomySummary, known(view.economySummary(reading.world(), id), 'city_not_found')),
    /** Read from the table, because the kernel keeps only two years. */
    async history(id: string, { limit, cursor }: PageAsked) {
      known(view.city(reading.world(), id), 'city_not_found');
      const before = cursor === undefined ? undefined : readCursor(BeforeTick, cursor, clock.now());
      const rows = await months.listCity(id, before, limit + 1);
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, nextCursor: last === undefined ? null : toCursor(last.tick, reading.stamp()) };
    },
    properties(id: string, { sort, ...asked }: PropertiesAsked) {
      const all = known(view.properties(reading.world(), id), 'city_not_found');
      const found = all.filter((home) => isOffered(home, asked));
      const { items, nextCursor } = reading.page(
        found,
        (home) => [sort === 'price' ? priceKey(home) : '', home.id],
        asked,
      );
      return { items: items.map((home) => z.encode(Property, home)), nextCursor };
    },
    vacancies(id: string, asked: PageAsked) {
      const all = known(view.vacancies(reading.world(), id), 'city_not_found');
      const keyOf = ({ wage, businessId, role }: Vacancy): [number, string] => [
        -Number(wage),
        businessId ?? role ?? '',
      ];
      const { items, nextCursor } = reading.page(all, keyOf, asked);
      return { items: items.map((vacancy) => z.encode(Vacancy, vacancy)), nextCursor };
    },
    proposals(id: string, asked: PageAsked) {
      const all = known(view.proposals(reading.world(), id), 'city_not_found');
      const { items, nextCursor } = reading.page(
        all,
        ({ openedTick, id: proposalId }) => [-openedTick, proposalId],
        asked,
      );
      return { items: items.map((proposal) => z.encode(Proposal, proposal)), nextCursor };
    },
  };
}
