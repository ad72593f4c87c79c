import type { Parsers } from '../languages/code/parsers.ts';
import type { MarkdownDocument } from '../languages/markdown/index.ts';
import type { BundleAbout, DiscoursePort, Language, Unit, View } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import type { BundleUnits } from './bundle-units.ts';
import { CodeReader } from './code-reader.ts';
import { recordConcealment } from './concealment/concealment.ts';
import { reviewFollowedFiles } from './followed-files.ts';
import { type PrintedText, reviewFollowedOutput, reviewPrinted } from './followed-output.ts';
import { joinInvocations } from './invocations.ts';
import { isLexicalLanguage, recordLexicalHints } from './lexical-hints.ts';
import { type MadeText, reviewMade } from './made-texts.ts';
import { recordDataCommands } from './manifests/data-commands.ts';
import { recordLoadedFiles, recordPackagePrograms } from './manifests/loaded-files.ts';
import { recordManifests } from './manifests/manifests.ts';
import { recordProblems } from './problems.ts';
import { findLoadedAsSource, findTouched } from './reach.ts';
import { readingTexts } from './readings.ts';
import { Recorder } from './recorder.ts';
import { RunQueue } from './run-queue.ts';
import { findRan } from './run-reach.ts';
import { recordSecrets } from './secrets.ts';
import { isDataName, isDocumentName } from './silent-files.ts';
import { isDocument } from './unit-shape.ts';
import { recordUnread, toUnread } from './unread.ts';
import { recordUrls } from './urls.ts';
import { joinWritten } from './written-files.ts';
import { readWrittenPrograms } from './written-programs.ts';

export type Collected = {
  readonly recorder: Recorder;
  readonly units: readonly Unit[];
  readonly views: ReadonlyMap<string, View>;
  /** Units that are programs on trial only. */
  readonly guessed: ReadonlySet<Unit>;
  readonly discourse: DiscoursePort;
  readonly parsedChars: number;
  /** Facts from what was printed when the bundle was run. */
  readonly readPrinted: (printed: PrintedText[]) => void;
  /** Facts from what was started, evaluated and left in files when the bundle was run. */
  readonly readMade: (made: readonly MadeText[]) => void;
};

type CollectNeeds = {
  readonly units: BundleUnits;
  readonly discourse: DiscoursePort;
  readonly about: BundleAbout;
  readonly parsers: Parsers;
  /** Facts from prose, written by the prose module. */
  readonly recordProse: (input: ProseInput) => void;
};

type ProseInput = {
  readonly recorder: Recorder;
  readonly unit: Unit;
  readonly document: MarkdownDocument | null;
};

/** From units to facts: what needs no parser, then the code, then what is run or followed, then what joins them. */
export function collectFacts(needs: CollectNeeds): Collected {
  return new Collector(needs).collect();
}

class Collector {
  private readonly units: BundleUnits;
  private readonly needs: CollectNeeds;
  private readonly recorder: Recorder;
  private readonly analysis: Analysis;
  private readonly code: CodeReader;
  private readonly queue: RunQueue;

  constructor(needs: CollectNeeds) {
    const { units, discourse } = needs;
    this.needs = needs;
    this.units = units;
    this.recorder = new Recorder(discourse, units.limits);
    this.queue = new RunQueue(units, discourse);
    this.analysis = {
      recorder: this.recorder,
      parsers: needs.parsers,
      about: needs.about,
      invocations: [],
      written: [],
      modules: new Map(),
      unitOf: (file) => units.ofFile(file),
      programOf: (unit) => this.code.programOf(unit),
      sessionOf: (unit) => this.code.sessionOf(unit),
      findFile: (path, from) => this.findFile(path, from),
      findOneOf: (path, from) => this.findOneOf(path, from),
      findOpaque: (path, from) => this.findOpaque(path, from),
      descend: (code) => this.code.descend(code),
      noteRun: (run) => this.queue.note(run),
    };
    this.code = new CodeReader({ units, analysis: this.analysis, recordProse: (unit) => this.recordProse(unit) });
  }

