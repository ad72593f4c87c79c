import type { WitnessPolicy } from '@assay/client/proof';
import { NOTE_KEY_TYPES, NoteError, type NoteKey, parseVerifierKey } from '@assay/protocol/log';
import { UsageError } from '../exit-codes.ts';

export const WITNESS_OPTIONS = {
  witness: { type: 'string', multiple: true },
  witnesses: { type: 'string' },
} as const;

export const WITNESS_HELP = `  --witness KEY      a witness that you trust, as its verifier key (can be repeated)
  --witnesses COUNT  number of them that must have cosigned (default: all of them)
`;

type WitnessValues = { readonly witness?: string[]; readonly witnesses?: string };

/** The witness policy of the options. By default every named witness must have cosigned. */
export function toWitnessPolicy({ witness = [], witnesses }: WitnessValues): WitnessPolicy | undefined {
  if (witness.length === 0 && witnesses === undefined) return undefined;
  for (const key of witness) parseKey(key, NOTE_KEY_TYPES.cosignature, '--witness');
  const threshold = witnesses === undefined ? witness.length : Number(witnesses);
  if (!/^\d{1,3}$/.test(witnesses ?? '0') || threshold > witness.length)
    throw new UsageError(`--witnesses takes a number up to ${witness.length}, the number of witnesses.`);
  return { witnesses: witness, threshold };
}

export function parseKey(text: string, type: NoteKey['type'], option: string): NoteKey {
  try {
    const key = parseVerifierKey(text);
    if (key.type === type) return key;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new UsageError(`${option}: ${error.message}`, { cause: error });
  }
  throw new UsageError(
    `${option}: this is the key of ${type === NOTE_KEY_TYPES.ed25519 ? 'a witness, not of a log' : 'a log, not of a witness'}.`,
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `15m`, `24h` or `30d`. */
export function parseDuration(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (count === '' || Number.isNaN(ms)) throw new UsageError(`--${option} takes a time like 90s, 15m, 24h or 30d.`);
  return ms;
}
