import { resolve } from 'node:path';
import { type Reason, uncheckedWarnings } from '@assay/client';
import { readFolder } from '@assay/client/node';
import { type ProofResult, verifyProof, type WitnessPolicy } from '@assay/client/proof';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import { createStyle } from '../render/style.ts';
import { describeFault } from '../skills/fault.ts';
import { readRegularText, UnfitFileError } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';

export type OfflineInput = {
  readonly proof: string;
  readonly folder: string | undefined;
  readonly id: string | undefined;
  readonly trustRoot: string | undefined;
  readonly origin: string | undefined;
  readonly witnesses: WitnessPolicy | undefined;
  readonly maxStatusAgeMs: number | undefined;
  readonly isJson: boolean;
  /** The stored trust root of the service. */
  readonly findKnownRoot: () => Promise<unknown>;
};

/** The maximum size of a proof bundle. */
const BUNDLE_BYTES_MAX = 16_777_216;

function readJson(path: string, what: string): unknown {
  let text: string;
  try {
    text = readRegularText(path, BUNDLE_BYTES_MAX);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no ${what} at ${path}.`);
    const why = cause instanceof UnfitFileError ? cause.message : describeFault(cause);
    throw new UsageError(`${path} cannot be read as a ${what}: ${why}.`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${path} is not JSON.`, { cause });
  }
}

async function findRoot({ trustRoot, findKnownRoot }: OfflineInput, cwd: string): Promise<unknown> {
  const root = trustRoot === undefined ? await findKnownRoot() : readJson(resolve(cwd, trustRoot), 'trust root');
  if (root === undefined) throw new UsageError('Set --trust-root FILE: offline verification needs the trusted keys.');
  return root;
}

/** Makes no request: the bundle, the files and a stored trust root decide. */
export async function runVerifyOffline(input: OfflineInput, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const { id, origin, witnesses, maxStatusAgeMs, folder } = input;
  const content = folder === undefined ? undefined : await readFolder(resolve(cwd, folder));
  const warnings = content === undefined ? [] : uncheckedWarnings(content);
  const result = await verifyProof(readJson(resolve(cwd, input.proof), 'proof bundle'), {
    trustRoot: await findRoot(input, cwd),
    ...(content && { folder: content }),
    ...(id === undefined ? {} : { certificateId: id }),
    ...(origin === undefined ? {} : { origin }),
    ...(witnesses && { witnesses }),
    ...(maxStatusAgeMs === undefined ? {} : { maxStatusAgeMs }),
  });
  if (input.isJson) {
    const { statement: _, ...shown } = result;
    terminal.out(`${toSafeJson({ target: input.proof, hasFiles: folder !== undefined, ...shown, warnings }, 2)}\n`);
  } else terminal.out(toText(input, result, warnings, terminal));
  if (result.outcome === 'undecidable') return EXIT.undecided;
  return result.valid ? EXIT.safe : EXIT.unsafe;
}

const WORDS = { valid: 'VALID', unread: 'VALID, UNREAD', refused: 'REFUSED', undecidable: 'UNDECIDABLE' } as const;

function toText(
  { proof, folder }: OfflineInput,
  result: ProofResult,
  warnings: readonly Reason[],
  { isOutColoured }: Terminal,
): string {
  const style = createStyle(isOutColoured);
  const { outcome, certificateId, instructionsReadBy, status, log, integrity } = result;
  const state = outcome === 'valid' && instructionsReadBy === 'NONE' ? 'unread' : outcome;
  const paint = { valid: style.good, unread: style.strong, refused: style.bad, undecidable: style.open }[state];
  const lines = [
    `${paint(WORDS[state])} ${style.strong(toSafeText(folder ?? proof))} ${certificateId ?? ''}`.trimEnd(),
  ];
  if (integrity && log !== null && status !== null) {
    const seen = log.witnesses.length === 0 ? 'no witness required' : `witnesses ${log.witnesses.join(', ')}`;
    const what = folder === undefined ? 'seal and log' : 'seal, files and log';
    lines.push(
      style.faint(
        `  ${what} are proven: leaf ${log.leafIndex} of ${log.size} in ${toSafeText(log.origin)}, ${toSafeText(seen)}`,
      ),
    );
    const minutes = Math.floor(status.ageMs / 60_000);
    lines.push(
      style.faint(
        `  status ${status.status} as of ${status.at}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`,
      ),
    );
  }
  lines.push(...result.reasons.map(({ detail }) => `  ${style.bad('✗')} ${toSafeText(detail)}`));
  lines.push(...warnings.map(({ detail }) => `  ${style.open('!')} ${toSafeText(detail)}`));
  return `${lines.join('\n')}\n`;
}
