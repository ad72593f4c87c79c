import type { ProbeResult, Report } from '../../model.ts';
import { registrableDomain } from '../../ruleset/origins/origin.ts';
import { hostOf } from '../hosts.ts';
import type { ProbeRequest } from './plan.ts';

/** What came of a request, without a word of the answer's body. */
export type ProbeAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly finalUrl: string }
  | { readonly kind: 'failed' }
  /** More than is taken in: there was an answer, and nothing is known of it. */
  | { readonly kind: 'unknown' };

/** What an answer shows; a check that does not apply is not there. */
export function judgeAnswer({ url, domain, isProtected, statuses }: ProbeRequest, answer: ProbeAnswer): ProbeResult[] {
  const result = (check: string, passed: boolean): ProbeResult => ({ url, check, passed });
  if (answer.kind === 'unknown') return [];
  if (answer.kind === 'failed') return [result('reachable', false)];
  const { status } = answer;
  const isRefused = status === 401 || status === 403;
  const isDescribed = isRefused || statuses.includes('*') || statuses.includes(String(status).charAt(0));
  return [
    result('reachable', true),
    result('stays', registrableDomain(hostOf(answer.finalUrl) ?? '') === domain),
    result('no-server-error', status < 500),
    result('described', isDescribed),
    ...(isProtected ? [result('protected', status < 200 || status >= 300)] : []),
  ];
}

/** Nothing asked means nothing known; one mandatory check that failed is enough. */
export function foldProbe(results: readonly ProbeResult[]): NonNullable<Report['endpointStatus']> {
  if (results.length === 0) return 'NOT_TESTED';
  return results.every(({ passed }) => passed) ? 'PASSED' : 'FAILED';
}

/** Addresses that gave protected data to somebody without a credential. */
export const servedOpenly = (results: readonly ProbeResult[]): string[] =>
  results.filter(({ check, passed }) => check === 'protected' && !passed).map(({ url }) => url);
