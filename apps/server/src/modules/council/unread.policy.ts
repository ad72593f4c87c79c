import type { OpenCase } from './open-case.ts';
import { readerOfReview } from './reviewers.ts';

/** `certify`: with the level and the warning that say so. `person`: somebody reads before anything is certified. */
export type UnreadPolicy = 'certify' | 'person';

const WORDS: Readonly<Record<string, string>> = { budget: 'the money of the day is spent' };

/** In the words of whoever decides it. */
const toUnread = (why: readonly string[]): string =>
  `Nobody has read the instructions${why.length === 0 ? '' : ` (${why.join('; ')})`}: a person reads them before they are certified.`;
const UNREAD_REST = 'A part of what an agent would use could not be shown to the models: a person reads it.';

/** Why a person has to read what the council would call SAFE; undefined when nobody has to. */
export function findUnread({ report, panels, round }: OpenCase, policy: UnreadPolicy): string | undefined {
  if (round.type === 'RE_AUDIT') return undefined; // who read it is sealed, and no model is asked again
  const isCut = report.reading?.notRead.some(({ reason, isReachable }) => reason === 'limit' && isReachable) ?? false;
  if (isCut) return UNREAD_REST;
  return policy === 'person' && readerOfReview({ report, panels }) === 'NONE' ? toUnread(reasonsOf(report)) : undefined;
}

/** Why each model counts for nothing here. */
function reasonsOf({ reading }: OpenCase['report']): string[] {
  const silent = (reading?.readings ?? []).filter(({ outcome }) => outcome === 'ABSTAIN');
  const why = silent.map(({ reader, abstention }) => `${reader.name}: ${WORDS[abstention ?? ''] ?? abstention}`);
  return [...new Set(why)];
}
