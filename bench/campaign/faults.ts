/** The faults of a campaign, one at a time. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabasePair } from './database-pair.ts';
import type { Member, Service } from './service.ts';
import type { StandIns } from './stand-ins.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export type Fault = { readonly name: string; readonly inject: () => Promise<void> };

type Needs = {
  readonly service: Service;
  readonly pair: DatabasePair;
  readonly proxy: TcpProxy;
  readonly standIns: StandIns;
  /** Shifts the clock of a process by so many seconds; undefined without libfaketime. */
  readonly shiftClock: ((member: Member, seconds: number) => void) | undefined;
  /** Undefined where no file system of a limited size can be mounted. */
  readonly disk: string | undefined;
  readonly roll: () => number;
};

const KILL_ROUNDS = 4;
const BETWEEN_KILLS_MS = 4_000;
const SHORT_MS = 8_000;
/** Longer than the lease of a worker. */
const LONG_MS = 25_000;
const HOUR_SECONDS = 3_600;
const KEPT_FREE_BYTES = 0;

export function listFaults(needs: Needs): { faults: Fault[]; skipped: string[] } {
  const { service, pair, proxy, standIns, shiftClock, disk, roll } = needs;
  const pick = (members: readonly Member[]): Member => {
    const member = members[Math.floor(roll() * members.length)];
    if (member === undefined) throw new Error('There is no such process.');
    return member;
  };
  async function restart(member: Member): Promise<void> {
    await member.kill('SIGKILL');
    await member.start();
  }
  async function pauseProcess(member: Member, forMs: number): Promise<void> {
    member.signal('SIGSTOP');
    await pause(forMs);
    member.signal('SIGCONT');
  }
  async function during(start: () => unknown, end: () => unknown, forMs = SHORT_MS): Promise<void> {
    await start();
    await pause(forMs);
    await end();
  }
  const [apis, workers, worlds] = [service.ofRole('api'), service.ofRole('worker'), service.ofRole('world')];

  const faults: Fault[] = [
    {
      name: 'half of the workers killed every few seconds',
      async inject() {
        for (let round = 0; round < KILL_ROUNDS; round++) {
          const half = workers.filter((_, at) => at % 2 === round % 2);
          await Promise.all(half.map(restart));
          await pause(BETWEEN_KILLS_MS);
        }
      },
    },
    { name: 'an API process killed', inject: () => restart(pick(apis)) },
    { name: 'an API process paused', inject: () => pauseProcess(pick(apis), SHORT_MS) },
    { name: 'a worker paused for longer than its leases', inject: () => pauseProcess(pick(workers), LONG_MS) },
    { name: 'the world killed', inject: () => Promise.all(worlds.map(restart)).then(() => undefined) },
    { name: 'the network to the database stopped', inject: () => during(proxy.hold, proxy.release) },
    { name: 'all connections to the database cut', inject: async () => proxy.switchTo(pair.primary().port) },
    { name: 'the primary killed, the standby promoted', inject: pair.failOver },
    { name: 'the standby paused, from which public reads come', inject: () => pair.pauseStandby(SHORT_MS) },
    { name: 'the primary paused', inject: () => pair.pausePrimary(SHORT_MS) },
    {
      name: 'the chain node gone',
      inject: () =>
        during(
          () => standIns.rpc.set({ kind: 'down' }),
          () => standIns.rpc.set({ kind: 'none' }),
        ),
    },
    {
      name: 'the chain node silent',
      inject: () =>
        during(
          () => standIns.rpc.set({ kind: 'stuck' }),
          () => standIns.rpc.set({ kind: 'none' }),
        ),
    },
    { name: 'the mail server gone', inject: () => during(standIns.mail.stop, standIns.mail.start) },
    { name: 'the reader slow', inject: () => during(standIns.reader.beSlow, standIns.reader.beHonest) },
    { name: 'the reader lying', inject: () => during(standIns.reader.lie, standIns.reader.beHonest) },
  ];
  const skipped: string[] = [];
  if (disk === undefined) skipped.push('the disk of the database full: no file system can be mounted here');
  else faults.push({ name: 'the disk of the database full', inject: () => fillDisk(disk, pair) });
  if (shiftClock === undefined) skipped.push('clocks jump: libfaketime is not installed');
  else
    for (const [name, seconds] of [
      ['forward', HOUR_SECONDS],
      ['back', -HOUR_SECONDS],
    ] as const)
      faults.push({
        name: `the clock of an API process and a worker jumps an hour ${name}`,
        async inject() {
          const members = [pick(apis), pick(workers)];
          await during(
            () => members.forEach((member) => void shiftClock(member, seconds)),
            () => members.forEach((member) => void shiftClock(member, 0)),
          );
        },
      });
  return { faults, skipped };
}

async function fillDisk(disk: string, pair: DatabasePair): Promise<void> {
  const ballast = join(disk, 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  execFileSync('fallocate', ['-l', String(bavail * bsize - KEPT_FREE_BYTES), ballast]);
  await pause(SHORT_MS);
  rmSync(ballast);
  await pair.startEnded();
}

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`,
);

/** Clocks of single processes, each set by a file; timers go on undisturbed, as after a step of the machine's clock. */
export function openClocks(folder: string) {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) return undefined;
  const fileOf = (name: string) => join(folder, `${name.replace(' ', '-')}.clock`);
  const write = (name: string, seconds: number) => writeFileSync(fileOf(name), `${seconds < 0 ? '' : '+'}${seconds}\n`);
  return {
    envOf(name: string): Record<string, string> {
      write(name, 0);
      const file = { FAKETIME_TIMESTAMP_FILE: fileOf(name), FAKETIME_NO_CACHE: '1' };
      return { LD_PRELOAD: library, DONT_FAKE_MONOTONIC: '1', ...file };
    },
    shift: (member: Member, seconds: number): void => write(member.name, seconds),
  };
}
