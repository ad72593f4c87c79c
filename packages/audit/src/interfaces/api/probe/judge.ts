import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { ProbeResult, Report } from '@assay/analysis/types';
import { hostOf } from '../hosts.ts';
import { showsInside } from '../rules/exposure.rules.ts';
import { nameOf } from '../rules/operations.ts';
import type { ProbeRequest } from './plan.ts';

/** The result of a request. The text is checked here and not stored. */
export type ProbeAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly finalUrl: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      readonly tookMs: number;
      readonly certificateEndsAt?: number | undefined;
    }
  /** `isUntrusted`: the host answers with an invalid certificate. */
  | { readonly kind: 'failed'; readonly isUntrusted: boolean }
  /** The answer exceeded the size limit, so nothing is known about it. */
  | { readonly kind: 'unknown' };
type Answered = Extract<ProbeAnswer, { kind: 'answer' }>;

/** An endpoint that fails one of these is not as described. All other checks are warnings. */
const MANDATORY: ReadonlySet<string> = new Set([
  'reachable',
  'certificate',
  'stays',
  'no-server-error',
  'described',
  'protected',
]);

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS_MIN = 14;
const LATENCY_MS_MAX = 2_000;

/** Returns the results of the checks that apply to an answer. */
export function judgeAnswer(request: ProbeRequest, answer: ProbeAnswer, now: number): ProbeResult[] {
  if (answer.kind === 'unknown') return [];
  if (answer.kind === 'failed') return judgeFailure(request, answer.isUntrusted);
  const result = resultOf(request);
  switch (request.kind) {
    case 'read':
      return judgeRead(request, answer, now);
    case 'origin':
      return [result('origin', !isLetIn(answer.headers, request.headers.origin ?? ''))];
    case 'missing':
      return [result('internals', !showsInside(answer.text))];
    case 'plain':
      return [result('upgrade', answer.finalUrl.startsWith('https:'))];
    case 'again':
      return [];
  }
}

const resultOf =
  ({ url }: ProbeRequest) =>
  (check: string, passed: boolean, measured?: number): ProbeResult => ({
    url,
    check,
    passed,
    ...(measured === undefined ? {} : { measured }),
  });

function judgeFailure(request: ProbeRequest, isUntrusted: boolean): ProbeResult[] {
  const result = resultOf(request);
  // A service that does not answer over plain HTTP exposes no data in transit.
  if (request.kind === 'plain') return [result('upgrade', true)];
  if (request.kind !== 'read') return [];
  return [isUntrusted ? result('certificate', false) : result('reachable', false)];
}

function judgeRead(request: ProbeRequest, answer: Answered, now: number): ProbeResult[] {
  const { domain, isProtected, statuses, contentTypes } = request;
  const { status, headers, certificateEndsAt } = answer;
  const result = resultOf(request);
  const isRefused = status === 401 || status === 403;
  const isDescribed = isRefused || statuses.includes('*') || statuses.includes(String(status).charAt(0));
  const isGood = status >= 200 && status < 300;
  const days = certificateEndsAt === undefined ? undefined : Math.floor((certificateEndsAt - now) / DAY_MS);
  return [
    result('reachable', true),
    ...(days === undefined
      ? []
      : [result('certificate', true), result('certificate-days', days > CERTIFICATE_DAYS_MIN, days)]),
    result('stays', registrableDomain(hostOf(answer.finalUrl) ?? '') === domain),
    result('no-server-error', status < 500),
    result('described', isDescribed),
    ...(isProtected ? [result('protected', !isGood)] : []),
    ...(isGood && contentTypes.length > 0
      ? [
          result(
            'content-type',
            contentTypes.some((type) => isAlike(type, headers['content-type'] ?? '')),
          ),
        ]
      : []),
    result('internals', !showsInside(answer.text)),
    result('hsts', headers['strict-transport-security'] !== undefined),
    result('nosniff', headers['x-content-type-options']?.toLowerCase() === 'nosniff'),
    result(
      'rate-limit',
      Object.keys(headers).some((name) => /^(?:x_)?rate_?limit|^retry_after$/.test(nameOf(name))),
    ),
  ];
}

/** Compares media types without parameters. A described range includes all its members. */
function isAlike(described: string, given: string): boolean {
  const [wanted = '', actual = ''] = [described, given].map((type) => (type.split(';')[0] ?? '').trim().toLowerCase());
  const [group = '', name = ''] = wanted.split('/');
  return wanted === actual || group === '*' || (name === '*' && actual.startsWith(`${group}/`));
}

/** A page of another site could read answers that carry the credentials of its visitor. */
const isLetIn = (headers: Readonly<Record<string, string>>, origin: string): boolean =>
  headers['access-control-allow-credentials']?.toLowerCase() === 'true' &&
  [origin, '*', 'null'].includes(headers['access-control-allow-origin'] ?? '');

/** The median of all times. Too few times give no result. */
export function judgeTimes(url: string, times: readonly number[]): ProbeResult[] {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined
    ? []
    : [{ url, check: 'latency', passed: middle <= LATENCY_MS_MAX, measured: Math.round(middle) }];
}

/** No mandatory check means NOT_TESTED. One failed mandatory check means FAILED. */
export function foldProbe(results: readonly ProbeResult[]): NonNullable<Report['endpointStatus']> {
  if (!results.some(({ check }) => MANDATORY.has(check))) return 'NOT_TESTED';
  return results.every(({ passed, check }) => passed || !MANDATORY.has(check)) ? 'PASSED' : 'FAILED';
}

/** Addresses that returned protected data without a credential. */
export const servedOpenly = (results: readonly ProbeResult[]): string[] =>
  results.filter(({ check, passed }) => check === 'protected' && !passed).map(({ url }) => url);
