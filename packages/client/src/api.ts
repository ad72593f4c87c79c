/** Every route of the service as a typed call. Larger than the rest, and apart from it for that reason. */
import type { Answer, Request, Routes } from '@assay/protocol';
import { fillPath } from '@assay/protocol/route';
import { createHttp, type HttpOptions, toProblem } from './http.ts';
import * as table from './routes.generated.ts';

export { AssayError } from './reasons.ts';

export type JsonRouteName = {
  [Name in keyof Routes]: Routes[Name]['answer'] extends { media: string } ? never : Name;
}[keyof Routes];

/** Parts whose members may all be left out need not be given; headers are the business of `headers`. */
type Parts<Name extends JsonRouteName> = Omit<Request<Routes[Name]>, 'query' | 'headers'> &
  Partial<Pick<Request<Routes[Name]>, Extract<keyof Request<Routes[Name]>, 'query'>>>;
export type CallInput<Name extends JsonRouteName> = Parts<Name> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly answerBytesMax?: number;
};
export type CallAnswer<Name extends JsonRouteName> = Answer<Routes[Name]>;

/**
 * `call('readSubmission', { params: { id } })`. Throws AssayError with the service's problem code. The answer has the declared
 * type and is not checked against it: decide by `createClient`, which checks what it relies on.
 */
export function createApi(options: HttpOptions) {
  const http = createHttp(options);
  async function call<Name extends JsonRouteName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>> {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: this entry is the one that carries the whole table
    const { method, path } = table[name];
    const given = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const query = Object.entries(given.query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const search = new URLSearchParams(query).toString();
    const answer = await http.ask(fillPath(path, given.params ?? {}) + (search && `?${search}`), {
      method,
      body: given.body,
      ...(input.headers && { headers: input.headers }),
      ...(input.signal && { signal: input.signal }),
      ...(input.timeoutMs !== undefined && { timeoutMs: input.timeoutMs }),
      ...(input.answerBytesMax !== undefined && { answerBytesMax: input.answerBytesMax }),
    });
    if (answer.status >= 400) throw toProblem(answer);
    return answer.body as CallAnswer<Name>;
  }
  return { call, http };
}
export type Api = ReturnType<typeof createApi>;
