import type { BoundRoute } from '../../platform/http/index.ts';
import { ReadyAnswer, Reply, readInput } from '../../platform/http/index.ts';

type Input = { readonly params?: unknown; readonly query?: unknown };
type Asker = { readonly requestId: string; readonly client: string };

/** Calls of public routes without a way over the network. Whatever needs a credential is not among them. */
export function createCalls(bound: readonly BoundRoute[]) {
  const open = new Map(
    bound.filter(({ route }) => route.access === 'none' && route.method === 'GET').map((one) => [one.name, one]),
  );
  return (asker: Asker) =>
    async (name: string, input: Input = {}): Promise<unknown> => {
      const one = open.get(name);
      if (one === undefined) throw new TypeError(`No page may ask for ${name}`);
      const read = readInput(one.route, {
        params: input.params ?? {},
        query: input.query ?? {},
        headers: {},
        body: undefined,
      });
      const context = { caller: undefined, sentBody: undefined, accept: 'application/json', ...asker };
      return toValue(await one.handle(read, context));
    };
}

function toValue(answer: unknown): unknown {
  if (answer instanceof Reply) return answer.value;
  if (!(answer instanceof ReadyAnswer)) return answer;
  const text = answer.bytes.toString('utf8');
  return answer.contentType.startsWith('application/json') ? JSON.parse(text) : text;
}
