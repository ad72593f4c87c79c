import { findEncodedRuns } from '../decode/encoded-runs.ts';
import { foldText } from '../decode/fold.ts';
import { substituteNames } from '../decode/substitute.ts';
import { type DerivedText, derivedView, rootView, type ViewIds } from '../decode/view.ts';
import type { Intake, TakenFile } from '../intake/read-bundle.ts';
import type { FileReading } from '../interpreters/index.ts';
import type { BundleAbout, Discourse, DiscourseInput, DiscoursePort, Language, Reach, Unit, View } from '../model.ts';
import { type Program, UNREAD_PROGRAM } from '../parse/code/ir.ts';
import { PARSE_LIMITS, type Parsers } from '../parse/code/parsers.ts';
import { parseLoose } from '../parse/loose/loose.parse.ts';
import { documentOf, type MarkdownDocument } from '../parse/markdown/index.ts';
import type { Analysis, Invocation, NestedCode, Run } from './analysis.ts';
import { BundleFiles } from './bundle-files.ts';
import { interpretProgram } from './code/interpret.ts';
import { recordConcealment, recordRun } from './concealment/concealment.ts';
import { reviewFollowedFiles } from './followed-files.ts';
import { reviewFollowedOutput } from './followed-output.ts';
import { recordInstalled } from './installed-files.ts';
import { joinInvocations } from './invocations.ts';
import { interpretLoose, isLooseLanguage } from './loose/interpret.ts';
import { recordDataCommands } from './manifests/data-commands.ts';
import { recordLoadedFiles, recordPackagePrograms } from './manifests/loaded-files.ts';
import { recordManifests } from './manifests/manifests.ts';
import { recordNamedTogether } from './named-together.ts';
import { recordProblems } from './problems.ts';
import { findLoaded, findLoadedAsSource, findReach, findTouched, type ReachInput } from './reach.ts';
import { PARSE_BUDGET, ReadBudget } from './read-budget.ts';
import { nestedView, readingTexts, readingView } from './readings.ts';
import { Recorder } from './recorder.ts';
import { findRan } from './run-reach.ts';
import { recordSecrets } from './secrets.ts';
import { recordShapes } from './shapes.ts';
import { interpretShell } from './shell/interpret.ts';
import { createSession, type ShellSession } from './shell/terminal.ts';
import { isDataName, isOrders, languagesOf } from './silent-files.ts';
import { documentKey, isDocument, nesting, outermost } from './unit-shape.ts';
import { collectDocumentUnits, UnitMaker } from './units.ts';
import { recordUnread, whyUnread } from './unread.ts';
import { recordUrls } from './urls.ts';
import { concat, UNKNOWN, type Value } from './value.ts';
import { joinWritten } from './written-files.ts';

export type Collected = {
  readonly recorder: Recorder;
  readonly units: readonly Unit[];
  readonly views: ReadonlyMap<string, View>;
  readonly parsedChars: number;
  readonly discourse: DiscoursePort;
};

type CollectNeeds = {
  readonly intake: Intake;
  readonly about: BundleAbout;
  readonly parsers: Parsers;
  readonly ids: ViewIds;
  /** Files that the product runs by itself. */
  readonly isStarted?: ((path: string) => boolean) | undefined;
  readonly createDiscourse: (input: DiscourseInput) => DiscoursePort;
  /** Facts from prose, written by the prose module. */
  readonly recordProse: (input: ProseInput) => void;
};

type ProseInput = {
  readonly recorder: Recorder;
  readonly unit: Unit;
  readonly document: MarkdownDocument | null;
};

/** From files to facts: views, documents, units, then one analyser per language. */
export function collectFacts(needs: CollectNeeds): Collected {
  return new Collector(needs).collect();
}

const ORDER: readonly Reach[] = ['entry', 'directed', 'auto', 'imported', 'linked', 'none'];

