import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolPins } from '@assay/audit/tools';
import { z } from 'zod';
import { UsageError } from '../exit-codes.ts';
import type { Outcome } from '../review/outcome.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Pins = z.strictObject({
  schema: z.literal('assay-pins/1'),
  list: Sha256,
  tools: z.array(z.strictObject({ name: z.string(), pin: Sha256, warns: z.array(z.string()) })),
});

/** The stored pins; `undefined` if there are none. An unreadable file is an error. */
export function readPins(file: string, cwd: string): ToolPins | undefined {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return undefined;
  try {
    return Pins.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new UsageError(`${file} contains no readable pins.`, { cause });
  }
}

/** Stores the pins of the only reviewed tool list if its result is SAFE. Fails if the file exists. Returns false when nothing is written. */
export function writePins(file: string, cwd: string, outcomes: readonly Outcome[]): boolean {
  const [only, ...more] = outcomes.flatMap((one) =>
    one.kind === 'reviewed' && one.report.tools !== undefined ? [one.report] : [],
  );
  if (only?.tools === undefined || more.length > 0 || only.reviewResult !== 'SAFE') return false;
  writeFileSync(resolve(cwd, file), `${JSON.stringify(only.tools, null, 2)}\n`, { flag: 'wx' });
  return true;
}
