import type { ProbeResult } from '@assay/audit';
import { judgeAnswer, judgeTimes, type ProbeAnswer, type ProbeRequest, planProbe } from '@assay/audit/api';
import type { FetchResult, GuardedFetch } from '../../platform/fetch/index.ts';
import type { BundleFile, SealedSubmission } from '../submissions/index.ts';

type Probed = Pick<SealedSubmission, 'input'> & { readonly files: readonly BundleFile[] };
type Deps = {
  readonly fetch: GuardedFetch;
  readonly wait: (ms: number) => Promise<void>;
  readonly clock: { now(): Date };
};

const EVERY_MS = 1_000;
const ANSWER_LIMITS = { bytesMax: 1_048_576, totalMs: 10_000, redirectsMax: 3 } as const;
const HAS_ENDPOINTS: ReadonlySet<string> = new Set(['API', 'SKILL+API']);

/**
 * Checks whether a service matches its description: with the submitter's consent, on declared hosts, by GET without
 * credentials, one request per second, and a second request after a failure. Response bodies are not stored.
 */
export function createProbe({ fetch, wait, clock }: Deps) {
  async function ask(request: ProbeRequest, times: number[]): Promise<ProbeResult[]> {
    const { url, headers, kind } = request;
    const startedAt = performance.now();
    const result = await fetch({ url, headers, limits: ANSWER_LIMITS, mayStartPlain: kind === 'plain' });
    const answer = toAnswer(result, performance.now() - startedAt);
    if (answer.kind === 'answer' && (kind === 'read' || kind === 'again')) times.push(answer.tookMs);
    await wait(EVERY_MS);
    return judgeAnswer(request, answer, clock.now().getTime());
  }

  return async ({ input, files }: Probed): Promise<readonly ProbeResult[]> => {
    if (!input.mayProbe || !HAS_ENDPOINTS.has(input.productType)) return [];
    const { declaredEndpoints } = input.manifest;
    const results: ProbeResult[] = [];
    const times: number[] = [];
    const requests = planProbe({ files, declaredEndpoints });
    for (const request of requests) {
      const first = await ask(request, times);
      // A single failure can have another cause than the service. A mere recommendation needs no second request.
      const isDone = request.kind !== 'read' || !mayBeChance(first);
      results.push(...(isDone ? first : await ask(request, times)));
    }
    return [...results, ...judgeTimes(requests[0]?.url ?? '', times)];
  };
}
export type Probe = ReturnType<typeof createProbe>;

const CHANCE: ReadonlySet<string> = new Set([
  'reachable',
  'certificate',
  'stays',
  'no-server-error',
  'described',
  'protected',
]);
const mayBeChance = (results: readonly ProbeResult[]): boolean =>
  results.some(({ check, passed }) => !passed && CHANCE.has(check));

const decoder = new TextDecoder();

function toAnswer(result: FetchResult, tookMs: number): ProbeAnswer {
  if (result.kind === 'too_large') return { kind: 'unknown' };
  if (result.kind !== 'ok')
    return { kind: 'failed', isUntrusted: result.kind === 'unreachable' && result.isUntrusted === true };
  const { status, finalUrl, headers, bytes, certificateEndsAt } = result;
  return { kind: 'answer', status, finalUrl, headers, text: decoder.decode(bytes), tookMs, certificateEndsAt };
}
