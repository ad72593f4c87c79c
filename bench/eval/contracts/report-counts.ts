import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Bundle, Finding, Report } from '@assay/audit';

type Files = readonly { readonly path: string; readonly bytes: Uint8Array }[];
/** The figures that are counted and stored for a report. */
export type Counted = {
  readonly isTyped: boolean;
  readonly findings: readonly Pick<Finding, 'ruleId' | 'severity' | 'basis' | 'range'>[];
};
export type Count = (files: Files) => Promise<Counted>;
export type ContractReview = (bundle: Bundle) => Promise<{ readonly report: Report }>;

/** By content: a contract that lies in two collections is reviewed once. */
function keyOf(files: Files): string {
  const digest = createHash('sha256');
  for (const { path, bytes } of files) digest.update(`${path}\0${bytes.length}\0`).update(bytes);
  return digest.digest('hex');
}

const toCounted = ({ report }: Awaited<ReturnType<ContractReview>>): Counted => ({
  isTyped: report.coverage.typed === true,
  findings: report.findings.map(({ ruleId, severity, basis, range }) => ({ ruleId, severity, basis, range })),
});

/** Reviews contracts. Exploits take long: with a file to keep results in, a run that was stopped goes on where it was. */
export function countWith(review: ContractReview, keep: string | undefined): Count {
  const known = new Map<string, Counted>();
  if (keep !== undefined && existsSync(keep))
    for (const line of readFileSync(keep, 'utf8').split('\n').filter(Boolean)) {
      const { key, ...counted } = JSON.parse(line);
      known.set(key, counted);
    }
  return async (files) => {
    const key = keyOf(files);
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const bundle = { productType: 'CONTRACT', files, source: { url: 'local:', ref: '' } } as const;
    const counted = toCounted(await review(bundle));
    known.set(key, counted);
    if (keep !== undefined) appendFileSync(keep, `${JSON.stringify({ key, ...counted })}\n`);
    return counted;
  };
}
