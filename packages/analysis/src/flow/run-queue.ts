import type { TakenFile } from '../bundle/read-bundle.ts';
import type { Discourse, DiscoursePort, Language, Span, Unit } from '../types/index.ts';
import type { Run } from './analysis.ts';
import type { BundleUnits } from './bundle-units.ts';
import { languagesOf } from './silent-files.ts';

/** Contexts that only mention a command. */
const TALKED_OF: ReadonlySet<Discourse> = new Set(['quoted', 'prohibited']);
const UNLIVE: ReadonlySet<Discourse> = new Set([...TALKED_OF, 'fixture']);

type WaitingRun = { readonly file: TakenFile; readonly language: Language; readonly run: Run };

/** The files that something runs, and the queue of files to read in the language they are run as. */
export class RunQueue {
  /** Run files with the languages they are run as. */
  readonly runs = new Map<string, Set<Language>>();
  /** From a file to the files that it runs. */
  readonly edges = new Map<string, Set<string>>();
  /** Runs of files that are not in the bundle. */
  readonly outside: Run[] = [];
  private readonly waiting: WaitingRun[] = [];
  private readonly units: BundleUnits;
  private readonly discourse: DiscoursePort;

  constructor(units: BundleUnits, discourse: DiscoursePort) {
    this.units = units;
    this.discourse = discourse;
  }

  /** Notes a run of bundle files. Each file is queued once per language. */
  note(run: Run): void {
    if (!this.isMeant(run.at)) return;
    const { files } = this.units;
    const paths = files.expand(run.path, run.unit.file);
    const led = this.edges.get(run.unit.file) ?? new Set<string>();
    this.edges.set(run.unit.file, led);
    for (const path of paths) led.add(path);
    if (!this.isLive(run.at)) return;
    if (paths.length === 0) this.outside.push(run);
    for (const path of paths) {
      const file = files.files.get(path);
      const known = this.runs.get(path) ?? new Set<Language>();
      this.runs.set(path, known);
      const language = run.language;
      if (language === 'unknown' || file === undefined || known.has(language)) continue;
      known.add(language);
      this.waiting.push({ file, language, run });
    }
  }

  /** Queues each reachable file with an uninformative name in every language that may run it. */
  noteSilentFiles(whole: readonly Unit[]): void {
    for (const unit of whole) {
      const file = this.units.files.files.get(unit.file);
      if (file === undefined || unit.reach === 'none') continue;
      for (const language of languagesOf(file))
        if (!this.runs.get(file.path)?.has(language))
          this.waiting.push({ file, language, run: { path: file.path, language, unit, at: unit.span } });
    }
  }

  /** Reading the returned file may add others to the queue. */
  next(): WaitingRun | undefined {
    return this.waiting.shift();
  }

  /** Whether the command is more than a mention. It may still be a fixture. */
  isMeant(span: Span): boolean {
    return !TALKED_OF.has(this.discourse.classify(span).context);
  }

  isLive(span: Span): boolean {
    return !UNLIVE.has(this.discourse.classify(span).context);
  }
}
