import { hash } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import type { Severity, VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import type { Measured } from './plugin.policy.ts';

/** A case with a known verdict. */
export type KnownCase = {
  readonly id: string;
  readonly expected: VerdictValue;
  readonly bundleId: string;
  readonly entryPath: string;
};
type Deps = {
  readonly audit: AuditPool['audit'];
  readonly listCases: () => Promise<readonly KnownCase[]>;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  /** Harmless skills shipped with the service, for an installation without its own cases. */
  readonly harmless: readonly { readonly path: string; readonly text: string }[];
};

const CASES_MAX = 400;
const NOTHING: Measured = { good: 0, goodHigh: 0, goodMedium: 0, attacks: 0, found: 0, foundAlone: 0, dropped: 0 };
const PACK = 'measured';
const utf8 = new TextEncoder();

/** Runs packs on cases with a known verdict. A plugin's claims about itself are ignored. */
export function createMeasure({ audit, listCases, loadBundle, harmless }: Deps) {
  const cases = async (): Promise<readonly KnownCase[]> => (await listCases()).slice(0, CASES_MAX);

  /** Identifies the set of cases: another set has another hash. */
  const identity = async (): Promise<string> =>
    hash(
      'sha256',
      (await cases())
        .map(({ id }) => id)
        .sort()
        .join('\n'),
    ).slice(0, 32);

  /** Reviews each case once with all packs, and counts the findings of each pack in the given order. */
  async function run(contents: readonly string[]): Promise<{ measured: readonly Measured[]; measuredWith: string }> {
    let sums: readonly Measured[] = contents.map(() => NOTHING);
    const count = (expected: VerdictValue, seen: readonly Seen[]): void => {
      sums = sums.map((sum, at) => add(sum, expected, seen[at]));
    };
    if (contents.length === 0) return { measured: [], measuredWith: await identity() };
    for (const { text } of harmless) {
      const files = [{ path: 'SKILL.md', kind: 'file' as const, bytes: utf8.encode(text) }];
      count('SAFE', await runPacks(contents, files, 'SKILL.md'));
    }
    for (const { expected, bundleId, entryPath } of await cases())
      count(expected, await runPacks(contents, await loadBundle(bundleId), entryPath));
    return { measured: sums, measuredWith: await identity() };
  }

  async function runPacks(contents: readonly string[], files: readonly BundleFile[], entry: string): Promise<Seen[]> {
    const plugins = contents.map((text, at) => ({ id: `${PACK}-${at}`, digest: hash('sha256', text), text }));
    const { report, packs } = await audit(
      { productType: 'SKILL', files, source: { url: '', ref: '', entry } },
      { isSandboxed: false, isPatient: true, plugins },
    );
    const isBlocked = report.blocking.some(({ reason }) => reason !== 'corroborated-plugin');
    return plugins.map(({ id }) => {
      const ran = packs.find((pack) => pack.id === id);
      const severities = new Set((ran?.findings ?? []).map(({ severity }) => severity));
      return { isBlocked, isDropped: ran?.isDropped ?? false, severities };
    });
  }

  return { run, identity };
}
export type Measure = ReturnType<typeof createMeasure>;

type Seen = { readonly isBlocked: boolean; readonly isDropped: boolean; readonly severities: ReadonlySet<Severity> };

function add(sum: Measured, expected: VerdictValue, seen: Seen | undefined): Measured {
  if (seen === undefined) return sum;
  const { isBlocked, isDropped, severities } = seen;
  const dropped = sum.dropped + Number(isDropped);
  const isHigh = severities.has('HIGH');
  if (expected === 'SAFE')
    return {
      ...sum,
      dropped,
      good: sum.good + 1,
      goodHigh: sum.goodHigh + Number(isHigh),
      goodMedium: sum.goodMedium + Number(severities.has('MEDIUM')),
    };
  return {
    ...sum,
    dropped,
    attacks: sum.attacks + 1,
    found: sum.found + Number(isHigh),
    foundAlone: sum.foundAlone + Number(isHigh && !isBlocked),
  };
}
