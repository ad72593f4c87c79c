import { DEFAULT_MOUNTS, Problem, RpcRequest } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { answerCalls, countCalls, toRefusal, toRpcRefusal, toUnreadable } from './rpc-envelope.ts';

const dispatch = async (method: string, params: Readonly<Record<string, unknown>>): Promise<object> => {
  if (method === 'echo') return { said: params };
  if (method === 'often') throw new Problem('rate_limited', { retryAfterSeconds: 7 });
  throw new Problem('method_not_found', { method });
};
const CONTEXT = { requestId: 'r', mounts: DEFAULT_MOUNTS };
const ask = (body: unknown) => answerCalls(body, dispatch, { requestId: 'request-1', mounts: DEFAULT_MOUNTS });
const call = (more: object = {}) => ({ jsonrpc: '2.0', id: 1, method: 'echo', params: { a: 1 }, ...more });

describe('a plain call', () => {
  it('is answered with its result, or with the status of its problem', async () => {
    expect(await ask({ method: 'echo', params: { a: 1 } })).toEqual({
      status: 200,
      body: { ok: true, result: { said: { a: 1 } } },
    });
    expect(await ask({ method: 'nothing' })).toMatchObject({
      status: 404,
      body: { ok: false, error: { code: 'method_not_found', requestId: 'request-1' } },
    });
  });

  it.each([undefined, null, 'text', 7, {}, { method: 7 }, { method: 'echo', params: [] }])(
    'with an invalid form (%j) is refused with the reason',
    async (body) => {
      const { status, body: answer } = await ask(body);
      expect([status, answer]).toMatchObject([422, { ok: false, error: { code: 'validation_failed' } }]);
    },
  );
});

describe('a JSON-RPC call', () => {
  it('is answered under its id with 200, even when it is refused', async () => {
    expect(await ask(call())).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: { said: { a: 1 } } } });
    expect(await ask(call({ method: 'nothing' }))).toMatchObject({
      status: 200,
      body: {
        id: 1,
        error: { code: -32_601, data: { code: 'method_not_found', status: 404, requestId: 'request-1' } },
      },
    });
  });

  it('without an id is a notification', async () => {
    const { id: _, ...notification } = call();
    expect(await ask(notification)).toEqual({ status: 204, body: undefined });
  });

  it('of another version is not a call', async () => {
    expect(await ask(call({ jsonrpc: '1.0' }))).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32_600 } },
    });
  });

  it('in a batch is answered beside the others; notifications are not answered', async () => {
    const { id: _, ...notification } = call();
    const { status, body } = await ask([call(), notification, 7, call({ id: 'b', method: 'nothing' })]);

    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 1 },
      { id: null, error: { code: -32_600 } },
      { id: 'b', error: { code: -32_601 } },
    ]);
    expect(await ask([notification, notification])).toEqual({ status: 204, body: undefined });
  });

  it.each([0, 21])('in a batch of %i is refused as a whole', async (length) => {
    const answer = await ask(Array.from({ length }, () => call()));
    expect(answer).toMatchObject({ status: 200, body: { id: null, error: { code: -32_600 } } });
  });
});

describe('an HTTP refusal', () => {
  const problem = new Problem('unauthenticated');

  it('has the form of the call', () => {
    expect(toRpcRefusal(problem, { method: 'echo' }, CONTEXT)).toMatchObject({
      ok: false,
      error: { code: 'unauthenticated' },
    });
    expect(toRpcRefusal(problem, call(), CONTEXT)).toMatchObject({
      id: 1,
      error: { code: -32_000, data: { status: 401 } },
    });
    expect(toRpcRefusal(problem, [call()], CONTEXT)).toMatchObject({ id: null, error: { code: -32_000 } });
  });

  it('of a body that is no JSON has a form that depends on its text', () => {
    const unread = new Problem('malformed_request', { reason: 'it is no JSON' });
    expect(toUnreadable(unread, '{"jsonrpc":', CONTEXT)).toMatchObject({
      status: 200,
      body: { id: null, error: { code: -32_700 } },
    });
    expect(toUnreadable(unread, '{"method":', CONTEXT)).toMatchObject({ status: 400, body: { ok: false } });
  });

  it('is thrown for a single call over the rate limit, and reported within a batch', async () => {
    await expect(ask({ method: 'often' })).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(ask(call({ method: 'often' }))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await ask([call({ method: 'often' })])).toMatchObject({
      body: [{ error: { data: { code: 'rate_limited' } } }],
    });
    expect(countCalls([1, 2, 3])).toBe(3);
  });

  it('points at the invalid member of params', () => {
    const { error } = RpcRequest.safeParse({ method: 7 });
    if (error === undefined) throw new Error('This is no call.');
    expect(toRefusal(error, '/params', undefined)).toMatchObject({ data: { errors: [{ pointer: '/params/method' }] } });
  });
});
