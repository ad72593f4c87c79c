// JSON-RPC 2.0 over HTTP on loopback, the interface of the embedded chain for viem, wallets and x402 clients.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Hex, isHex, keccak256 } from 'viem';
import type { BlockWriter } from './block-writer.ts';
import type { EdrNode } from './edr-node.ts';
import type { RpcCall } from './edr-process.ts';
import { decideRpcCall } from './rpc-policy.ts';

export const RPC_LIMITS = { bodyBytesMax: 1_048_576, batchCallsMax: 100, rawTransactionBytesMax: 131_072 } as const;
const LOOPBACK = '127.0.0.1';

type RpcError = { code: number; message: string; data?: unknown };
type RpcAnswer = { jsonrpc: '2.0'; id: unknown } & ({ result: unknown } | { error: RpcError });

const PARSE_ERROR = { code: -32_700, message: 'The body is not JSON.' };
const BODY_TOO_LARGE = { code: -32_600, message: 'The body is too large.' };
const INVALID_REQUEST = { code: -32_600, message: 'This is not a JSON-RPC 2.0 request.' };
const BATCH_TOO_LARGE = { code: -32_600, message: `A batch has at most ${RPC_LIMITS.batchCallsMax} calls.` };
const INVALID_TRANSACTION = { code: -32_602, message: 'Expected one raw transaction in hexadecimal.' };
const INTERNAL_ERROR_CODE = -32_603;

export async function serveRpc({ node, writer, port }: { node: EdrNode; writer: BlockWriter; port: number }) {
  const server = createServer((request, response) => {
    // A client that disconnects during its request gets no answer.
    answerHttp(request, response, (body) => answerBody({ node, writer }, body)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, LOOPBACK, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The RPC server has no port.');

  return {
    url: `http://${LOOPBACK}:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (body: string) => Promise<unknown>,
) {
  const body = await readBody(request);
  const result = body === undefined ? fail(null, BODY_TOO_LARGE) : await answer(body);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > RPC_LIMITS.bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Chain = { node: EdrNode; writer: BlockWriter };

async function answerBody(chain: Chain, body: string): Promise<RpcAnswer | RpcAnswer[]> {
  const message = parseJson(body);
  if (message === undefined) return fail(null, PARSE_ERROR);
  if (!Array.isArray(message)) return answerCall(chain, message);
  if (message.length > RPC_LIMITS.batchCallsMax) return fail(null, BATCH_TOO_LARGE);

  const answers: RpcAnswer[] = [];
  for (const call of message) answers.push(await answerCall(chain, call));
  return answers;
}

async function answerCall({ node, writer }: Chain, message: unknown): Promise<RpcAnswer> {
  const request = parseRequest(message);
  if (request === undefined) return fail(null, INVALID_REQUEST);
  const { id, call } = request;

  const decision = decideRpcCall(call);
  if (decision.kind === 'refuse')
    return fail(id, { code: -32_601, message: `The method ${call.method} is not offered.` });
  try {
    if (decision.kind === 'read') return { jsonrpc: '2.0', id, result: await node.call(decision.call) };

    const rawTransaction = parseRawTransaction(call.params);
    if (rawTransaction === undefined) return fail(id, INVALID_TRANSACTION);
    await writer.write(async () => rawTransaction);
    return { jsonrpc: '2.0', id, result: keccak256(rawTransaction) };
  } catch (error) {
    return fail(id, toRpcError(error));
  }
}

function fail(id: unknown, error: RpcError): RpcAnswer {
  return { jsonrpc: '2.0', id, error };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseRequest(message: unknown): { id: unknown; call: RpcCall } | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message)) return undefined;
  const { method } = message;
  const params = 'params' in message ? message.params : [];
  if (typeof method !== 'string' || !Array.isArray(params)) return undefined;
  return { id: 'id' in message ? message.id : null, call: { method, params } };
}

function parseRawTransaction([raw]: unknown[]): Hex | undefined {
  return isHex(raw) && raw.length <= 2 + 2 * RPC_LIMITS.rawTransactionBytesMax ? raw : undefined;
}

/** EDR errors have a code, and a revert's bytes as `data`, which clients decode. */
function toRpcError(error: unknown): RpcError {
  const message = error instanceof Error ? error.message : 'The chain could not answer.';
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'number') {
    return { code: INTERNAL_ERROR_CODE, message };
  }
  return 'data' in error ? { code: error.code, message, data: error.data } : { code: error.code, message };
}
