import { findEncodedRuns } from '../decode/encoded-runs.ts';
import { foldText } from '../decode/fold.ts';
import { substituteNames } from '../decode/substitute.ts';
import { type DerivedText, derivedView, rootView, type ViewIds } from '../decode/view.ts';
import { resolveInside } from '../intake/path-safety.ts';
import type { Intake, TakenFile } from '../intake/read-bundle.ts';
import type { BundleAbout, DiscourseInput, DiscoursePort, Language, Reach, Unit, View } from '../model.ts';
import { type Program, UNREAD_PROGRAM } from '../parse/code/ir.ts';
import { PARSE_LIMITS, type Parsers } from '../parse/code/parsers.ts';
import { parseLoose } from '../parse/loose/loose.parse.ts';
import { documentOf, MARKDOWN_LIMITS, type MarkdownDocument } from '../parse/markdown/index.ts';
import { toUrlValue } from '../ruleset/origins/origin.ts';
import type { Analysis, Invocation, NestedCode } from './analysis.ts';
import { interpretProgram } from './code/interpret.ts';
import { recordConcealment, recordRun } from './concealment/concealment.ts';
import { joinInvocations } from './invocations.ts';
import { interpretLoose, isLooseLanguage } from './loose/interpret.ts';
import { recordDataCommands } from './manifests/data-commands.ts';
import { recordManifests } from './manifests/manifests.ts';
import { findReach } from './reach.ts';
import { Recorder } from './recorder.ts';
import { recordSecrets } from './secrets.ts';
import { interpretShell } from './shell/interpret.ts';
import { createSession, type ShellSession } from './shell/session.ts';
import { collectDocumentUnits, UnitMaker } from './units.ts';
import { UNKNOWN, type Value } from './value.ts';

export const PARSE_BUDGET = {
  shellCharsMax: 131_072,
  codeCharsMax: 524_288,
  nestedDepthMax: 5,
  /** Text read as documents, in the order files matter; of the rest only what needs no reading is known. */
  documentCharsMax: 1_048_576,
  /** Code no grammar can read costs twenty times as much as other code; past this the rest is read without one. */
  unreadableCharsMax: 32_768,
} as const;

export type Collected = {
  readonly recorder: Recorder;
  readonly units: readonly Unit[];
  readonly views: ReadonlyMap<string, View>;
  readonly parsedChars: number;
  readonly discourse: DiscoursePort;
};

export type CollectNeeds = {
  readonly intake: Intake;
  readonly about: BundleAbout;
  readonly parsers: Parsers;
  readonly ids: ViewIds;
  readonly createDiscourse: (input: DiscourseInput) => DiscoursePort;
  /** Facts from prose, written by the prose module. */
  readonly recordProse: (input: ProseInput) => void;
};

