import { globToPattern } from '../glob.ts';
import { crontab } from './carrier.programs.ts';
import { NETWORK_PROGRAMS } from './network.programs.ts';
import { RUN_PROGRAMS } from './run.programs.ts';
import type { Handler } from './session.ts';
import { SYSTEM_PROGRAMS } from './system.programs.ts';
import { TEXT_PROGRAMS } from './text.programs.ts';

/** The handlers of the programs that have a model. */
export const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['crontab', crontab],
  ...TEXT_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...RUN_PROGRAMS,
]);

/** Resolves a name with wildcards, such as `/usr/bin/cur?`, to the first matching program that has a model. */
export function meantProgram(name: string): string {
  if (!/[?*[]/.test(name) || name.length < 2) return name;
  const shape = globToPattern(name);
  return [...HANDLERS.keys()].find((known) => shape.test(known)) ?? name;
}
