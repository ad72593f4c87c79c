import { globToPattern } from '../glob.ts';
import { crontab } from './carrier.programs.ts';
import { NETWORK_PROGRAMS } from './network.programs.ts';
import { RUN_PROGRAMS } from './run.programs.ts';
import type { Handler } from './session.ts';
import { SYSTEM_PROGRAMS } from './system.programs.ts';
import { TEXT_PROGRAMS } from './text.programs.ts';

/** Programs whose words are understood here. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['crontab', crontab],
  ...TEXT_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...RUN_PROGRAMS,
]);

/** `/usr/bin/cur?` is what it matches: a program we know of, when there is one. */
export function meantProgram(name: string): string {
  if (!/[?*[]/.test(name) || name.length < 2) return name;
  const shape = globToPattern(name);
  return [...HANDLERS.keys()].find((known) => shape.test(known)) ?? name;
}
