import { userInfo } from 'node:os';
import { readUserSettings, writeUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { Trusted } from './trusted.ts';

export const TRUST_DAYS = { default: 90, max: 365 } as const;
const DAY_MS = 86_400_000;

export const dayAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);

export function ownName(): string {
  try {
    return userInfo().username || 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The hook allows these bytes for this user, under any name, until the end of the day. */
export function trustForUser(terminal: Terminal, entries: Readonly<Record<string, Trusted>>): void {
  const settings = readUserSettings(terminal);
  writeUserSettings(terminal, { ...settings, trusted: { ...settings.trusted, ...entries } });
}

export function distrustForUser(terminal: Terminal, digest: string): void {
  const { trusted = {}, ...settings } = readUserSettings(terminal);
  const { [digest]: _, ...others } = trusted;
  writeUserSettings(terminal, { ...settings, trusted: others });
}