class Collector {
  private readonly needs: CollectNeeds;
  private readonly maker: UnitMaker;
  private readonly views = new Map<string, View>();
  private readonly documents = new Map<string, MarkdownDocument>();
  private readonly invocations: Invocation[] = [];
  private readonly recorder: Recorder;
  private readonly analysis: Analysis;
  private discourse: DiscoursePort | undefined;
  private readonly sessions = new Map<string, ShellSession>();
  private readonly budget: ReadBudget;
  private readonly bundleFiles: BundleFiles;
  /** Files that something runs, each with the languages it is run as. */
  private readonly runs = new Map<string, Set<Language>>();
  /** From a file to what it runs. */
  private readonly edges = new Map<string, Set<string>>();
  /** Files that something runs and no reader here reads, each with why. */
  private readonly unreadRuns = new Map<string, string>();
  private readonly waiting: { readonly file: TakenFile; readonly language: Language; readonly run: Run }[] = [];
  private readonly fileUnits = new Map<string, Unit>();
  private readonly programs = new Map<Unit, Program | undefined>();
  private readonly printed = new Map<string, Value>();
  /** Ids of units that show a text a second time. */
  private readonly folded = new Set<number>();
  private readonly readingIds = new Set<number>();
  /** Characters that no grammar could read, of programs and of data that was only looked at as if it were one. */
  private readonly unreadable = { own: 0, guessed: 0 };
  private parsedChars = 0;
  private readonly seenNested = new Set<string>();

  constructor(needs: CollectNeeds) {
    this.needs = needs;
    this.maker = new UnitMaker(needs.ids);
    this.recorder = new Recorder(() => this.getDiscourse());
    this.budget = new ReadBudget(
      this.recorder,
      ({ id, within }) => this.folded.has(within?.id ?? id) || this.folded.has(id),
    );
    this.bundleFiles = new BundleFiles(needs.intake);
    this.analysis = {
      recorder: this.recorder,
      parsers: needs.parsers,
      about: needs.about,
      invocations: this.invocations,
      modules: new Map(),
      unitOf: (file) => this.fileUnits.get(file),
      programOf: (unit) => this.programOf(unit),
      sessionOf: (unit) => this.session(unit),
      findFile: (path, from) => this.findFile(path, from),
      findOpaque: (path, from) => this.findOpaque(path, from),
      descend: (code) => this.descend(code),
      noteRun: (run) => this.noteRun(run),
    };
  }

  private getDiscourse(): DiscoursePort {
    if (this.discourse === undefined) throw new Error('facts are read only after the units are known');
    return this.discourse;
  }

