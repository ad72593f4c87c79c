// Runs the EVM of the embedded chain in a separate process: it does not use the memory and time of the service, and a
// crash in native code costs a replay, not the service.
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export type RpcCall = { method: string; params: unknown[] };
export type EdrQuestion = RpcCall & { readonly id: number };
export type EdrAnswer =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number;
      readonly fault: { readonly message: string; readonly code?: number; readonly data?: unknown };
    };

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

const PROGRAM = fileURLToPath(new URL('./edr-process.child.ts', import.meta.url));
/** The compile cache is stored beside the installed packages. */
const COMPILED = createRequire(import.meta.url)
  .resolve('@nomicfoundation/edr')
  .replace(/[/]node_modules[/]@nomicfoundation[/].*$/s, '/node_modules/.cache/assay-chain');
/** The id of the message that the child sends unprompted when it is ready for requests. */
const READY = 0;

export async function startEdrProcess(chainId: number) {
  const child = fork(PROGRAM, [String(chainId)], {
    execArgv: [],
    env: { NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, Waiting>();
  let lastId = READY;
  let isClosing = false;

  const answerTo = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const ready = answerTo(READY);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error('The process of the embedded chain has ended.'));
      waiting.clear();
      resolve();
    });
  });
  child.once('error', () => undefined); // 'exit' follows and rejects all waiting requests
  child.on('message', (answer: EdrAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('result' in answer) asked?.resolve(answer.result);
    else asked?.reject(Object.assign(new Error(answer.fault.message), answer.fault));
  });
  await ready;

  return {
    pid: child.pid,
    request({ method, params }: RpcCall): Promise<unknown> {
      if (!child.connected) return Promise.reject(new Error('The process of the embedded chain has ended.'));
      const id = ++lastId;
      const answer = answerTo(id);
      child.send({ id, method, params } satisfies EdrQuestion);
      return answer;
    },
    /** Resolves when the process exits without `close`. */
    crashed: ended.then(() => (isClosing ? new Promise<void>(() => undefined) : undefined)),
    async close(): Promise<void> {
      isClosing = true;
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
