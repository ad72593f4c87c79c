import { registrableDomain } from '@assay/analysis/models/origins/origin';
import type { ProbeResult, Report } from '@assay/analysis/types';
import { hostOf } from '../hosts.ts';
import { showsInside } from '../rules/exposure.rules.ts';
import { nameOf } from '../rules/operations.ts';
import type { ProbeRequest } from './plan.ts';

/** What came of a request. The text is looked at here and kept by nobody. */
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
  /** More than is taken in: there was an answer, and nothing is known of it. */
  | { readonly kind: 'unknown' };
type Answered = Extract<ProbeAnswer, { kind: 'answer' }>;

/** Without these an endpoint is not what was described; the others are warnings. */
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

/** What an answer shows; a check that does not apply is not there. */
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
  // Where nothing answers in the open, nothing can be read on the way.
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

/** The same but for its parameters; a described range takes in whatever lies in it. */
function isAlike(described: string, given: string): boolean {
  const [wanted = '', actual = ''] = [described, given].map((type) => (type.split(';')[0] ?? '').trim().toLowerCase());
  const [group = '', name = ''] = wanted.split('/');
  return wanted === actual || group === '*' || (name === '*' && actual.startsWith(`${group}/`));
}

/** A page of another site may read answers that carry the credentials of whoever looks at it. */
const isLetIn = (headers: Readonly<Record<string, string>>, origin: string): boolean =>
  headers['access-control-allow-credentials']?.toLowerCase() === 'true' &&
  [origin, '*', 'null'].includes(headers['access-control-allow-origin'] ?? '');

/** The middle of all times; too few tell nothing. */
export function judgeTimes(url: string, times: readonly number[]): ProbeResult[] {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined
    ? []
    : [{ url, check: 'latency', passed: middle <= LATENCY_MS_MAX, measured: Math.round(middle) }];
}

/** Nothing asked means nothing known; one mandatory check that failed is enough. */
export function foldProbe(results: readonly ProbeResult[]): NonNullable<Report['endpointStatus']> {
  if (!results.some(({ check }) => MANDATORY.has(check))) return 'NOT_TESTED';
  return results.every(({ passed, check }) => passed || !MANDATORY.has(check)) ? 'PASSED' : 'FAILED';
}

/** Addresses that gave protected data to somebody without a credential. */
export const servedOpenly = (results: readonly ProbeResult[]): string[] =>
  results.filter(({ check, passed }) => check === 'protected' && !passed).map(({ url }) => url);
