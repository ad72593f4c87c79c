import { ReadyAnswer, Reply } from './answer.ts';
import type { BoundRoute } from './bind-routes.ts';
import { readInput } from './read-request.ts';

type Input = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
type Asker = { readonly requestId: string; readonly client: string; readonly isForPage?: true };
export type CallResult = {
  readonly value: unknown;
  /** How long the result stays valid: the rest of the world's hour, or 0. */
  readonly holdsMs: number;
};
export type Call = (name: string, input?: Input) => Promise<CallResult>;

const MAX_AGE = /max-age=(\d{1,6})/;
const SECOND_MS = 1_000;

/** Calls to public read routes. A POST route must be listed in `posts`. */
export function createCalls(bound: readonly BoundRoute[], posts: readonly string[] = []) {
  const open = new Map(
    bound
      .filter(({ route, name }) => route.access === 'none' && (route.method === 'GET' || posts.includes(name)))
      .map((one) => [one.name, one]),
  );
  return (asker: Asker): Call =>
    async (name, input = {}) => {
      const one = open.get(name);
      if (one === undefined) throw new TypeError(`${name} is not among the open reads`);
      const read = readInput(one.route, {
        params: input.params ?? {},
        query: input.query ?? {},
        headers: {},
        body: input.body,
      });
      const context = { caller: undefined, sentBody: undefined, accept: 'application/json', ...asker };
      const answer = await one.handle(read, context);
      return { value: toValue(answer), holdsMs: one.route.cache === 'tick' ? holdsMsOf(answer) : 0 };
    };
}

export type RouteCalls = ReturnType<typeof createCalls>;

function holdsMsOf(answer: unknown): number {
  const headers = answer instanceof Reply ? answer.headers : {};
  return Number(MAX_AGE.exec(headers['Cache-Control'] ?? '')?.[1] ?? 0) * SECOND_MS;
}

function toValue(answer: unknown): unknown {
  if (answer instanceof Reply) return answer.value;
  if (!(answer instanceof ReadyAnswer)) return answer;
  const text = answer.bytes.toString('utf8');
  return answer.contentType.startsWith('application/json') ? JSON.parse(text) : text;
}
