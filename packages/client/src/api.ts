/** Every route of the service as a typed call. A separate entry point, because it is larger than the rest. */
import type { Answer, Request, Routes } from '@assay/protocol';
import { fillPath } from '@assay/protocol/route';
import { createHttp, type HttpOptions, toProblem } from './http.ts';
import { AssayError } from './reasons.ts';
import * as table from './routes.generated.ts';

export { AssayError, type FieldError, NetworkError, ServiceError } from './reasons.ts';

export type JsonRouteName = {
  [Name in keyof Routes]: Routes[Name]['answer'] extends { media: string } ? never : Name;
}[keyof Routes];

/** A part whose members are all optional may be omitted. Headers are passed in `headers`. */
type Parts<Name extends JsonRouteName> = Omit<Request<Routes[Name]>, 'query' | 'headers'> &
  Partial<Pick<Request<Routes[Name]>, Extract<keyof Request<Routes[Name]>, 'query'>>>;
export type CallInput<Name extends JsonRouteName> = Parts<Name> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly answerBytesMax?: number;
};
export type CallAnswer<Name extends JsonRouteName> = Answer<Routes[Name]>;

/** Routes with paginated answers. */
export type ListRouteName = {
  [Name in JsonRouteName]: CallAnswer<Name> extends { items: readonly unknown[]; nextCursor: string | null }
    ? Name
    : never;
}[JsonRouteName];
type ItemOf<Name extends ListRouteName> = CallAnswer<Name> extends { items: readonly (infer Item)[] } ? Item : never;

export const LIST_PAGES_MAX = 10_000;

/**
 * `call('readSubmission', { params: { id } })`. Throws AssayError with the service's problem code. The answer has the
 * declared type but is not checked against it. For decisions use `createClient`, which checks the members it relies on.
 */
export function createApi(options: HttpOptions) {
  const http = createHttp(options);
  async function call<Name extends JsonRouteName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>> {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: this entry point contains the whole table by design
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
  /** `for await (const item of list('listCertificates', { query }))`: every item of every page. Pages are requested lazily. */
  async function* list<Name extends ListRouteName>(name: Name, input: CallInput<Name>): AsyncGenerator<ItemOf<Name>> {
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < LIST_PAGES_MAX; page++) {
      const { query, ...rest } = input as { query?: object };
      const asked = { ...rest, query: { ...query, ...(cursor !== undefined && { cursor }) } };
      const { items, nextCursor } = (await call(name, asked as CallInput<Name>)) as Page<ItemOf<Name>>;
      yield* items;
      if (nextCursor === null) return;
      if (typeof nextCursor !== 'string' || seen.has(nextCursor))
        throw new AssayError('bad_answer', 'The list does not end: its next page has already been read.');
      seen.add(nextCursor);
      cursor = nextCursor;
    }
    throw new AssayError('bad_answer', `The list has more than ${LIST_PAGES_MAX} pages.`);
  }

  return { call, list, http };
}
type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };
export type Api = ReturnType<typeof createApi>;
