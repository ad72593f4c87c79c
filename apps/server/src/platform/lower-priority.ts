import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread. On Linux the priority applies to the calling thread only; elsewhere to the
 * whole process.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
}
