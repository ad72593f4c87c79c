/** The stored list of known vulnerabilities: what it holds, and what it says of itself. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OsvRecord } from './osv.ts';

export type Snapshot = {
  readonly renewedAt: string | null;
  readonly source: string | null;
  readonly records: readonly OsvRecord[];
};

/** An older snapshot misses too much of what was published since. */
const FRESH_DAYS = 30;
const DAY_MS = 86_400_000;
const RENEW = 'Renew it with: node scripts/dependencies.ts --renew';

/** One line that a reader cannot take for a clean result if nothing was compared. */
export function describeSnapshot({ renewedAt, source, records }: Snapshot, now: Date): string {
  if (renewedAt === null) return `The snapshot of known vulnerabilities is empty: no version was compared. ${RENEW}`;
  const days = Math.floor((now.getTime() - Date.parse(renewedAt)) / DAY_MS);
  const count = records.length === 1 ? '1 record' : `${records.length} records`;
  const about = `Snapshot of known vulnerabilities: ${renewedAt}, ${source}, ${count}.`;
  return days > FRESH_DAYS ? `${about} It is ${days} days old. ${RENEW}` : about;
}

/**
 * OSV records of npm packages with one of the names: an array in a file, or a folder with one record in each `.json`
 * file, for example a clone of https://github.com/github/advisory-database.
 */
export function readRecords(path: string, names: ReadonlySet<string>): OsvRecord[] {
  const all = statSync(path).isDirectory() ? readFolder(path) : (JSON.parse(readFileSync(path, 'utf8')) as unknown);
  if (!Array.isArray(all)) throw new Error(`${path} holds no array of OSV records.`);
  return all.filter(isRecord).filter(({ affected }) => affected.some((one) => names.has(one.package?.name)));
}

const readFolder = (folder: string): unknown[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as unknown);

const isRecord = (value: unknown): value is OsvRecord =>
  typeof value === 'object' && value !== null && 'id' in value && 'affected' in value && Array.isArray(value.affected);