export type ProseInput = {
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
  private shellChars = 0;
  private codeChars = 0;
  private documentChars = 0;
  private unreadableChars = 0;
  private parsedChars = 0;
  private readonly seenNested = new Set<string>();

  constructor(needs: CollectNeeds) {
    this.needs = needs;
    this.maker = new UnitMaker(needs.ids);
    this.recorder = new Recorder(() => this.getDiscourse());
    this.analysis = {
      recorder: this.recorder,
      parsers: needs.parsers,
      about: needs.about,
      invocations: this.invocations,
      findFile: (path, from) => this.findFile(path, from),
      findOpaque: (path, from) => this.findOpaque(path, from),
      descend: (code) => this.descend(code),
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
    const reach = this.findReach(texts);
    const reachOf = (path: string): Reach => reach.get(path) ?? 'none';
    const ordered = [...texts].sort(
      (a, b) =>
        ORDER.indexOf(reachOf(a.file.path)) - ORDER.indexOf(reachOf(b.file.path)) ||
        (a.file.path < b.file.path ? -1 : 1),
    );
    const whole = ordered.map(({ file }) => this.wholeUnit(file, reachOf(file.path)));
    const folded = whole.flatMap((unit) => this.foldedUnit(unit));
    const inner = [...whole, ...folded].flatMap((unit) => this.documentUnits(unit));
    this.discourse = this.needs.createDiscourse({
      entry: intake.entry,
      files: [...this.views.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
      languageOf: this.languagesOf(whole),
      reachOf,
      units: this.maker.units,
    });
    for (const unit of whole) this.recordWhole(unit);
    for (const unit of folded) this.recordProse(unit);
    for (const unit of [...whole, ...folded, ...inner]) this.analyse(unit, 0);
    joinInvocations(this.invocations, this.recorder);
    this.recordProblems(reachOf);
    return {
      recorder: this.recorder,
      units: this.maker.units,
      views: this.views,
      parsedChars: this.parsedChars,
      discourse: this.discourse,
    };
  }

  private findReach(texts: readonly { file: TakenFile; text: string }[]): ReadonlyMap<string, Reach> {
    const { intake } = this.needs;
    const files = texts.map(({ file, text }) => ({ path: file.path, text, language: file.language }));
    return findReach(
      files,
      intake.files.filter(({ text }) => text === null).map(({ path }) => path),
      intake.entry,
    );
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
    if (!isDocument(unit.lang) || !this.spendDocument(unit)) return [];
    const document = documentOf(unit.span.view);
    this.documents.set(documentKey(unit), document);
    return collectDocumentUnits(this.maker, document, unit);
  }

  /** Facts that need no parser: addresses, concealed text, manifests, prose. */
  private recordWhole(unit: Unit): void {
    recordUrls(this.recorder, unit);
    recordSecrets(this.recorder, unit);
    recordConcealment(this.analysis, unit, this.documents.get(documentKey(unit)) ?? null);
    if (unit.reach === 'directed' || unit.reach === 'auto') recordDataCommands(this.analysis, unit);
    recordManifests(this.analysis, unit, this.documents.get(documentKey(unit)) ?? null);
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

  private session(unit: Unit): ShellSession {
    const key = unit.within === null ? `unit ${unit.id}` : unit.file;
    const session = this.sessions.get(key) ?? createSession();
    this.sessions.set(key, session);
    return session;
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
        if (!this.spendShell(length)) return UNKNOWN;
        interpretShell(unit, this.session(unit), this.analysis, depth);
        break;
      case 'python':
        if (!this.spendCode(length)) return UNKNOWN;
        printed = this.interpret(unit, (text) => this.needs.parsers.python(text));
        break;
      case 'javascript':
      case 'typescript':
        if (!this.spendCode(length)) return UNKNOWN;
        printed = this.interpret(unit, (text) => this.needs.parsers.javascript(text, unit.lang === 'typescript'));
        break;
      default:
        if (!isLooseLanguage(unit.lang) || !this.spendCode(length)) return UNKNOWN;
        interpretLoose(unit, this.session(unit), this.analysis, depth);
    }
    this.parsedChars += length;
    return printed;
  }

  /** What the parser could not read is read again without a grammar, and named when it holds something that acts. */
  private interpret(unit: Unit, parse: (text: string) => Program): Value {
    const { view, start, end } = unit.span;
    const text = view.text.slice(start, end);
    const program = this.unreadableChars > PARSE_BUDGET.unreadableCharsMax ? UNREAD_PROGRAM : parse(text);
    const printed = interpretProgram(program, unit, this.analysis);
    if (program.errorPermille <= PARSE_LIMITS.errorPermilleMax) return printed;
    this.unreadableChars += text.length;
    interpretProgram(parseLoose(text, unit.lang), unit, this.analysis);
    if (!ACTING.test(text)) return printed;
    this.recorder.add('integrity', { problem: 'unparsed-sink', detail: unit.lang, isExecuted: true }, unit, unit.span);
    return printed;
  }

  /** The first document is always read, as far as the parser goes. */
  private spendDocument({ span: { view } }: Unit): boolean {
    const chars = Math.min(view.text.length, MARKDOWN_LIMITS.readCharsMax);
    const isOver = this.documentChars > 0 && this.documentChars + chars > PARSE_BUDGET.documentCharsMax;
    if (isOver || chars < view.text.length) this.recorder.limitsHit.add('document text');
    if (!isOver) this.documentChars += chars;
    return !isOver;
  }

  private spendShell(chars: number): boolean {
    this.shellChars += chars;
    if (this.shellChars <= PARSE_BUDGET.shellCharsMax) return true;
    this.recorder.limitsHit.add('parsed shell');
    return false;
  }

  private spendCode(chars: number): boolean {
    this.codeChars += chars;
    if (this.codeChars <= PARSE_BUDGET.codeCharsMax) return true;
    this.recorder.limitsHit.add('parsed code');
    return false;
  }

  /** Code inside code becomes a unit of its own, with a view that leads back to its carrier. */
  private descend(code: NestedCode): Value {
    const depth = nesting(code.unit);
    const key = `${code.lang} ${code.at.view.file} ${code.text}`;
    if (
      depth >= PARSE_BUDGET.nestedDepthMax ||
      code.text.length > PARSE_BUDGET.codeCharsMax ||
      this.seenNested.has(key)
    )
      return UNKNOWN;
    this.seenNested.add(key);
    const { at } = code;
    const segments = [{ start: 0, length: code.text.length, parentStart: at.start, parentLength: at.end - at.start }];
    const layers = code.layer === null ? at.view.layers : [...at.view.layers, code.layer];
    const view: View = {
      id: this.needs.ids.next(),
      file: at.view.file,
      text: code.text,
      parent: at.view,
      segments,
      layers,
    };
    const unit = this.maker.make(
      code.lang,
      code.origin,
      { view, start: 0, end: code.text.length },
      code.unit.reach,
      code.unit,
    );
    if (code.origin === 'decoded') this.readDecoded(unit, depth);
    return this.analyse(unit, depth + 1);
  }

  /** Decoded text may be prose with commands in it, just as a document is. */
  private readDecoded(unit: Unit, depth: number): void {
    if (!this.spendDocument(unit)) return;
    const document = documentOf(unit.span.view);
    this.documents.set(documentKey(unit), document);
    this.recordProse(unit);
    for (const inner of collectDocumentUnits(this.maker, document, unit)) this.analyse(inner, depth + 1);
    for (const run of findEncodedRuns(unit.span.view.text)) recordRun(this.analysis, unit, run);
  }

  private resolve(path: string, from: string): string[] {
    const clean = path
      .replace(/^["']|["']$/g, '')
      .replace(/^\{?baseDir\}?\//i, '')
      .replace(/^(?:␀|\$\{?\w+\}?)\//, '');
    const entry = this.needs.intake.entry ?? '';
    return [resolveInside(from, clean), resolveInside(entry, clean), clean.replace(/^\.\//, '')].filter(
      (one) => one !== undefined,
    );
  }

  private findFile(path: string, from: string): View | undefined {
    if (path.length > 512) return undefined;
    for (const one of this.resolve(path, from)) {
      const view = this.views.get(one);
      if (view !== undefined) return view;
    }
    return undefined;
  }

  private findOpaque(path: string, from: string): string | undefined {
    const names = new Set(this.resolve(path, from));
    const found = this.needs.intake.files.find((file) => file.text === null && names.has(file.path));
    return found === undefined ? undefined : Buffer.from(found.bytes.subarray(0, OPAQUE_BYTES_MAX)).toString('latin1');
  }

  private recordProblems(reachOf: (path: string) => Reach): void {
    const entry = this.views.get(this.needs.intake.entry ?? '');
    const run = new Set(
      this.recorder.facts.flatMap((fact) =>
        fact.kind === 'reference' && fact.value.isRun ? [fact.value.target.split('/').at(-1) ?? ''] : [],
      ),
    );
    for (const { file, problem, detail } of this.needs.intake.problems) {
      const view = this.views.get(file) ?? {
        id: this.needs.ids.next(),
        file,
        text: '',
        parent: null,
        segments: null,
        layers: [],
      };
      const unit = this.maker.make(
        'unknown',
        'file',
        { view, start: 0, end: Math.min(view.text.length, 1) },
        reachOf(file),
      );
      const isExecuted = run.has(file.split('/').at(-1) ?? '');
      this.recorder.add('integrity', { problem, detail, isExecuted }, unit, unit.span);
    }
    if (entry === undefined) return;
    for (const name of [...this.recorder.limitsHit].sort()) {
      const unit = this.maker.make(
        'unknown',
        'file',
        { view: entry, start: 0, end: Math.min(entry.text.length, 1) },
        'entry',
      );
      this.recorder.add('integrity', { problem: 'budget', detail: name, isExecuted: false }, unit, unit.span);
    }
  }
}

const isDocument = (language: Language): boolean => language === 'markdown' || language === 'text';

/** Documents are known by the view they were parsed from. */
const documentKey = (unit: Unit): string => `${unit.file}#${unit.span.view.id}`;

const ACTING = /\b(?:exec|eval|system|popen|subprocess|child_process|spawn|fetch|requests|urlopen|socket)\b\s*[.(]/;

/** A payload behind a picture is small; the rest of a large file adds nothing. */
const OPAQUE_BYTES_MAX = 65_536;

const nesting = (unit: Unit): number => (unit.within === null ? 0 : 1 + nesting(unit.within));

const URL_SHAPE = /\bhttps?:\/\/[^\s"'`<>()[\]{}|\\^]{4,500}/gi;

function recordUrls(recorder: Recorder, unit: Unit): void {
  const { view } = unit.span;
  for (const match of view.text.matchAll(URL_SHAPE)) {
    const text = match[0].replace(/[.,;:!?*_]+$/, '');
    const url = toUrlValue(text);
    if (url !== undefined) recorder.url(url, unit, { view, start: match.index, end: match.index + text.length });
  }
}
