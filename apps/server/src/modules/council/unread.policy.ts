import type { EngineReport } from '@assay/protocol';
import type { OpenCase } from './open-case.ts';
import { readerOfReview } from './reviewers.ts';

/**
 * `certify`: an unread product is certified with a matching level and warning, unless the engine found instructions to do harm.
 * `person`: a person reads the product before any certification.
 */
export type UnreadPolicy = 'certify' | 'person';

const WORDS: Readonly<Record<string, string>> = { budget: 'the daily budget is spent' };

/** The reason as the operator sees it. */
const toUnread = (why: readonly string[]): string =>
  `The instructions are unread${why.length === 0 ? '' : ` (${why.join('; ')})`}. A person must read them before certification.`;
const FINDINGS_SHOWN = 3;
const UNREAD_REST = 'Some content that an agent would use could not be sent to the models. A person must read it.';

/** Why a person must read before a SAFE decision; undefined if that is not necessary. */
export function findUnread(
  { report, panels, round }: OpenCase,
  policy: UnreadPolicy,
  why: readonly string[] = abstentionsOf(report),
): string | undefined {
  if (round.type === 'RE_AUDIT') return undefined; // the seal states who read it, and no model is asked again
  const isCut = report.reading?.notRead.some(isForPerson) ?? false;
  if (isCut) return UNREAD_REST;
  if (readerOfReview({ report, panels }) !== 'NONE') return undefined;
  return policy === 'person' ? toUnread(why) : findHarmfulOrder(report);
}

type NotRead = NonNullable<OpenCase['report']['reading']>['notRead'][number];

/** Text beyond a limit always needs a person. Other bytes do if something can use them. Images and fonts need no reader. */
const isForPerson = ({ reason, isReachable }: NotRead): boolean =>
  reason === 'limit' || (reason !== 'not-text' && isReachable);

/** Why a person must review an unread product under the `certify` policy: the engine found instructions to do harm. */
export function findHarmfulOrder({ findings }: Pick<OpenCase['report'], 'findings'>): string | undefined {
  const orders = findings.filter(isHarmfulOrder);
  if (orders.length === 0) return undefined;
  const named = orders.slice(0, FINDINGS_SHOWN).map(({ ruleId, title, file }) => `${ruleId} in ${file} (${title})`);
  return `The instructions are unread, and the engine found instructions to do harm: ${named.join('; ')}. A person decides.`;
}

/** A mere mention excuses prose and code. An API document consists of mentions, and its texts address the agent. */
const isHarmfulOrder = ({ nature, confidence, severity, context, category }: ReportedFinding): boolean =>
  nature === 'malice' &&
  confidence !== 'tentative' &&
  severity !== 'INFO' &&
  (context !== 'reference' || category === 'API');
type ReportedFinding = OpenCase['report']['findings'][number];

/** Why each requested model gave no answer that counts. */
export function abstentionsOf({ reading }: Pick<EngineReport, 'reading'>): string[] {
  const silent = (reading?.readings ?? []).filter(({ outcome }) => outcome === 'ABSTAIN');
  const why = silent.map(({ reader, abstention }) => `${reader.name}: ${WORDS[abstention ?? ''] ?? abstention}`);
  return [...new Set(why)];
}
