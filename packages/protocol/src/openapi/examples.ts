import type { Route } from '../route.ts';
import { ANSWER_EXAMPLES } from './answer-examples.generated.ts';
import { MARKET_EXAMPLES } from './market-examples.ts';

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** What is sent to a route or what it answers, as people see it; nothing where there is no example. */
export function examplesOf(name: string, { method, path }: Route, side: 'body' | 'answer'): { examples?: Examples } {
  const market = MARKET_EXAMPLES[name];
  const told = ANSWER_EXAMPLES[name] ?? (market === undefined ? [] : [toTold(market, `${method} ${path}`)]);
  const shown = told.filter((one) => one[side] !== undefined);
  if (shown.length === 0) return {};
  return { examples: Object.fromEntries(shown.map((one) => [one.title, { summary: one.request, value: one[side] }])) };
}

const toTold = ({ request: body, answer }: { request?: object; answer?: object }, request: string) => ({
  title: 'market',
  request,
  body,
  answer,
});
