import { foldText } from '../bundle/decode/fold.ts';
import { substituteNames } from '../bundle/decode/substitute.ts';
import { type DerivedText, derivedView, rootView, type ViewIds } from '../bundle/decode/view.ts';
import type { Intake, TakenFile } from '../bundle/read-bundle.ts';
import type { FileReading } from '../languages/interpreters/index.ts';
import { documentOf, type MarkdownDocument } from '../languages/markdown/index.ts';
import type { DiscourseInput, Language, Reach, Unit, View } from '../types/index.ts';
import { BundleFiles } from './bundle-files.ts';
import { BundleReach } from './bundle-reach.ts';
import { ReadBudget } from './read-budget.ts';
import { ReadLimits } from './read-limits.ts';
import { readingView } from './readings.ts';
import { documentKey, isDocument, outermost } from './unit-shape.ts';
import { collectDocumentUnits, UnitMaker } from './units.ts';

type UnitNeeds = {
  readonly intake: Intake;
  readonly ids: ViewIds;
  /** Whether the product runs a file by itself. */
  readonly isStarted?: ((path: string) => boolean) | undefined;
};

type TextFile = { readonly file: TakenFile; readonly text: string };

/** The order in which files spend the read budget. */
const ORDER: readonly Reach[] = ['entry', 'directed', 'auto', 'imported', 'linked', 'none'];

/** The units of a bundle: whole files, other readings of them, their folded texts, and the code inside documents. */
export class BundleUnits {
  readonly intake: Intake;
  readonly ids: ViewIds;
  readonly files: BundleFiles;
  readonly limits = new ReadLimits();
  readonly budget: ReadBudget;
  readonly reach: BundleReach;
  readonly maker: UnitMaker;
  readonly views = new Map<string, View>();
  readonly whole: readonly Unit[];
  readonly folded: readonly Unit[];
  readonly readings: readonly Unit[];
  /** Code inside documents. */
  readonly inner: readonly Unit[];
  private readonly documents = new Map<string, MarkdownDocument>();
  private readonly byFile: ReadonlyMap<string, Unit>;
  private readonly foldedIds: ReadonlySet<number>;
  private readonly readingIds = new Set<number>();

  constructor({ intake, ids, isStarted }: UnitNeeds) {
    this.intake = intake;
    this.ids = ids;
    this.maker = new UnitMaker(ids);
    this.files = new BundleFiles(intake);
    this.budget = new ReadBudget(this.limits, (unit) => this.isSecondLook(unit));
    const texts = intake.files.flatMap((file) => (file.text === null ? [] : [{ file, text: file.text }]));
    for (const { file, text } of texts) this.views.set(file.path, rootView(ids, file.path, text));
    this.reach = new BundleReach({ ...this.namesOf(texts), entry: intake.entry, isStarted });
    this.whole = this.inOrder(texts).map(({ file }) => this.wholeUnit(file));
    this.byFile = new Map(this.whole.map((unit) => [unit.file, unit]));
    this.folded = this.whole.flatMap((unit) => this.foldedUnits(unit));
    this.foldedIds = new Set(this.folded.map(({ id }) => id));
    this.readings = this.whole.flatMap((unit) =>
      (this.files.files.get(unit.file)?.readings ?? []).map((reading) => this.readingUnit(unit, reading)),
    );
    this.inner = [...this.whole, ...this.readings, ...this.folded].flatMap((unit) => this.documentUnits(unit));
  }

  /** Whether a file of the bundle has exactly this text and is read in this language. */
  isWhole(text: string, language: Language): boolean {
    return this.whole.some(({ lang, span }) => lang === language && span.view.text === text);
  }

  /** The input of the classifier that separates instructions from discussion. */
  discourseInput(): DiscourseInput {
    return {
      entry: this.intake.entry,
      files: [...this.views.values()].sort((a, b) => (a.file < b.file ? -1 : 1)),
      languageOf: this.languages(),
      reachOf: this.reach.of,
      units: this.maker.units,
    };
  }

  ofFile(path: string): Unit | undefined {
    return this.byFile.get(path);
  }

