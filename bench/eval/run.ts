import type { BundleFile, Finding, Report } from '@assay/audit';
import type { Engine } from '../../apps/cli/src/review/engine.ts';
import { evidenceClassOf } from './evidence-class.ts';
import type { Fired, Mark, Result, Sample } from './sample.ts';
import type { StoredResults } from './stored-results.ts';

export type Review = Engine['review'];

const EVIDENCE_CHARS_MAX = 100;
const MARKS_MAX = 6;

/** Reviews all samples, `width` at a time, and answers in the order given. */
export async function runSamples(
  samples: readonly Sample[],
  review: Review,
  width: number,
  stored?: StoredResults,
): Promise<Result[]> {
  const results: Result[] = new Array(samples.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < samples.length; index = next++) {
      const sample = samples[index];
      if (sample === undefined) continue;
      const earlier = stored?.find(sample);
      const result = earlier ?? (await runSample(sample, review));
      if (earlier === undefined) stored?.add(result);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

async function runSample(sample: Sample, review: Review): Promise<Result> {
  const bundle = sample.load();
  const isProseOnly = bundle.files.every(isProse);
  try {
    const { report, durationMs } = await review(bundle);
    return { sample, isProseOnly, ...summarise(report), durationMs };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return {
      sample,
      isProseOnly,
      reviewResult: 'FAULT',
      hasHigh: true,
      reasons: [],
      marks: [],
      fired: [],
      passages: 0,
      durationMs: 0,
      fault,
    };
  }
}

const isProse = ({ path, bytes }: BundleFile): boolean =>
  /\.(?:md|txt)$/i.test(path) && !/^\s{0,3}(?:`{3}|~{3})/m.test(Buffer.from(bytes).toString('utf8'));

function summarise({
  reviewResult,
  findings,
  blocking,
  passages,
}: Report): Omit<Result, 'sample' | 'durationMs' | 'isProseOnly'> {
  const blockers = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  const isHigh = ({ severity }: Finding): boolean => severity === 'HIGH' || severity === 'CRITICAL';
  const decisive = findings.filter(({ fingerprint }) => blockers.has(fingerprint));
  const others = findings.filter((finding) => !decisive.includes(finding));
  return {
    reviewResult,
    hasHigh: findings.some(isHigh),
    reasons: blocking.map(({ reason }) => reason),
    fired: toFired(findings, blockers),
    passages: passages.length,
    marks: [...decisive, ...others].slice(0, MARKS_MAX).map(toMark),
  };
}

function toFired(findings: readonly Finding[], blockers: ReadonlySet<string>): Fired[] {
  const rows = new Map<string, Fired>();
  for (const finding of findings) {
    const { ruleId, fingerprint } = finding;
    const evidence = evidenceClassOf(finding);
    const known = rows.get(`${ruleId} ${evidence}`);
    rows.set(`${ruleId} ${evidence}`, {
      ruleId,
      evidence,
      isBlocking: blockers.has(fingerprint) || known?.isBlocking === true,
    });
  }
  return [...rows.values()];
}

const toMark = ({ ruleId, severity, file, range, context, evidence }: Finding): Mark => ({
  ruleId,
  severity,
  place: `${file}:${range.startLine} (${context})`,
  evidence: evidence.slice(0, EVIDENCE_CHARS_MAX),
});