  collect(): Collected {
    this.recordTexts();
    this.readCode();
    this.readRuns();
    this.followDocuments();
    this.recordHints();
    joinInvocations(this.analysis.invocations, this.recorder);
    joinWritten(this.code.sessions.values(), this.recorder);
    this.recordUnread();
    const { maker, views, guessed } = this.units;
    const { discourse } = this.needs;
    return {
      recorder: this.recorder,
      units: maker.units,
      views,
      guessed,
      discourse,
      parsedChars: this.code.parsedChars,
      readPrinted: (printed) => reviewPrinted(this.followed(), printed),
      readMade: (made) => reviewMade(this.analysis, views, made),
    };
  }

  /** Facts that need no parser of code: addresses, concealed text, manifests, prose. */
  private recordTexts(): void {
    const { whole, folded, readings } = this.units;
    for (const unit of whole) {
      this.recordText(unit);
      this.recordFile(unit);
      this.recordProse(unit);
    }
    for (const unit of folded) this.recordProse(unit);
    for (const unit of readings) {
      this.recordText(unit);
      this.recordProse(unit);
    }
  }

  private recordText(unit: Unit): void {
    recordUrls(this.recorder, unit);
    recordSecrets(this.recorder, unit);
    recordConcealment(this.analysis, unit, this.units.documentOf(unit));
  }

  /** What a file is by its name or shape comes before its code: code is looked at once, with what it is given there. */
  private recordFile(unit: Unit): void {
    recordManifests(this.analysis, unit, this.units.documentOf(unit));
    if (unit.reach === 'entry' || unit.reach === 'directed' || unit.reach === 'auto')
      recordDataCommands(this.analysis, unit);
    if (unit.reach !== 'none') recordLoadedFiles(this.analysis, unit);
    recordPackagePrograms(this.analysis, unit);
  }

  private recordProse(unit: Unit): void {
    const document = this.units.documentOf(unit);
    if (document === null && isDocument(unit.lang)) return;
    this.needs.recordProse({ recorder: this.recorder, unit, document });
  }

  private readCode(): void {
    const { whole, readings, folded } = this.units;
    const { first, second } = this.innerUnits();
    for (const unit of [...whole, ...readings, ...first, ...folded, ...second]) this.code.read(unit);
  }

  /** Code inside documents; that of texts which are looked at a second time stands apart. */
  private innerUnits(): { readonly first: readonly Unit[]; readonly second: readonly Unit[] } {
    const folded = new Set(this.units.folded);
    const isSecond = ({ within }: Unit): boolean => within !== null && folded.has(within);
    const { inner } = this.units;
    return { first: inner.filter((unit) => !isSecond(unit)), second: inner.filter(isSecond) };
  }

  /** Files that something runs, in the language they are run as; then which files that makes more than examples. */
  private readRuns(): void {
    const { reach, files, whole } = this.units;
    const { queue } = this;
    const isReached = (path: string): boolean => queue.runs.has(path) || reach.mentioned(path) !== 'none';
    queue.noteLoaders(findLoadedAsSource(reach.input, isReached));
    queue.noteSilentFiles(whole);
    this.readWaiting();
    const ran = findRan({
      facts: this.recorder.facts,
      edges: queue.edges,
      paths: files.paths,
      reachOf: reach.mentioned,
      expand: (name, from) => files.expand(name, from),
      isLive: (span) => queue.isMeant(span),
    });
    reach.noteRan(ran);
  }

  /** Programs that are written may run and write others in turn. */
  private readWaiting(): void {
    const { queue, analysis } = this;
    const isRead = (text: string, language: Language): boolean => this.units.isWhole(text, language);
    for (let round = 0; round < WRITING_ROUNDS; round += 1) {
      const known = analysis.written.length + queue.outside.length;
      for (let next = queue.next(); next !== undefined; next = queue.next()) this.readRun(next);
      if (round > 0 && known === analysis.written.length + queue.outside.length) return;
      readWrittenPrograms({ analysis, outside: queue.outside, isRead });
    }
    this.recorder.limit('programs that write programs', this.units.intake.entry ?? '');
  }

