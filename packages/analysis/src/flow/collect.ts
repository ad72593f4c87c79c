import type { Parsers } from '../languages/code/parsers.ts';
import type { MarkdownDocument } from '../languages/markdown/index.ts';
import type { DiscoursePort, Language, Unit, View } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import type { BundleUnits } from './bundle-units.ts';
import { CodeReader } from './code-reader.ts';
import { recordConcealment } from './concealment/concealment.ts';
import { joinInvocations } from './invocations.ts';
import { isLexicalLanguage, recordLexicalHints, recordUnknown } from './lexical-hints.ts';
import { recordPackagePrograms } from './manifests/loaded-files.ts';
import { recordManifests } from './manifests/manifests.ts';
import { recordProblems } from './problems.ts';
import { readingTexts } from './readings.ts';
import { Recorder } from './recorder.ts';
import { RunQueue } from './run-queue.ts';
import { findRan } from './run-reach.ts';
import { type MadeText, reviewMade } from './run-texts.ts';
import { recordSecrets } from './secrets.ts';
import { isDataName, isDocumentName } from './silent-files.ts';
import { isDocument } from './unit-shape.ts';
import { recordUnread } from './unread.ts';
import { recordUrls } from './urls.ts';
import { joinWritten } from './written-files.ts';
import { readWrittenPrograms } from './written-programs.ts';

export type Collected = {
  readonly recorder: Recorder;
  readonly units: readonly Unit[];
  readonly views: ReadonlyMap<string, View>;
  readonly discourse: DiscoursePort;
  readonly parsedChars: number;
  /** Adds facts from the commands, evaluated texts and written files of the sandbox run. */
  readonly readMade: (made: readonly MadeText[]) => void;
};

type CollectNeeds = {
  readonly units: BundleUnits;
  readonly discourse: DiscoursePort;
  readonly parsers: Parsers;
  /** Facts from prose, written by the prose module. */
  readonly recordProse: (input: ProseInput) => void;
};

export type ProseInput = {
  readonly recorder: Recorder;
  readonly unit: Unit;
  readonly document: MarkdownDocument | null;
};

/** Collects the facts of all units: first those without a parser, then code, then run files, then flows across files. */
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
      invocations: [],
      written: [],
      modules: new Map(),
      unitOf: (file) => units.ofFile(file),
      programOf: (unit) => this.code.programOf(unit),
      sessionOf: (unit) => this.code.sessionOf(unit),
      findFile: (path, from) => this.findFile(path, from),
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
    this.recordHints();
    joinInvocations(this.analysis.invocations, this.recorder);
    joinWritten(this.code.sessions.values(), this.recorder);
    this.recordUnread();
    const { maker, views } = this.units;
    const { discourse } = this.needs;
    return {
      recorder: this.recorder,
      units: maker.units,
      views,
      discourse,
      parsedChars: this.code.parsedChars,
      readMade: (made) => reviewMade(this.analysis, views, made),
    };
  }

  /** Facts that need no parser of code: URLs, secrets, concealed text, manifests, prose. */
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

  /** Manifests come before the code, because nested code is analysed only once and needs the variables of its manifest. */
  private recordFile(unit: Unit): void {
    recordManifests(this.analysis, unit, this.units.documentOf(unit));
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

  /** Code inside documents, separately for the original texts and for their folded copies. */
  private innerUnits(): { readonly first: readonly Unit[]; readonly second: readonly Unit[] } {
    const folded = new Set(this.units.folded);
    const isSecond = ({ within }: Unit): boolean => within !== null && folded.has(within);
    const { inner } = this.units;
    return { first: inner.filter((unit) => !isSecond(unit)), second: inner.filter(isSecond) };
  }

  /** Reads the files that something runs, in the language they are run as. Then raises the reach of these files. */
  private readRuns(): void {
    const { reach, files, whole } = this.units;
    const { queue } = this;
    queue.noteSilentFiles(whole);
    this.readWaiting();
    const ran = findRan({
      facts: this.recorder.facts,
      edges: queue.edges,
      paths: files.paths,
      reachOf: reach.mentioned,
      isLive: (span) => queue.isMeant(span),
    });
    reach.noteRan(ran);
  }

  /** Repeats, because a written program may run and write further programs. */
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

  /** Records lexical hints for code with a flow analysis and for data. Other languages got theirs in `readCode`. */
  private recordHints(): void {
    const { whole, readings } = this.units;
    for (const unit of [...whole, ...readings, ...this.innerUnits().first])
      if (!isLexicalLanguage(unit.lang) && !this.isProse(unit)) recordLexicalHints(this.analysis, unit);
    for (const { path, text } of this.units.intake.files)
      if (text === null && this.units.reach.of(path) === 'directed')
        recordUnknown(this.analysis, this.units.problemUnit(path));
  }

  /** A text file without a document name, or with only `.txt`, may be the input of a program as well as prose. */
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
      runs: queue.runs,
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

  private findOpaque(path: string, from: string): string | undefined {
    const { files } = this.units;
    for (const one of files.candidates(path, from)) {
      const file = files.files.get(one);
      if (file?.text === null) return Buffer.from(file.bytes.subarray(0, OPAQUE_BYTES_MAX)).toString('latin1');
    }
    return undefined;
  }
}

/** How often programs that write programs are followed. */
const WRITING_ROUNDS = 4;
/** A longer text is no file name. */
const PATH_CHARS_MAX = 512;
/** A payload hidden in a picture is small. The rest of a large file adds nothing. */
const OPAQUE_BYTES_MAX = 65_536;
