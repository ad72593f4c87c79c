import type { LiveStatus, MonitoringCheck } from '@assay/protocol';
import type { z } from 'zod';
import type { EndpointSeen } from './endpoint.check.ts';
import type { ReplaySeen } from './replay.check.ts';
import type { SourceSeen } from './source.check.ts';
import type { ToolsSeen } from './tools.check.ts';

export type Check = z.input<typeof MonitoringCheck>;
export type CheckResult = Omit<Check, 'checkedAt'>;
type Result = Check['result'];
type MonitoringState = LiveStatus['monitoring']['state'];

const DETAIL_MAX = 280;
const HOUR_MS = 3_600_000;
/** Every certificate is checked about once a day, for the first time soon after its issuance. */
export const MONITORING = { everyMs: 24 * HOUR_MS, firstWithinMs: HOUR_MS, spread: 0.2 } as const;

const check = (kind: Check['kind'], result: Result, detail: string): CheckResult => ({
  kind,
  result,
  detail: detail.slice(0, DETAIL_MAX),
});

const NO_SOURCE = 'The bytes were sent, not fetched: there is no source to look at.';

/** `tools`: the changes of certified tools in the newer commit, if there is one. */
export function toSourceChecks(seen: SourceSeen, tools?: ToolsSeen): [available: CheckResult, drift: CheckResult] {
  const available = (result: Result, detail: string) => check('SOURCE_AVAILABLE', result, detail);
  const drift = (result: Result, detail: string) => check('SOURCE_DRIFT', result, detail);
  const readable = available('PASSED', 'The repository and the certified commit can be read.');
  switch (seen.kind) {
    case 'none':
      return [available('SKIPPED', NO_SOURCE), drift('SKIPPED', NO_SOURCE)];
    case 'gone':
      return [
        available('FAILED', 'The repository, or the certified commit in it, is not public any more.'),
        drift('SKIPPED', 'There is nothing to compare with.'),
      ];
    case 'unreachable':
      return [
        available('WARNING', 'The source host returned an unexpected answer.'),
        drift('SKIPPED', 'There is nothing to compare.'),
      ];
    case 'changed':
      return [readable, drift('FAILED', 'The bytes at the certified commit differ from the certified bytes.')];
    case 'deployed':
      return [
        available('PASSED', 'There is code at the certified address.'),
        drift('PASSED', 'The code is the certified code.'),
      ];
    case 'replaced':
      return [
        available('PASSED', 'There is code at the certified address.'),
        drift('FAILED', 'The code at the certified address, or behind its proxy, differs from the certified code.'),
      ];
    case 'destroyed':
      return [
        available('FAILED', 'There is no longer code at the certified address.'),
        drift('FAILED', 'The certified code no longer exists.'),
      ];
    case 'same':
      if (seen.newerCommit === null) return [readable, drift('PASSED', CURRENT)];
      return [readable, drift(tools?.isTurned ? 'FAILED' : 'WARNING', `${newer(seen)}${changesOf(tools)}`)];
  }
}

const CURRENT = 'The certified bytes match the certified commit, and there is no newer uncertified version.';
const newer = ({ newerCommit }: { newerCommit: string | null }) =>
  `The newest commit ${newerCommit} differs from the certified version and is not certified.`;

/** Replaced code is reviewed again at once, because callers use it at the certified address. */
export const isReplaced = ({ kind }: SourceSeen): boolean => kind === 'replaced' || kind === 'destroyed';

/** Whether the certified source has changed. */
export const isChanged = (seen: SourceSeen): boolean => seen.kind === 'changed' || isReplaced(seen);

/** The worst first, in the words of the rule about changed tools. */
const changesOf = (tools: ToolsSeen | undefined): string =>
  (tools?.changes ?? []).map(({ why, ruleId }) => ` ${why.split('. ')[0]} (${ruleId}).`).join('');

/** `undefined` if no endpoints are declared or the submitter did not consent to probes. */
export function toEndpointCheck(seen: readonly EndpointSeen[] | undefined): CheckResult {
  const result = (value: Result, detail: string) => check('ENDPOINT_PROBE', value, detail);
  if (seen === undefined)
    return result('SKIPPED', 'No endpoints are declared, or their owner did not consent to probes.');
  const of = (kind: EndpointSeen['kind']) => seen.filter((endpoint) => endpoint.kind === kind).map(({ url }) => url);
  const elsewhere = of('elsewhere');
  if (elsewhere.length > 0) return result('FAILED', `Redirects to another site: ${elsewhere.join(' ')}`);
  const down = [...of('failing'), ...of('silent')];
  if (down.length > 0) return result('WARNING', `Unexpected answer: ${down.join(' ')}`);
  return result('PASSED', 'All declared endpoints answer.');
}

/** `undefined` if the rules have not changed since the last review of the bytes. */
export function toReplayCheck(seen: ReplaySeen | undefined): CheckResult {
  const result = (value: Result, detail: string) => check('RULESET_REPLAY', value, detail);
  if (seen === undefined) return result('SKIPPED', 'The rules are unchanged since the last review.');
  if (seen.kind === 'fault') return result('WARNING', 'The review with the current rules could not be completed.');
  const named = seen.news.map(({ title, ruleId }) => `${title} (${ruleId})`).join('; ');
  if (seen.isBlocked) return result('FAILED', `The current rules would not certify these bytes. ${named}`.trim());
  if (seen.news.length > 0) return result('WARNING', `The current rules find more: ${named}`);
  return result('PASSED', 'The current rules find nothing new.');
}

/** The worst result determines the state. */
export function stateOf(checks: readonly Pick<Check, 'result'>[]): MonitoringState {
  const has = (result: Result) => checks.some((one) => one.result === result);
  if (has('FAILED')) return 'FAILING';
  if (has('WARNING')) return 'WARNING';
  return has('PASSED') ? 'PASSING' : 'NOT_APPLICABLE';
}

/** A skipped replay keeps its earlier result, because it found nothing new. */
export function mergeChecks(before: readonly Check[], now: readonly CheckResult[], checkedAt: Date): Check[] {
  return now.map((one) => {
    const earlier = before.find(({ kind }) => kind === one.kind);
    const isStale = one.result === 'SKIPPED' && one.kind === 'RULESET_REPLAY' && earlier !== undefined;
    return isStale ? earlier : { ...one, checkedAt: checkedAt.toISOString() };
  });
}

/** The warnings and failures that the last check did not have. */
export const findWorsened = (before: readonly Check[], now: readonly Check[]): Check[] =>
  now.filter(
    ({ kind, result, detail }) =>
      (result === 'WARNING' || result === 'FAILED') &&
      !before.some((earlier) => earlier.kind === kind && earlier.result === result && earlier.detail === detail),
  );

/** The same time of day for the same certificate, spread over all certificates to avoid bursts of requests. */
export function nextCheckAt(certificateId: string, now: Date): Date {
  const { everyMs, spread } = MONITORING;
  const place = Number.parseInt(certificateId.slice(-8), 16) / 2 ** 32;
  return new Date(now.getTime() + Math.round(everyMs * (1 - spread / 2 + spread * place)));
}
