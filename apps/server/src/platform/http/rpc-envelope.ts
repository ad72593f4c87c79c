/** Calls and their answers, plain or JSON-RPC 2.0. The body of a request determines its form. */
import {
  type Access,
  findBadText,
  JSON_RPC_NUMBERS,
  JsonRpcBatch,
  JsonRpcRequest,
  type Mounts,
  nextStepOf,
  Problem,
  parseWire,
  RpcRequest,
  toFieldErrors,
} from '@assay/protocol';
import type { z } from 'zod';

type Params = Readonly<Record<string, unknown>>;
/** Throws a `Problem` to refuse a call. */
export type Dispatch = (method: string, params: Params) => Promise<object>;
type Done = { readonly result: object } | { readonly problem: Problem };
type JsonRpcId = string | number | null;
/** The context of an answer besides its result. */
type RpcContext = { readonly requestId: string; readonly access?: Access | undefined; readonly mounts: Mounts };
/** `body` is undefined for a notification, which gets no answer. */
type RpcReply = { readonly status: number; readonly body: object | undefined };

const NUMBERS: Partial<Record<Problem['code'], number>> = {
  malformed_request: JSON_RPC_NUMBERS.request,
  method_not_found: JSON_RPC_NUMBERS.method,
  validation_failed: JSON_RPC_NUMBERS.params,
  internal_error: JSON_RPC_NUMBERS.internal,
};

const speaksJsonRpc = (body: unknown): boolean =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && 'jsonrpc' in body);

/** Number of calls in a body, for rate limits. */
export const countCalls = (body: unknown): number => (Array.isArray(body) ? Math.max(1, body.length) : 1);

/** A refusal of the whole request: no credential, too many calls or an internal error. */
export function toRpcRefusal(problem: Problem, body: unknown, context: RpcContext): object {
  return speaksJsonRpc(body) ? toJsonRpc(idOf(body), { problem }, context) : toPlain({ problem }, context);
}

/** For a body that is not JSON, whose form is guessed from its text. */
export function toUnreadable(
  problem: Problem,
  text: string,
  context: RpcContext,
): RpcReply & { readonly body: object } {
  if (!text.includes('"jsonrpc"')) return { status: problem.status, body: toPlain({ problem }, context) };
  const number = problem.code === 'validation_failed' ? JSON_RPC_NUMBERS.params : JSON_RPC_NUMBERS.parse;
  const error = toJsonRpcError(problem, context, number);
  return { status: 200, body: { jsonrpc: '2.0', id: null, error } };
}

/**
 * Answers all calls of a body; the calls of a batch run concurrently. A rate-limited single call is refused with the
 * HTTP status.
 */
export async function answerCalls(body: unknown, dispatch: Dispatch, context: RpcContext): Promise<RpcReply> {
  if (Array.isArray(body)) return answerBatch(body, dispatch, context);
  if (speaksJsonRpc(body)) {
    const { done, id } = await runJsonRpc(body, dispatch);
    throwFlood(done);
    if (id === undefined) return { status: 204, body: undefined };
    return { status: 200, body: toJsonRpc(id, done, context) };
  }
  const call = parseWire(RpcRequest, body);
  const done = call.success
    ? await run(dispatch, call.data)
    : { problem: new Problem('validation_failed', { errors: call.errors }) };
  throwFlood(done);
  return { status: 'problem' in done ? done.problem.status : 200, body: toPlain(done, context) };
}

async function answerBatch(body: readonly unknown[], dispatch: Dispatch, context: RpcContext): Promise<RpcReply> {
  if (!JsonRpcBatch.safeParse(body).success) {
    const problem = new Problem('malformed_request', { reason: 'a batch has 1 to 20 calls' });
    return { status: 200, body: toJsonRpc(null, { problem }, context) };
  }
  const done = await Promise.all(body.map((call) => runJsonRpc(call, dispatch)));
  const sent = done.flatMap(({ id, done }) => (id === undefined ? [] : [toJsonRpc(id, done, context)]));
  return sent.length === 0 ? { status: 204, body: undefined } : { status: 200, body: sent };
}

/** A call without an id is a notification, which gets no answer. */
async function runJsonRpc(body: unknown, dispatch: Dispatch): Promise<{ id: JsonRpcId | undefined; done: Done }> {
  const call = JsonRpcRequest.safeParse(body);
  if (call.success) {
    const errors = findBadText(body);
    if (errors.length > 0) return { id: idOf(body), done: { problem: new Problem('validation_failed', { errors }) } };
    return { id: call.data.id, done: await run(dispatch, call.data) };
  }
  const problem = new Problem('malformed_request', { reason: 'this is not a JSON-RPC 2.0 call' });
  return { id: idOf(body), done: { problem } };
}

async function run(dispatch: Dispatch, { method, params }: RpcRequest): Promise<Done> {
  try {
    return { result: await dispatch(method, params) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error };
    throw error;
  }
}

function throwFlood(done: Done): void {
  if ('problem' in done && done.problem.code === 'rate_limited') throw done.problem;
}

const toPlain = (done: Done, context: RpcContext): object => {
  if ('result' in done) return { ok: true, result: done.result };
  const { code, message } = done.problem;
  const members = membersOf(done.problem, context);
  const details = Object.keys(members).length === 0 ? {} : { details: members };
  return { ok: false, error: { code, message, requestId: context.requestId, ...details } };
};

const toJsonRpc = (id: JsonRpcId, done: Done, context: RpcContext): object => ({
  jsonrpc: '2.0',
  id,
  ...('result' in done ? { result: done.result } : { error: toJsonRpcError(done.problem, context) }),
});

const toJsonRpcError = (
  problem: Problem,
  context: RpcContext,
  number: number = NUMBERS[problem.code] ?? JSON_RPC_NUMBERS.refused,
): object => {
  const { code, status, message } = problem;
  const data = { code, status, requestId: context.requestId, ...membersOf(problem, context) };
  return { code: number, message, data };
};

/** Includes the caller's next step, like a problem document of the REST routes. */
function membersOf(problem: Problem, context: RpcContext): Problem['members'] {
  const next = nextStepOf(problem, context);
  return next === undefined ? problem.members : { ...problem.members, next };
}

/** The id of an unvalidated call. */
function idOf(body: unknown): JsonRpcId {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** A validation problem for a call, or for its params under the pointer `at`. */
export function toRefusal(error: z.ZodError, at: string, value: unknown): Problem {
  const errors = toFieldErrors(error, at, value);
  return new Problem('validation_failed', { errors });
}
