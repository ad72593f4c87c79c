import type { ProbeResult } from '@assay/audit';
import { judgeAnswer, type ProbeAnswer, type ProbeRequest, planProbe } from '@assay/audit/api';
import type { FetchResult, GuardedFetch } from '../../platform/fetch/index.ts';
import type { BundleFile, SealedSubmission } from '../submissions/index.ts';

type Probed = Pick<SealedSubmission, 'input'> & { readonly files: readonly BundleFile[] };
type Deps = { readonly fetch: GuardedFetch; readonly wait: (ms: number) => Promise<void> };

const EVERY_MS = 1_000;
const ANSWER_LIMITS = { bytesMax: 1_048_576, totalMs: 10_000, redirectsMax: 3 } as const;
const HAS_ENDPOINTS: ReadonlySet<string> = new Set(['API', 'SKILL+API']);

/**
 * Asks a service whether it is as its document says: with the consent of the submitter, on declared hosts, GET without a
 * credential, one request a second, and once more where something failed. No answer's body is kept.
 */
export function createProbe({ fetch, wait }: Deps) {
  async function ask(request: ProbeRequest): Promise<ProbeResult[]> {
    const results = judgeAnswer(request, toAnswer(await fetch({ url: request.url, limits: ANSWER_LIMITS })));
    await wait(EVERY_MS);
    return results;
  }

  return async ({ input, files }: Probed): Promise<readonly ProbeResult[]> => {
    if (!input.mayProbe || !HAS_ENDPOINTS.has(input.productType)) return [];
    const { declaredEndpoints } = input.manifest;
    const results: ProbeResult[] = [];
    for (const request of planProbe({ files, declaredEndpoints })) {
      const first = await ask(request);
      // What fails once may be anybody's fault.
      results.push(...(first.every(({ passed }) => passed) ? first : await ask(request)));
    }
    return results;
  };
}
export type Probe = ReturnType<typeof createProbe>;

const toAnswer = (result: FetchResult): ProbeAnswer =>
  result.kind === 'ok'
    ? { kind: 'answer', status: result.status, finalUrl: result.finalUrl }
    : { kind: result.kind === 'too_large' ? 'unknown' : 'failed' };
