import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runAssay } from './run-assay.ts';

const CLIENT = fileURLToPath(new URL('relay-client.ts', import.meta.url));

type Call = { readonly args: readonly string[]; readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/**
 * A program that runs each command in this process, for scripts that start the command many times: a process of its own
 * takes longer to start, with its engine, than most reviews. It passes no standard input.
 */
export async function openAssayRelay() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-relay-'));
  const path = join(folder, 'socket');
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket)).listen(path);
  await once(server, 'listening');
  return {
    /** The program and its first arguments. */
    command: [process.execPath, CLIENT, path] as const,
    async close(): Promise<void> {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A call that fails gets no answer, and the program then ends with an error of its own. */
async function answer(socket: Socket): Promise<void> {
  try {
    const { args, cwd, env } = JSON.parse(await text(socket)) as Call;
    socket.end(JSON.stringify(await runAssay(args, { cwd, env })));
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