  collect(): Collected {
    const { intake } = this.needs;
    const texts = intake.files.flatMap((file) => (file.text === null ? [] : [{ file, text: file.text }]));
    for (const { file, text } of texts) this.views.set(file.path, rootView(this.needs.ids, file.path, text));
    const reachInput = this.reachInput(texts);
    const reach = findReach(reachInput);
    const lookedUp = new Set(findLoaded(reachInput, reach));
    const mentioned = (path: string): Reach => reach.get(path) ?? (lookedUp.has(path) ? 'imported' : 'none');
    let ran: ReadonlySet<string> = new Set();
    /** What is run is no mere example, whatever it is called; known when everything was read. */
    const reachOf = (path: string): Reach => {
      const found = mentioned(path);
      return ran.has(path) && (found === 'none' || found === 'linked') ? 'imported' : found;
    };
    const ordered = [...texts].sort(
      (a, b) =>
        ORDER.indexOf(reachOf(a.file.path)) - ORDER.indexOf(reachOf(b.file.path)) ||
        (a.file.path < b.file.path ? -1 : 1),
    );
    const whole = ordered.map(({ file }) => this.wholeUnit(file, reachOf(file.path)));
    for (const unit of whole) this.fileUnits.set(unit.file, unit);
    const folded = whole.flatMap((unit) => this.foldedUnit(unit));
    for (const { id } of folded) this.folded.add(id);
    const readings = whole.flatMap((unit) => this.readingUnits(unit));
    const inner = [...whole, ...readings, ...folded].flatMap((unit) => this.documentUnits(unit));
    this.discourse = this.needs.createDiscourse({
      entry: intake.entry,
      files: [...this.views.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
      languageOf: this.languagesOf(whole),
      reachOf,
      units: this.maker.units,
    });
    for (const unit of whole) this.recordWhole(unit);
    for (const unit of folded) this.recordProse(unit);
    for (const unit of readings) this.recordReading(unit);
    const second = inner.filter(({ within }) => this.folded.has(within?.id ?? 0));
    const first = inner.filter((unit) => !second.includes(unit));
    for (const unit of [...whole, ...readings, ...first, ...folded, ...second]) this.analyse(unit, 0);
    this.noteLoaders(findLoadedAsSource(reachInput, (path) => this.runs.has(path) || mentioned(path) !== 'none'));
    this.noteSilentFiles(whole);
    this.analyseRuns(reachOf);
    ran = findRan({
      facts: this.recorder.facts,
      edges: this.edges,
      paths: this.bundleFiles.paths,
      reachOf: mentioned,
      expand: (name, from) => this.bundleFiles.expand(name, from),
      isLive: (span) => !TALKED_OF.has(this.getDiscourse().classify(span).context),
    });
    this.followDocuments(whole, reachOf);
    for (const unit of [...whole, ...readings, ...first]) if (unit.reach !== 'none') recordShapes(this.analysis, unit);
    for (const unit of [...whole, ...readings])
      if (unit.reach !== 'none' || this.isReadAnyway(unit.file))
        recordNamedTogether(this.analysis, unit, this.isRunSomewhere(unit.file));
    joinInvocations(this.invocations, this.recorder);
    joinWritten(this.sessions.values(), this.recorder);
    recordProblems(intake, this.recorder, (file) => this.problemUnit(file, reachOf(file)));
    recordUnread({
      intake,
      recorder: this.recorder,
      reachOf,
      findTouched: () => findTouched(reachInput),
      findToRun: () => findTouched(reachInput, true),
      runs: this.runs,
      unreadRuns: this.unreadRuns,
      unitOf: (file) => this.problemUnit(file, reachOf(file)),
    });
    return {
      recorder: this.recorder,
      units: this.maker.units,
      views: this.views,
      parsedChars: this.parsedChars,
      discourse: this.discourse,
    };
  }

  private reachInput(texts: readonly { file: TakenFile; text: string }[]): ReachInput {
    const { entry } = this.needs.intake;
    const files = texts.map(({ file, text }) => ({ path: file.path, text, language: file.language }));
    const known = new Set(files.map(({ path }) => path));
    return {
      files,
      others: this.bundleFiles.paths.filter((path) => !known.has(path)),
      entry,
      isStarted: this.needs.isStarted,
    };
  }

  /** The language each file is read in; a document that was not read is not classified as one. */
  private languagesOf(whole: readonly Unit[]): (path: string) => Language {
    const isRead = (unit: Unit): boolean => !isDocument(unit.lang) || this.documents.has(documentKey(unit));
    const languages = new Map(whole.filter(isRead).map(({ file, lang }) => [file, lang]));
    return (path) => languages.get(path) ?? 'unknown';
  }

  private wholeUnit(file: TakenFile, reach: Reach): Unit {
    const view = this.views.get(file.path);
    if (view === undefined) throw new Error(`no view for ${file.path}`);
    return this.maker.make(file.language, 'file', { view, start: 0, end: view.text.length }, reach);
  }

  private documentUnits(unit: Unit): Unit[] {
    if (!isDocument(unit.lang) || !this.budget.spendDocument(unit)) return [];
    const document = documentOf(unit.span.view);
    this.documents.set(documentKey(unit), document);
    return collectDocumentUnits(this.maker, document, unit);
  }

  /** Facts that need no parser: addresses, concealed text, manifests, prose. */
  private recordWhole(unit: Unit): void {
    recordUrls(this.recorder, unit);
    recordSecrets(this.recorder, unit);
    recordConcealment(this.analysis, unit, this.documents.get(documentKey(unit)) ?? null);
    // What a file is by its name or shape comes first: code is looked at once, with what it is given there.
    recordManifests(this.analysis, unit, this.documents.get(documentKey(unit)) ?? null);
    if (unit.reach === 'entry' || unit.reach === 'directed' || unit.reach === 'auto')
      recordDataCommands(this.analysis, unit);
    if (unit.reach !== 'none') recordLoadedFiles(this.analysis, unit);
    recordPackagePrograms(this.analysis, unit);
    this.recordProse(unit);
  }

  private recordProse(unit: Unit): void {
    const document = this.documents.get(documentKey(unit)) ?? null;
    if (document === null && isDocument(unit.lang)) return;
    this.needs.recordProse({ recorder: this.recorder, unit, document });
  }

  /** The same file as a reader of meaning would see it: appearances undone, names put back. */
  private foldedUnit(unit: Unit): Unit[] {
    const { view } = unit.span;
    const folded = foldText(view.text);
    const named = unit.lang === 'markdown' ? substituteNames(view.text) : undefined;
    return [
      ...(folded === undefined ? [] : [this.derivedUnit(unit, folded, 'folded')]),
      ...(named === undefined ? [] : [this.derivedUnit(unit, named, 'substituted')]),
    ];
  }

  private derivedUnit(unit: Unit, derived: DerivedText, layer: string): Unit {
    const folded = derivedView(this.needs.ids, unit.span.view, derived, layer);
    return this.maker.make(unit.lang, 'decoded', { view: folded, start: 0, end: folded.text.length }, unit.reach, unit);
  }

  /** The same file as each of its interpreters reads it, where that is another text or another language. */
  private readingUnits(unit: Unit): Unit[] {
    const file = this.bundleFiles.files.get(unit.file);
    return (file?.readings ?? []).map((reading) => this.readingUnit(unit, reading));
  }

  private readingUnit(unit: Unit, reading: Omit<FileReading, 'how'>): Unit {
    const view = readingView(this.needs.ids, unit.span.view, reading);
    const span = { view, start: 0, end: view.text.length };
    const made = this.maker.make(reading.language, 'decoded', span, unit.reach, unit);
    this.readingIds.add(made.id);
    return made;
  }

  private recordReading(unit: Unit): void {
    recordUrls(this.recorder, unit);
    recordSecrets(this.recorder, unit);
    recordConcealment(this.analysis, unit, this.documents.get(documentKey(unit)) ?? null);
    this.recordProse(unit);
  }

  /** Something runs files of the bundle: each is read as what runs it reads it, once. */
  private noteRun(run: Run): void {
    const { context } = this.getDiscourse().classify(run.at);
    if (TALKED_OF.has(context)) return;
    const paths = this.bundleFiles.expand(run.path, run.unit.file);
    const led = this.edges.get(run.unit.file) ?? new Set<string>();
    this.edges.set(run.unit.file, led);
    for (const path of paths) led.add(path);
    if (UNLIVE.has(context)) return;
    for (const path of paths) {
      const file = this.bundleFiles.files.get(path);
      const known = this.runs.get(path) ?? new Set<Language>();
      this.runs.set(path, known);
      // An interpreter that is given a folder takes the programs there, and no documents.
      const isBeside = paths.length > 1 && file !== undefined && isDocument(file.language);
      const unread = isBeside ? undefined : whyUnread(run, file);
      if (unread !== undefined) this.unreadRuns.set(path, unread);
      const language = run.language;
      if (language === 'unknown' || file === undefined || known.has(language)) continue;
      known.add(language);
      this.waiting.push({ file, language, run });
    }
  }

  private noteLoaders(loaded: readonly { readonly path: string; readonly by: string }[]): void {
    for (const { path, by } of loaded) {
      const unit = this.fileUnits.get(by);
      if (unit !== undefined) this.noteRun({ path, language: unit.lang, unit, at: unit.span });
    }
  }

  /** A reached file whose name says nothing is read as everything that somebody may take it for. */
  private noteSilentFiles(whole: readonly Unit[]): void {
    for (const unit of whole) {
      const file = this.bundleFiles.files.get(unit.file);
      if (file === undefined || unit.reach === 'none') continue;
      for (const language of languagesOf(file))
        if (!this.runs.get(file.path)?.has(language))
          this.waiting.push({ file, language, run: { path: file.path, language, unit, at: unit.span } });
    }
  }

  /** Also where a document only speaks of running it, and where some tool may take orders from it. */
  private isRunSomewhere(file: string): boolean {
    const taken = this.bundleFiles.files.get(file);
    return (
      this.isReadAnyway(file) ||
      (taken !== undefined && languagesOf(taken).length > 0) ||
      this.recorder.facts.some(
        (fact) =>
          fact.kind === 'reference' && fact.value.isRun && file.endsWith(fact.value.target.replace(/^\.\//, '')),
      )
    );
  }

  private isReadAnyway(file: string): boolean {
    const taken = this.bundleFiles.files.get(file);
    return this.runs.has(file) || (taken !== undefined && isOrders(taken));
  }

  private analyseRuns(reachOf: (path: string) => Reach): void {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const { file, language, run } = next;
      const isKnown = file.language === language || file.readings.some((one) => one.language === language);
      const parent = this.views.get(file.path);
      if (isKnown || parent === undefined) continue;
      const reach = reachOf(file.path) === 'none' ? run.unit.reach : reachOf(file.path);
      const whole = this.maker.make(file.language, 'file', { view: parent, start: 0, end: 0 }, reach);
      for (const text of readingTexts(language, file.bytes, parent.text))
        this.analyseRun(this.readingUnit(whole, { text, language, by: 'what runs it', isPart: false }));
    }
  }

  private analyseRun(unit: Unit): void {
    this.recorder.isGuessing = isDataName(unit.file) && !this.runs.has(unit.file);
    if (isDocument(unit.lang)) for (const inner of this.documentUnits(unit)) this.analyse(inner, 0);
    else this.analyse(unit, 0);
    recordNamedTogether(this.analysis, unit, true);
    this.recorder.isGuessing = false;
  }

  private session(unit: Unit): ShellSession {
    const root = this.rootOf(unit);
    // Code inside a script sees what the script set; fences of one document share one terminal.
    // A text that is looked at twice is not run twice: the second look begins with nothing fetched.
    const isSecond = this.folded.has(unit.within?.id ?? unit.id) || this.folded.has(unit.id);
    const key = isDocument(root.lang) && unit !== root ? `${unit.file}${isSecond ? ' again' : ''}` : `unit ${root.id}`;
    const session = this.sessions.get(key) ?? createSession();
    this.sessions.set(key, session);
    return session;
  }

  /** The whole file, or one reading of it: what another reading makes of the same letters sets nothing here. */
  private rootOf(unit: Unit): Unit {
    for (let at: Unit | null | undefined = unit; at; at = at.within) if (this.readingIds.has(at.id)) return at;
    return outermost(unit);
  }

  /** What the unit would print, as far as that can be told. */
  private analyse(unit: Unit, depth: number): Value {
    const length = unit.span.end - unit.span.start;
    let printed: Value = UNKNOWN;
    switch (unit.lang) {
      case 'shell':
      case 'batch':
      case 'dockerfile':
      case 'makefile':
        if (!this.budget.spendShell(unit)) return UNKNOWN;
        printed = interpretShell(unit, this.session(unit), this.analysis, depth);
        break;
      case 'python':
      case 'javascript':
      case 'typescript': {
        const program = this.programOf(unit);
        if (program === undefined) return UNKNOWN;
        printed = this.interpret(unit, program);
        break;
      }
      default:
        if (!isLooseLanguage(unit.lang) || !this.budget.spendCode(unit)) return UNKNOWN;
        printed = interpretLoose(unit, this.session(unit), this.analysis, depth);
    }
    this.parsedChars += length;
    if (unit.origin === 'file' || unit.within?.origin === 'file') this.notePrinted(unit.file, printed);
    return printed;
  }

  private notePrinted(file: string, printed: Value): void {
    const before = this.printed.get(file);
    this.printed.set(file, before === undefined ? printed : concat([before, printed]));
  }

  private followDocuments(units: readonly Unit[], reachOf: (path: string) => Reach): void {
    const documents = units.filter(({ reach, lang }) => isDocument(lang) && reach !== 'none');
    const isLive = ({ span: { view } }: Unit, start: number, end: number): boolean =>
      !UNLIVE.has(this.getDiscourse().classify({ view, start, end }).context);
    recordInstalled({ analysis: this.analysis, documents, isLive });
    const recordUnread = (file: string, detail: string): void => {
      const unit = this.problemUnit(file, reachOf(file));
      this.recorder.add('integrity', { problem: 'unread', detail, isExecuted: true }, unit, unit.span);
    };
    const followed = { analysis: this.analysis, documents, isLive, recordUnread };
    reviewFollowedFiles({ ...followed, files: this.bundleFiles.files });
    reviewFollowedOutput({
      ...followed,
      filesOf: (target, from) => this.bundleFiles.expand(target, from),
      printedBy: (file) => this.printed.get(file),
    });
  }

  /** Parsed once, whoever asks first: the file itself, or another that imports it. */
  private programOf(unit: Unit): Program | undefined {
    if (this.programs.has(unit)) return this.programs.get(unit);
    const program = this.parse(unit);
    this.programs.set(unit, program);
    return program;
  }

  private parse(unit: Unit): Program | undefined {
    const { parsers } = this.needs;
    const isPython = unit.lang === 'python';
    const isTyped = unit.lang === 'typescript';
    if ((!isPython && !isTyped && unit.lang !== 'javascript') || !this.budget.spendCode(unit)) return undefined;
    if (this.unreadable[this.reading] > PARSE_BUDGET.unreadableCharsMax) {
      const { view, start, end } = unit.span;
      if (unit.origin === 'file' || ACTING.test(view.text.slice(start, end)))
        this.recorder.limit('code that no grammar reads', unit.file);
      return UNREAD_PROGRAM;
    }
    const text = unit.span.view.text.slice(unit.span.start, unit.span.end);
    return isPython ? parsers.python(text) : parsers.javascript(text, isTyped);
  }

  private get reading(): 'own' | 'guessed' {
    return this.recorder.isGuessing ? 'guessed' : 'own';
  }

  /** What the parser could not read is read again without a grammar, and named when it holds something that acts. */
  private interpret(unit: Unit, program: Program): Value {
    const { view, start, end } = unit.span;
    const text = view.text.slice(start, end);
    const printed = interpretProgram(program, unit, this.analysis);
    if (program.errorPermille <= PARSE_LIMITS.errorPermilleMax) return printed;
    this.unreadable[this.reading] += text.length;
    if (unit.origin === 'file' && REACHING.test(text)) this.recorder.limit('code that no grammar reads', unit.file);
    interpretProgram(parseLoose(text, unit.lang), unit, this.analysis);
    if (!ACTING.test(text)) return printed;
    this.recorder.add('integrity', { problem: 'unparsed-sink', detail: unit.lang, isExecuted: true }, unit, unit.span);
    return printed;
  }

  /** Code inside code becomes a unit of its own, with a view that leads back to its carrier. */
  private descend(code: NestedCode): Value {
    const depth = nesting(code.unit);
    const key = `${code.lang} ${code.at.view.file} ${code.text}`;
    if (this.seenNested.has(key)) return UNKNOWN;
    this.seenNested.add(key);
    if (depth >= PARSE_BUDGET.nestedDepthMax || code.text.length > PARSE_BUDGET.nestedCharsMax) {
      this.recorder.limit('code inside code', code.unit.file);
      return UNKNOWN;
    }
    const view = nestedView(this.needs.ids, code);
    const unit = this.maker.make(
      code.lang,
      code.origin,
      { view, start: 0, end: code.text.length },
      code.unit.reach,
      code.unit,
    );
    if (code.origin === 'decoded') this.readDecoded(unit, depth);
    for (const [name, value] of code.variables ?? []) this.session(unit).variables.set(name, value);
    return this.analyse(unit, depth + 1);
  }

  /** Decoded text may be prose with commands in it, just as a document is. */
  private readDecoded(unit: Unit, depth: number): void {
    if (!this.budget.spendDecoded(unit)) return;
    const document = documentOf(unit.span.view);
    this.documents.set(documentKey(unit), document);
    this.recordProse(unit);
    for (const inner of collectDocumentUnits(this.maker, document, unit)) this.analyse(inner, depth + 1);
    for (const run of findEncodedRuns(unit.span.view.text)) recordRun(this.analysis, unit, run);
  }

  private findFile(path: string, from: string): View | undefined {
    if (path.length > 512) return undefined;
    for (const one of this.bundleFiles.candidates(path, from)) {
      const view = this.views.get(one);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  private findOpaque(path: string, from: string): string | undefined {
    for (const one of this.bundleFiles.candidates(path, from)) {
      const file = this.bundleFiles.files.get(one);
      if (file?.text === null) return Buffer.from(file.bytes.subarray(0, OPAQUE_BYTES_MAX)).toString('latin1');
    }
    return undefined;
  }

  /** The place of something that is wrong with a whole file; it may have no text at all. */
  private problemUnit(file: string, reach: Reach): Unit {
    const empty: View = { id: this.needs.ids.next(), file, text: '', parent: null, segments: null, layers: [] };
    const view = this.views.get(file) ?? empty;
    return this.maker.make('unknown', 'file', { view, start: 0, end: Math.min(view.text.length, 1) }, reach);
  }
}

/** Where a command is only talked about. */
const TALKED_OF: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited']);
const UNLIVE: ReadonlySet<Discourse> = new Set([...TALKED_OF, 'fixture']);

const ACTING = /\b(?:exec|eval|system|popen|subprocess|child_process|spawn|fetch|requests|urlopen|socket)\b\s*[.(]/;

/**
 * What a program needs to act beyond its own files, spelt out or put together. One without it that no grammar reads is
 * broken for its interpreter too: a quotation mark too many, a merge that was never finished.
 */
const REACHING =
  /\b(?:exec\w*|eval|system|popen|subprocess|child_process|spawn\w*|fetch|axios|requests|urllib|urlopen|httpx|socket|ftplib|smtplib|ctypes|pty|marshal|pickle|codecs|base64|binascii|zlib|getattr|globals|locals|vars|__(?:import|builtins?|subclasses|globals|dict|loader|code)__|importlib|compile|Function|Reflect|Proxy|globalThis|atob|fromCharCode|Buffer|vm|worker_threads|dlopen|wasm\w*)\b\s*[.([]|\\[xu][0-9a-f]|\bimport\s*\(/i;

/** A payload behind a picture is small; the rest of a large file adds nothing. */
const OPAQUE_BYTES_MAX = 65_536;
