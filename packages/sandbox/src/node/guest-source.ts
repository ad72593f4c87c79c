import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PARTS = ['bytes', 'core', 'files', 'loader', 'net', 'process', 'programs', 'rest'] as const;
const sources = new Map<string, string>();

let drawn: string | undefined;
/**
 * The name that replaces `__assay` in this process. No reported value depends on it. It is drawn on first use, because
 * the content of an image is the same in every process.
 */
export const guestName = (): string => (drawn ??= `_${randomBytes(12).toString('hex')}`);

/** The text of one part of the fake Node that runs inside the script engine. */
export function guestSource(name: string): string {
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`no guest part ${name}`);
  const source = sources.get(part) ?? readPart(part);
  sources.set(part, source);
  return source;
}

const readPart = (part: string): string =>
  readFileSync(new URL(`guest/${part}.js`, import.meta.url), 'utf8').replaceAll('__assay', guestName());
