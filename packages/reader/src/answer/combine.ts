import type {
  NotRead,
  Reader,
  Reading,
  ReadingFinding,
  ReadingQuote,
  ReadingUsage,
} from '@assay/analysis/types/reading';
import { addUsage, NO_USAGE } from '../cost.ts';

/** One place of the bundle, with all findings of the readings on it. */
export type ReadPlace = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly findings: readonly ReadingFinding[];
  /** Number of passes that report this place. Each pass counts once. */
  readonly voices: number;
  readonly families: number;
};

/** The combined result of the readings of one bundle. */
export type CombinedReadings = {
  /** At least two passes, or two models, gave an answer. */
  readonly isRead: boolean;
  /** At least two answers are PASS. */
  readonly isPassed: boolean;
  readonly readers: readonly Reader[];
  /** Places that at least two passes refuse on overlapping words. They block. */
  readonly agreed: readonly ReadPlace[];
  /** Places that only one pass refuses. They are severe but do not block, and a second panel reviews them. */
  readonly open: readonly ReadPlace[];
  /** Places with remarks from at least two passes and no refusal. */
  readonly remarks: readonly ReadPlace[];
  readonly attempts: readonly ReadingQuote[];
  readonly abstained: number;
  readonly notRead: readonly NotRead[];
  /** Relevant content that no model received. A person reviews it. */
  readonly unreadReachable: readonly NotRead[];
  readonly usage: ReadingUsage;
};

/** A result counts only with at least two voices. */
const VOICES_MIN = 2;

/** A model gives the same answer in the same pass. It has one voice per pass, however often its reading is stored. */
const voiceOf = ({ reader, pass }: Reading): string => `${reader.family}\0${reader.model}\0${pass}`;

export function combineReadings(given: readonly Reading[]): CombinedReadings {
  const readings = distinct(given);
  const answered = readings.filter(({ outcome }) => outcome !== 'ABSTAIN');
  const refusals = answered.filter(({ outcome }) => outcome === 'REFUSE');
  const reasons = toPlaces(refusals, ({ isReason }) => isReason);
  const remarks = toPlaces(answered, ({ isReason }) => !isReason);
  const notRead = agreedNotRead(readings);
  const isElsewhere = (place: ReadPlace): boolean => !reasons.some((reason) => overlaps(place, reason));
  return {
    isRead: answered.length >= VOICES_MIN,
    isPassed: answered.length - refusals.length >= VOICES_MIN,
    readers: distinctReaders(answered),
    agreed: reasons.filter(({ voices }) => voices >= VOICES_MIN),
    open: reasons.filter(({ voices }) => voices < VOICES_MIN),
    remarks: remarks.filter((place) => place.voices >= VOICES_MIN && isElsewhere(place)),
    attempts: distinctQuotes(answered.flatMap(({ attempts }) => attempts)),
    abstained: readings.length - answered.length,
    notRead,
    unreadReachable: notRead.filter(isForPerson),
    usage: readings.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
  };
}

/** Sorts the readings in an order that does not depend on how they were stored. */
export function inReadingOrder(readings: readonly Reading[]): Reading[] {
  const key = (reading: Reading): string => `${voiceOf(reading)}\0${reading.transcript}`;
  return readings.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function distinct(readings: readonly Reading[]): Reading[] {
  const byVoice = new Map<string, Reading>();
  for (const reading of inReadingOrder(readings)) {
    const known = byVoice.get(voiceOf(reading));
    if (known === undefined || isGraver(reading, known)) byVoice.set(voiceOf(reading), reading);
  }
  return [...byVoice.values()];
}

const GRAVITY = ['ABSTAIN', 'PASS', 'REFUSE'] as const;
const isGraver = (a: Reading, b: Reading): boolean => GRAVITY.indexOf(a.outcome) > GRAVITY.indexOf(b.outcome);

type Said = { readonly finding: ReadingFinding; readonly reading: Reading };

function toPlaces(readings: readonly Reading[], isWanted: (finding: ReadingFinding) => boolean): ReadPlace[] {
  const said = readings.flatMap((reading) =>
    reading.findings.filter(isWanted).map((finding): Said => ({ finding, reading })),
  );
  const ordered = said.toSorted((a, b) => inPlaceOrder(a.finding, b.finding));
  const groups: Said[][] = [];
  for (const one of ordered) {
    const open = groups.at(-1);
    if (open?.some(({ finding }) => overlaps(finding, one.finding))) open.push(one);
    else groups.push([one]);
  }
  return groups.map(toPlace);
}

function toPlace(said: readonly Said[]): ReadPlace {
  const findings = said.map(({ finding }) => finding);
  return {
    file: findings[0]?.file ?? '',
    startLine: Math.min(...findings.map(({ startLine }) => startLine)),
    endLine: Math.max(...findings.map(({ endLine }) => endLine)),
    findings,
    voices: new Set(said.map(({ reading }) => voiceOf(reading))).size,
    families: new Set(said.map(({ reading }) => reading.reader.family)).size,
  };
}

type Place = Pick<ReadingQuote, 'file' | 'startLine' | 'endLine'>;

const overlaps = (a: Place, b: Place): boolean =>
  a.file === b.file && a.startLine <= b.endLine && b.startLine <= a.endLine;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const inPlaceOrder = (a: ReadingQuote, b: ReadingQuote): number =>
  byText(a.file, b.file) || a.startLine - b.startLine || a.endLine - b.endLine || byText(a.quote, b.quote);

function distinctBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

const distinctReaders = (readings: readonly Reading[]): Reader[] =>
  distinctBy(
    readings.map(({ reader }) => reader),
    ({ name, model, family }) => `${name}\0${model}\0${family}`,
  );

const distinctQuotes = (quotes: readonly ReadingQuote[]): ReadingQuote[] =>
  distinctBy(quotes.toSorted(inPlaceOrder), ({ file, startLine }) => `${file}\0${startLine}`);

/** Text beyond a limit goes to a person even when it counts as unreachable, because reachability is an estimate. */
const isForPerson = ({ reason, isReachable }: NotRead): boolean =>
  reason === 'limit' || (reason !== 'not-text' && isReachable);

/** A file that only one reader asks for is not a reason to involve a person. */
function agreedNotRead(readings: readonly Reading[]): NotRead[] {
  const voices = (file: string): number =>
    readings.filter(({ notRead }) => notRead.some((one) => one.reason === 'needed' && one.file === file)).length;
  return distinctNotRead(readings).filter(({ reason, file }) => reason !== 'needed' || voices(file) >= VOICES_MIN);
}

const distinctNotRead = (readings: readonly Reading[]): NotRead[] =>
  distinctBy(
    readings.flatMap(({ notRead }) => notRead),
    ({ file, startLine, endLine, reason }) => `${file}\0${startLine}\0${endLine}\0${reason}`,
  );
