import { join } from 'node:path';
import { z } from 'zod';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { writeWhole } from './lock.ts';

const FILE_BYTES_MAX = 4_194_304;
const ENTRIES_MAX = 2_000;

/**
 * Bundles that this user's own commands found valid, with the time. The hook relies on them for a limited time. A clone
 * cannot add entries.
 */
const Known = z.record(
  z.string().regex(/^[0-9a-f]{64}$/),
  z.strictObject({ certificateId: z.string(), service: z.string(), checkedAt: z.iso.datetime() }),
);
type Known = z.infer<typeof Known>;

const fileOf = ({ config }: Terminal): string => join(config.stateDir, 'valid-bundles.json');

/** An unreadable file counts as empty; the service is then queried. */
export function readKnown(terminal: Terminal): Known {
  try {
    return Known.parse(JSON.parse(readRegularText(fileOf(terminal), FILE_BYTES_MAX)));
  } catch {
    return {};
  }
}

export function rememberValid(
  terminal: Terminal,
  bundleSha256: string,
  seen: { certificateId: string; service: string },
): void {
  const { [bundleSha256]: _, ...others } = readKnown(terminal);
  const kept = Object.entries(others)
    .sort(([, a], [, b]) => (a.checkedAt < b.checkedAt ? 1 : -1))
    .slice(0, ENTRIES_MAX - 1);
  const entry = { ...seen, checkedAt: new Date().toISOString() };
  writeWhole(fileOf(terminal), `${JSON.stringify({ ...Object.fromEntries(kept), [bundleSha256]: entry }, null, 1)}\n`);
}
