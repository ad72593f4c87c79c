import { hash } from 'node:crypto';
import type { AuditPool } from '@assay/audit/node';
import type { Severity, VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import type { Measured } from './plugin.policy.ts';

/** A case of known verdict. */
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
  /** Harmless skills that come with the service, for an installation without cases of its own. */
  readonly harmless: readonly { readonly path: string; readonly text: string }[];
};

const CASES_MAX = 400;
const PACK = 'measured';
const utf8 = new TextEncoder();

/** Runs a pack over cases whose verdict is known. What a plugin says about itself counts for nothing. */
export function createMeasure({ audit, listCases, loadBundle, harmless }: Deps) {
  const cases = async (): Promise<readonly KnownCase[]> => (await listCases()).slice(0, CASES_MAX);

  /** Another set of cases gives another name. */
  const identity = async (): Promise<string> =>
    hash(
      'sha256',
      (await cases())
        .map(({ id }) => id)
        .sort()
        .join('\n'),
    ).slice(0, 32);

  async function run(content: string): Promise<{ readonly measured: Measured; readonly measuredWith: string }> {
    let sum: Measured = { good: 0, goodHigh: 0, goodMedium: 0, missed: 0, caught: 0, dropped: 0 };
    for (const { text } of harmless)
      sum = add(
        sum,
        'SAFE',
        await look(content, [{ path: 'SKILL.md', kind: 'file', bytes: utf8.encode(text) }], 'SKILL.md'),
      );
    for (const { expected, bundleId, entryPath } of await cases())
      sum = add(sum, expected, await look(content, await loadBundle(bundleId), entryPath));
    return { measured: sum, measuredWith: await identity() };
  }

  async function look(content: string, files: readonly BundleFile[], entry: string): Promise<Seen> {
    const plugin = { id: PACK, digest: hash('sha256', content), text: content };
    const { report, packs } = await audit(
      { productType: 'SKILL', files, source: { url: '', ref: '', entry } },
      { isSandboxed: false, isPatient: true, plugins: [plugin] },
    );
    const [ran] = packs;
    return {
      isBlocked: report.blocking.some(({ reason }) => reason !== 'corroborated-plugin'),
      isDropped: ran?.isDropped ?? false,
      severities: new Set((ran?.findings ?? []).map(({ severity }) => severity)),
    };
  }

  return { run, identity };
}
export type Measure = ReturnType<typeof createMeasure>;

type Seen = { readonly isBlocked: boolean; readonly isDropped: boolean; readonly severities: ReadonlySet<Severity> };

function add(sum: Measured, expected: VerdictValue, { isBlocked, isDropped, severities }: Seen): Measured {
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
  if (isBlocked) return { ...sum, dropped };
  return { ...sum, dropped, missed: sum.missed + 1, caught: sum.caught + Number(isHigh) };
}
