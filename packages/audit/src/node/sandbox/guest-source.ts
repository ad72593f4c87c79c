import { readFileSync } from 'node:fs';

const PARTS = ['bytes', 'core', 'files', 'loader', 'net', 'process', 'programs'] as const;
const sources = new Map<string, string>();

/** The text of one part of the fake Node that runs inside the script engine. */
export function guestSource(name: string): string {
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`no guest part ${name}`);
  const source = sources.get(part) ?? readFileSync(new URL(`guest/${part}.js`, import.meta.url), 'utf8');
  sources.set(part, source);
  return source;
}
