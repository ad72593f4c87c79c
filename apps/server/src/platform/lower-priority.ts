import { constants, setPriority } from 'node:os';

/** Puts the calling thread behind all others. On Linux a priority belongs to the thread that sets it; elsewhere to the whole process. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
}
