import type {
  NotRead,
  Reader,
  Reading,
  ReadingFinding,
  ReadingQuote,
  ReadingUsage,
} from '@assay/analysis/types/reading';
import { addUsage, NO_USAGE } from '../cost.ts';

/** One place of the bundle, and everything the readings say against it. */
export type ReadPlace = {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly findings: readonly ReadingFinding[];
  /** Passes that point here, each counted once. */
  readonly voices: number;
  readonly families: number;
};

/** What the readings of one bundle come to. */
export type CombinedReadings = {
  /** At least two passes, or two models, answered. */
  readonly isRead: boolean;
  /** At least two of them passed it. */
  readonly isPassed: boolean;
  readonly readers: readonly Reader[];
  /** Refused on overlapping words by two passes or more: a reason to block. */
  readonly agreed: readonly ReadPlace[];
  /** Refused by one pass alone: grave, open, and for a second panel to look at. */
  readonly open: readonly ReadPlace[];
  /** Remarks of two passes or more that refuse for nothing there. */
  readonly remarks: readonly ReadPlace[];
  readonly attempts: readonly ReadingQuote[];
  readonly abstained: number;
  readonly notRead: readonly NotRead[];
  /** Relevant content that no model was sent: it goes to a person. */
  readonly unreadReachable: readonly NotRead[];
  readonly usage: ReadingUsage;
};

/** Two voices are needed for anything that counts. */
const VOICES_MIN = 2;

/** The same model in the same pass says the same thing: it has one voice, however often it is stored. */
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

/** In an order that does not depend on how they were stored. */
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

/** Text beyond a limit is for a person whatever leads to it: what leads to a file is a guess. */
const isForPerson = ({ reason, isReachable }: NotRead): boolean =>
  reason === 'limit' || (reason !== 'not-text' && isReachable);

/** What one reader alone would like to see is not enough to call a person. */
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
