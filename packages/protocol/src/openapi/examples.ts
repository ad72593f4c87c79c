import type { Route } from '../route.ts';
import { ANSWER_EXAMPLES } from './answer-examples.generated.ts';
import { FLOW_EXAMPLES } from './flow-examples.ts';
import type { JsonSchema, SchemaBook } from './json-schemas.ts';
import { MARKET_EXAMPLES } from './market-examples.ts';
import { sampleOf } from './sample.ts';

export type Examples = Readonly<
  Record<string, { readonly summary: string; readonly value: unknown } | { readonly $ref: string }>
>;
type Shape = { readonly schema: JsonSchema; readonly book: SchemaBook };

/** The examples of a route's request or answer: recorded or hand-written if available, otherwise generated from the schema. */
export function examplesOf(
  name: string,
  { method, path }: Route,
  side: 'body' | 'answer',
  { schema, book }: Shape,
): { examples: Examples } {
  const own = name.replace(/Alias\d*$/, '');
  const market = MARKET_EXAMPLES[own];
  const told =
    FLOW_EXAMPLES[own] ?? ANSWER_EXAMPLES[own] ?? (market === undefined ? [] : [toTold(market, `${method} ${path}`)]);
  const shown = told.filter((one) => one[side] !== undefined);
  if (shown.length === 0) return { examples: { example: sampleExample(schema, book) } };
  return { examples: Object.fromEntries(shown.map((one) => [one.title, { summary: one.request, value: one[side] }])) };
}

/** All operations share one sample of a component. */
function sampleExample(schema: JsonSchema, book: SchemaBook) {
  const { $ref } = schema;
  if (typeof $ref === 'string') return { $ref: $ref.replace('/schemas/', '/examples/') };
  return { summary: 'Generated from the schema', value: sampleOf(schema, book.components) };
}

const toTold = ({ request: body, answer }: { request?: object; answer?: object }, request: string) => ({
  title: 'market',
  request,
  body,
  answer,
});
