/** Which cores a process may use, and what a core has done. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Of the kernel's books: 100 a second on Linux. */
const TICK_MS = 10;

/** The cores that this process may use. */
export function listCores(): number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** Lets a process, with all of its threads, run on these cores only. */
export function pin(pid: number, cores: readonly number[]): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)], { stdio: 'pipe' });
}

/** Milliseconds in which these cores ran programs, or in which another machine had them. */
export function busyMs(cores: readonly number[]): number {
  const stat = readFileSync('/proc/stat', 'utf8');
  const ticks = cores.map((core) => {
    const fields = new RegExp(`^cpu${core} (.*)$`, 'm').exec(stat)?.[1]?.split(' ').map(Number) ?? [];
    const [user = 0, nice = 0, system = 0, , , , , steal = 0] = fields;
    return user + nice + system + steal;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}
