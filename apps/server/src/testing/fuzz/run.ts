/** Calls every operation of the route table and judges every answer. */
import { DEFAULT_MOUNTS, mountPath, type NamedRoute, type Route, routes } from '@assay/protocol';
import fc from 'fast-check';
import type { TestServer } from '../test-server.ts';
import { type Callers, createCallers } from './callers.ts';
import { KnownValue, toJsonText } from './hostile.ts';
import { judge, type Received } from './judge.ts';
import { createKnownIds, type KnownIds } from './known.ts';
import { type Plan, PREFERRED, planOf } from './plan.ts';
import { send } from './send.ts';

type Finding = { readonly route: string; readonly what: string; readonly request: string };
export type FuzzFigures = {
  readonly operations: number;
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operations that succeeded at least once. */
  readonly succeeded: number;
  readonly slowestMs: number;
  readonly findings: readonly Finding[];
};
type Options = {
  readonly seed: number;
  readonly perOperation: number;
  readonly width: number;
  /** A request that exceeds this time twice is a finding. The second attempt excludes a busy machine as the cause. */
  readonly slowMs: number;
  readonly noAnswerMs: number;
  /** Names of the operations to call; all if omitted. */
  readonly only?: readonly string[] | undefined;
};
type Case = NamedRoute & { readonly plan: Plan };

const REQUEST_SHOWN_MAX = 600;

export async function fuzz(server: TestServer, options: Options): Promise<FuzzFigures> {
  const callers = await createCallers(server);
  const known = createKnownIds();
  const byStatus = new Map<number, number>();
  const succeeded = new Set<string>();
  const findings: Finding[] = [];
  let slowestMs = 0;

  async function drive({ name, route, plan }: Case): Promise<void> {
    const request = toRequest({ name, route, plan }, callers, known);
    const report = (what: string) => {
      const shown = `${plan.caller} ${route.method} ${request.path} ${JSON.stringify(request.headers)} ${request.body ?? ''}`;
      findings.push({ route: name, what, request: shown.slice(0, REQUEST_SHOWN_MAX) });
    };
    const from = performance.now();
    try {
      const sent = { ...request, method: route.method, timeoutMs: options.noAnswerMs };
      const answer = await send(server.url, sent);
      const tookMs = performance.now() - from;
      slowestMs = Math.max(slowestMs, tookMs);
      if (answer === undefined) return report(`no answer within ${options.noAnswerMs} ms`);
      if (tookMs > options.slowMs) {
        const again = performance.now();
        await send(server.url, sent);
        const secondMs = performance.now() - again;
        if (secondMs > options.slowMs) report(`took ${Math.round(tookMs)} and ${Math.round(secondMs)} ms`);
      }
      byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1);
      if (answer.status < 300) succeeded.add(name);
      if (answer.status === 401) await callers.renew(plan.caller);
      learn(route, answer);
      const broken = judge(route, plan.caller, answer);
      if (broken !== undefined) report(broken);
    } catch (error) {
      report(`the connection broke: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Collects ids, but not from documents about the API, whose ids do not exist. */
  function learn({ plane, path }: Route, answer: Received): void {
    if (answer.status < 300 && plane !== 'discovery' && isJson(answer)) known.collect(path, answer.text);
  }

  for (const { route } of namedRoutes(options)) await look(route);
  /** Requests every list once without filters, to collect ids. */
  async function look(route: Route): Promise<void> {
    if (route.method !== 'GET' || route.params !== undefined || route.path.includes('stream')) return;
    for (const caller of PREFERRED[route.access]) {
      const headers = callers.headersOf(caller);
      const path = mountPath(route.path, DEFAULT_MOUNTS);
      const asked = { method: 'GET', path, headers, body: undefined, timeoutMs: options.noAnswerMs };
      const answer = await send(server.url, asked);
      if (answer !== undefined) learn(route, answer);
    }
  }

  const cases = casesOf(options);
  let next = 0;
  const work = async () => {
    for (let one = cases[next++]; one !== undefined; one = cases[next++]) await drive(one);
  };
  await Promise.all(Array.from({ length: options.width }, work));
  const operations = new Set(cases.map(({ name }) => name)).size;
  return { operations, requests: cases.length, byStatus, succeeded: succeeded.size, slowestMs, findings };
}

const namedRoutes = ({ only }: Pick<Options, 'only'>): NamedRoute[] =>
  Object.entries(routes)
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([name, route]) => ({ name, route }));

/** First each operation once, to collect ids from the answers; then all in an order derived from the seed. */
function casesOf({ seed, perOperation, only }: Options): Case[] {
  const cases = namedRoutes({ only }).map(({ name, route }) =>
    fc.sample(planOf(route), { seed, numRuns: perOperation }).map((plan): Case => ({ name, route, plan })),
  );
  const [first, rest] = [cases.flatMap((some) => some.slice(0, 1)), cases.flatMap((some) => some.slice(1))];
  const reads = first.filter(({ route }) => route.method === 'GET');
  const shuffled = fc.sample(fc.shuffledSubarray(rest, { minLength: rest.length }), { seed, numRuns: 1 })[0] ?? [];
  return [...reads, ...first.filter(({ route }) => route.method !== 'GET'), ...shuffled];
}

function toRequest({ route, plan }: Case, callers: Callers, known: KnownIds) {
  const toText = (value: unknown): string => (value instanceof KnownValue ? known.resolve(value) : String(value));
  const path = mountPath(route.path, DEFAULT_MOUNTS).replace(/:([A-Za-z_]\w*)/g, (_, name: string) =>
    encodeLoosely(toText(plan.params[name] ?? 'x')),
  );
  const query = Object.entries(plan.query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeLoosely(name)}=${encodeLoosely(toText(value))}`);
  const type = plan.mediaType === undefined ? [] : [['content-type', plan.mediaType] as const];
  return {
    path: `${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: [...callers.headersOf(plan.caller), ...type, ...plan.headers],
    body: plan.body && ('text' in plan.body ? plan.body.text : toJsonText(plan.body.json, known.resolve)),
  };
}

/** Percent-encodes text, with a lone surrogate as its three bytes. */
const encodeLoosely = (text: string): string =>
  Array.from(text, (character) =>
    character.isWellFormed()
      ? encodeURIComponent(character)
      : [
          0xe0 | (character.charCodeAt(0) >> 12),
          0x80 | ((character.charCodeAt(0) >> 6) & 0x3f),
          0x80 | (character.charCodeAt(0) & 0x3f),
        ]
          .map((byte) => `%${byte.toString(16).toUpperCase()}`)
          .join(''),
  ).join('');

const isJson = ({ headers }: Received): boolean => String(headers['content-type']).startsWith('application/json');
