import type { TakenFile } from '../bundle/read-bundle.ts';
import type { Discourse, DiscoursePort, Language, Span, Unit } from '../types/index.ts';
import type { Run } from './analysis.ts';
import type { BundleUnits } from './bundle-units.ts';
import { languagesOf } from './silent-files.ts';
import { isDocument } from './unit-shape.ts';
import { whyUnread } from './unread.ts';

/** Where a command is only talked about. */
const TALKED_OF: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited']);
const UNLIVE: ReadonlySet<Discourse> = new Set([...TALKED_OF, 'fixture']);

type WaitingRun = { readonly file: TakenFile; readonly language: Language; readonly run: Run };

/** Files that something runs, and what is still to be read of them in the language they are run as. */
export class RunQueue {
  /** Each with the languages it is run as. */
  readonly runs = new Map<string, Set<Language>>();
  /** From a file to what it runs. */
  readonly edges = new Map<string, Set<string>>();
  /** Files that something runs and no reader here reads, each with why. */
  readonly unread = new Map<string, string>();
  /** Runs of what is not in the bundle. */
  readonly outside: Run[] = [];
  private readonly waiting: WaitingRun[] = [];
  private readonly units: BundleUnits;
  private readonly discourse: DiscoursePort;

  constructor(units: BundleUnits, discourse: DiscoursePort) {
    this.units = units;
    this.discourse = discourse;
  }

  /** Something runs files of the bundle: each is read as what runs it reads it, once. */
  note(run: Run): void {
    if (!this.isMeant(run.at)) return;
    const { files } = this.units;
    const expanded = files.expand(run.path, run.unit.file);
    // Of what is only handed over, that which may give orders.
    const paths = run.isHanded
      ? expanded.filter((path) => whyUnread(run, files.files.get(path)) !== undefined)
      : expanded;
    const led = this.edges.get(run.unit.file) ?? new Set<string>();
    this.edges.set(run.unit.file, led);
    for (const path of paths) led.add(path);
    if (!this.isLive(run.at)) return;
    if (expanded.length === 0) this.outside.push(run);
    for (const path of paths) {
      const file = files.files.get(path);
      const known = this.runs.get(path) ?? new Set<Language>();
      this.runs.set(path, known);
      // An interpreter that is given a folder takes the programs there, and no documents.
      const isBeside = paths.length > 1 && run.acts === undefined && file !== undefined && isDocument(file.language);
      const unread = isBeside ? undefined : whyUnread(run, file);
      if (unread !== undefined) this.unread.set(path, unread);
      const language = run.language;
      if (language === 'unknown' || file === undefined || known.has(language)) continue;
      known.add(language);
      this.waiting.push({ file, language, run });
    }
  }

  /** A file that another loads as source is run as that other is. */
  noteLoaders(loaded: readonly { readonly path: string; readonly by: string }[]): void {
    for (const { path, by } of loaded) {
      const unit = this.units.ofFile(by);
      if (unit !== undefined) this.note({ path, language: unit.lang, unit, at: unit.span });
    }
  }

  /** A reached file whose name says nothing is read as everything that somebody may take it for. */
  noteSilentFiles(whole: readonly Unit[]): void {
    for (const unit of whole) {
      const file = this.units.files.files.get(unit.file);
      if (file === undefined || unit.reach === 'none') continue;
      for (const language of languagesOf(file))
        if (!this.runs.get(file.path)?.has(language))
          this.waiting.push({ file, language, run: { path: file.path, language, unit, at: unit.span } });
    }
  }

  /** Reading one may add others. */
  next(): WaitingRun | undefined {
    return this.waiting.shift();
  }

  /** More than words about a command: it may be an example of one. */
  isMeant(span: Span): boolean {
    return !TALKED_OF.has(this.discourse.classify(span).context);
  }

  isLive(span: Span): boolean {
    return !UNLIVE.has(this.discourse.classify(span).context);
  }
}
