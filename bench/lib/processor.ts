import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Kernel clock ticks per second: 100 on Linux. */
const TICK_MS = 10;

type Stat = { readonly pid: number; readonly parent: number; readonly ticks: number };

/** Fields after the name, which may hold anything: state, parent, …, user and system time, the same of children that ended. */
const fieldsOf = (pid: string | number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

function statOf(pid: string): Stat[] {
  try {
    const fields = fieldsOf(pid);
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
  } catch {
    return []; // it has ended
  }
}

/** Milliseconds of the processor: a process by itself, and those it started that have ended. */
export function timesOf(pid: number): { own: number; ended: number } {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fieldsOf(pid).slice(11, 15).map(Number);
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}

const readAll = (): Stat[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);

/** Milliseconds of the processor that a process and all that it started have taken. */
export function treeMs(root: number): number {
  const children = Map.groupBy(readAll(), ({ parent }) => parent);
  const sumOf = (stat: Stat): number =>
    (children.get(stat.pid) ?? []).reduce((sum, child) => sum + sumOf(child), stat.ticks);
  return statOf(String(root)).reduce((sum, stat) => sum + sumOf(stat), 0) * TICK_MS;
}

/** Milliseconds of the processor that the server behind this pool and all its processes have taken. */
export async function databaseMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const all = readAll();
  const server = all.find(({ pid }) => pid === rows[0]?.pid)?.parent;
  const own = all.filter(({ pid, parent }) => server !== undefined && (pid === server || parent === server));
  return own.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}