  private readRun({ file, language, run }: NonNullable<ReturnType<RunQueue['next']>>): void {
    const isKnown = file.language === language || file.readings.some((one) => one.language === language);
    const view = this.units.views.get(file.path);
    if (isKnown || view === undefined) return;
    const found = this.units.reach.of(file.path);
    const reach = found === 'none' ? run.unit.reach : found;
    const whole = this.units.maker.make(file.language, 'file', { view, start: 0, end: 0 }, reach);
    for (const text of readingTexts(language, file.bytes, view.text))
      this.readAsRun(this.units.readingUnit(whole, { text, language, by: 'what runs it', isPart: false }));
  }

  private readAsRun(unit: Unit): void {
    const { limits } = this.units;
    limits.isGuessing = isDataName(unit.file) && !this.queue.runs.has(unit.file);
    if (isDocument(unit.lang)) for (const inner of this.units.documentUnits(unit)) this.code.read(inner);
    else this.code.read(unit);
    limits.isGuessing = false;
  }

  private followDocuments(): void {
    const { units } = this;
    const followed = this.followed();
    const recordUnread = (file: string, detail: string): void => {
      const unit = units.problemUnit(file);
      this.recorder.add('integrity', toUnread(detail), unit, unit.span);
    };
    reviewFollowedFiles({ ...followed, recordUnread, files: units.files.files });
    reviewFollowedOutput({ ...followed, recordUnread, printedBy: (file) => this.code.printedBy(file) });
  }

  /** The documents that somebody is led to, and what tells which of their sentences are meant. */
  private followed() {
    const { units, analysis } = this;
    return {
      analysis,
      documents: units.whole.filter(({ reach, lang }) => isDocument(lang) && reach !== 'none'),
      isLive: ({ span: { view } }: Unit, start: number, end: number): boolean =>
        this.queue.isLive({ view, start, end }),
      filesOf: (target: string, from: string): readonly string[] => units.files.expand(target, from),
    };
  }

  /** Places to read in whatever the flow analysis follows, or takes for data; other languages were scanned as code. */
  private recordHints(): void {
    const { whole, readings } = this.units;
    for (const unit of [...whole, ...readings, ...this.innerUnits().first])
      if (!isLexicalLanguage(unit.lang) && !this.isProse(unit)) recordLexicalHints(this.analysis, unit);
  }

  /** A text whose name says nothing, or only `.txt`, is as likely to be read by a program as by a person. */
  private isProse({ lang, file, origin }: Unit): boolean {
    return (
      lang === 'markdown' || (lang === 'text' && (origin !== 'file' || (isDocumentName(file) && !/\.txt$/i.test(file))))
    );
  }

  private recordUnread(): void {
    const { units, recorder, queue } = this;
    const { intake, reach } = units;
    const unitOf = (file: string): Unit => units.problemUnit(file);
    recordProblems(intake, recorder, { unitOf, mentioned: reach.mentioned });
    recordUnread({
      intake,
      recorder,
      reachOf: reach.of,
      findTouched: () => findTouched(reach.input),
      findToRun: () => findTouched(reach.input, true),
      runs: queue.runs,
      unreadRuns: queue.unread,
      unitOf,
    });
  }

  private findFile(path: string, from: string): View | undefined {
    if (path.length > PATH_CHARS_MAX) return undefined;
    for (const one of this.units.files.candidates(path, from)) {
      const view = this.units.views.get(one);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  private findOneOf(path: string, from: string): readonly View[] {
    if (path.length > PATH_CHARS_MAX) return [];
    return this.units.files
      .expand(path, from)
      .map((one) => this.units.views.get(one))
      .filter((view) => view !== undefined && view.file !== from) as View[];
  }

  private findOpaque(path: string, from: string): string | undefined {
    const { files } = this.units;
    for (const one of files.candidates(path, from)) {
      const file = files.files.get(one);
      if (file?.text === null) return Buffer.from(file.bytes.subarray(0, OPAQUE_BYTES_MAX)).toString('latin1');
    }
    return undefined;
  }
}

/** A program that writes a program that writes a third. */
const WRITING_ROUNDS = 4;
/** A longer text is no name of a file. */
const PATH_CHARS_MAX = 512;
/** A payload behind a picture is small; the rest of a large file adds nothing. */
const OPAQUE_BYTES_MAX = 65_536;
