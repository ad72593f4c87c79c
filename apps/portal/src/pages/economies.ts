/** The months of all cities including the current one, so that their charts share a scale. */
import type { Context } from '../page.ts';
import type { Summary } from '../ui/economy.tsx';
import type { City } from '../ui/world-map.tsx';

/** Oldest first, the same months for every city. */
export type CityMonths = { readonly city: City; readonly months: readonly Summary['snapshot'][] };
type Economies = { readonly summaries: readonly Summary[]; readonly economies: readonly CityMonths[] };

const MONTHS_SHOWN = 24;

export async function loadEconomies({ call }: Pick<Context, 'call'>, cities: readonly City[]): Promise<Economies> {
  const [summaries, past] = await Promise.all([
    Promise.all(cities.map(({ id }) => call('readEconomySummary', { params: { id } }))),
    Promise.all(
      cities.map(({ id }) => call('listEconomyHistory', { params: { id }, query: { limit: String(MONTHS_SHOWN) } })),
    ),
  ]);
  const all = cities.map((city, at) => {
    const now = summaries[at]?.snapshot;
    const months = (past[at]?.items ?? []).toReversed();
    const isNew = now !== undefined && months.every(({ tick }) => tick < now.tick);
    return { city, months: isNew ? [...months, now] : months };
  });
  // A month may have ended between two requests.
  const count = Math.min(...all.map(({ months }) => months.length));
  return { summaries, economies: all.map(({ city, months }) => ({ city, months: months.slice(-count) })) };
}
