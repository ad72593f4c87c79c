/** The processes of the service under test, each of which can be killed, paused and started again. */
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, startServer } from '../lib/process.ts';

type Role = 'api' | 'worker' | 'world';

export type Member = {
  readonly name: string;
  readonly role: Role;
  /** Undefined while it does not run. */
  url(): string | undefined;
  pid(): number | undefined;
  start(): Promise<number>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** From its next start on. */
  upgrade(): void;
};

type Options = {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Variables of one process alone. */
  readonly ownEnv?: (name: string) => Record<string, string>;
  /** The folder of the version that the processes start with, if it is not this one. */
  readonly root?: string | undefined;
};

const createMember = (name: string, role: Role, { folder, env, ownEnv, ...options }: Options): Member => {
  let running: Running | undefined;
  let { root } = options;
  return {
    name,
    role,
    url: () => (running === undefined ? undefined : `http://127.0.0.1:${running.port}`),
    pid: () => running?.child.pid,
    async start() {
      const output = openSync(join(folder, `${name.replace(' ', '-')}.log`), 'a');
      const dataDir = join(folder, `${name.replace(' ', '-')}.data`);
      const own = { ASSAY_ROLES: role, DATA_DIR: dataDir, LOG_FORMAT: 'json', ...env, ...ownEnv?.(name) };
      const started = await startServer(own, '/healthz', output, root);
      running = started;
      return started.readyMs;
    },
    async kill(signal) {
      const stopping = running;
      running = undefined;
      await stopping?.stop(signal);
    },
    signal(name) {
      running?.child.kill(name);
    },
    upgrade() {
      root = undefined;
    },
  };
};

type Counts = Readonly<Record<Role, number>>;

export function createService(options: Options, counts: Counts) {
  const members = (Object.entries(counts) as [Role, number][]).flatMap(([role, count]) =>
    Array.from({ length: count }, (_, at) => createMember(`${role} ${at + 1}`, role, options)),
  );
  const ofRole = (role: Role): Member[] => members.filter((member) => member.role === role);
  return {
    members,
    ofRole,
    /** The first one migrates alone, so that the log of a failure is in one place. */
    async start(): Promise<void> {
      const [first, ...others] = members;
      await first?.start();
      await Promise.all(others.map((member) => member.start()));
    },
    async stop(): Promise<void> {
      for (const member of members) member.signal('SIGCONT');
      await Promise.all(members.map((member) => member.kill('SIGTERM')));
    },
  };
}
export type Service = ReturnType<typeof createService>;