  documentOf(unit: Unit): MarkdownDocument | null {
    return this.documents.get(documentKey(unit)) ?? null;
  }

  noteDocument(unit: Unit, document: MarkdownDocument): void {
    this.documents.set(documentKey(unit), document);
  }

  /** Whether the unit is a folded copy of a text, or lies directly inside one. */
  isSecondLook({ id, within }: Unit): boolean {
    return this.foldedIds.has(within?.id ?? id) || this.foldedIds.has(id);
  }

  /** The code inside a document; empty when the unit is no document or the read budget is spent. */
  documentUnits(unit: Unit): Unit[] {
    if (!isDocument(unit.lang) || !this.budget.spendDocument(unit)) return [];
    const document = documentOf(unit.span.view);
    this.noteDocument(unit, document);
    return collectDocumentUnits(this.maker, document, unit);
  }

  /** The same file as one of its interpreters reads it, when the text or the language differs. */
  readingUnit(unit: Unit, reading: Omit<FileReading, 'how'>): Unit {
    const view = readingView(this.ids, unit.span.view, reading);
    const span = { view, start: 0, end: view.text.length };
    const made = this.maker.make(reading.language, 'decoded', span, unit.reach, unit);
    this.readingIds.add(made.id);
    return made;
  }

  /** The whole file, or the reading that contains the unit. Readings of one file do not share variables. */
  rootOf(unit: Unit): Unit {
    for (let at: Unit | null = unit; at !== null; at = at.within) if (this.readingIds.has(at.id)) return at;
    return outermost(unit);
  }

  /** The unit for a problem with a whole file, which may have no text. */
  problemUnit(file: string): Unit {
    const empty: View = { id: this.ids.next(), file, text: '', parent: null, segments: null, layers: [] };
    const view = this.views.get(file) ?? empty;
    const span = { view, start: 0, end: Math.min(view.text.length, 1) };
    return this.maker.make('unknown', 'file', span, this.reach.of(file));
  }

  private namesOf(texts: readonly TextFile[]): Pick<BundleReach['input'], 'files' | 'others'> {
    const files = texts.map(({ file, text }) => ({ path: file.path, text, language: file.language }));
    const known = new Set(files.map(({ path }) => path));
    return { files, others: this.files.paths.filter((path) => !known.has(path)) };
  }

  private inOrder(texts: readonly TextFile[]): readonly TextFile[] {
    const rank = ({ file }: TextFile): number => ORDER.indexOf(this.reach.of(file.path));
    return [...texts].sort((a, b) => rank(a) - rank(b) || (a.file.path < b.file.path ? -1 : 1));
  }

  private wholeUnit(file: TakenFile): Unit {
    const view = this.views.get(file.path);
    if (view === undefined) throw new Error(`no view for ${file.path}`);
    const span = { view, start: 0, end: view.text.length };
    return this.maker.make(file.language, 'file', span, this.reach.of(file.path));
  }

  /** Derived copies of a file: with look-alike and invisible characters folded, and with defined names substituted. */
  private foldedUnits(unit: Unit): Unit[] {
    const { view } = unit.span;
    const folded = foldText(view.text);
    const named = unit.lang === 'markdown' ? substituteNames(view.text) : undefined;
    return [
      ...(folded === undefined ? [] : [this.derivedUnit(unit, folded, 'folded')]),
      ...(named === undefined ? [] : [this.derivedUnit(unit, named, 'substituted')]),
    ];
  }

  private derivedUnit(unit: Unit, derived: DerivedText, layer: string): Unit {
    const view = derivedView(this.ids, unit.span.view, derived, layer);
    return this.maker.make(unit.lang, 'decoded', { view, start: 0, end: view.text.length }, unit.reach, unit);
  }

  /** The language of each file. A document that was not read counts as `unknown`. */
  private languages(): (path: string) => Language {
    const isRead = (unit: Unit): boolean => !isDocument(unit.lang) || this.documentOf(unit) !== null;
    const languages = new Map(this.whole.filter(isRead).map(({ file, lang }) => [file, lang]));
    return (path) => languages.get(path) ?? 'unknown';
  }
}
