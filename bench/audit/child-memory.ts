import { readFileSync } from 'node:fs';

const KB = 1024;

/** The peak memory of direct child processes, as the kernel reports it; 0 if there are none. */
export function peakOfChildren(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    return Math.max(0, ...children.filter((pid) => pid !== '').map(peakOf));
  } catch {
    return 0;
  }
}

const peakOf = (pid: string): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * KB;
