import { classifyPath } from '../../models/paths/path-class.ts';
import type { DiscoursePort, Fact, Language, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import type { BundleUnits } from '../bundle-units.ts';
import { CodeReader } from '../code-reader.ts';
import { findValue } from '../manifests/json.ts';
import { OPENING_FILES, recordNamedTogether } from '../named-together.ts';
import { Recorder } from '../recorder.ts';

type TrialNeeds = {
  readonly units: BundleUnits;
  readonly analysis: Analysis;
  readonly discourse: DiscoursePort;
};

/**
 * Reads a text as if it were a program and keeps of it only what would be a theft. Nothing else that such a reading finds says
 * anything about a text that may be no program at all.
 */
export class Trial {
  private readonly units: BundleUnits;
  private readonly kept: Recorder;
  private readonly tried: Recorder;
  private readonly analysis: Analysis;
  private readonly reader: CodeReader;
  private seen = 0;

  constructor({ units, analysis, discourse }: TrialNeeds) {
    this.units = units;
    this.kept = analysis.recorder;
    this.tried = new Recorder(discourse);
    this.analysis = {
      ...analysis,
      recorder: this.tried,
      invocations: [],
      written: [],
      modules: new Map(),
      programOf: (unit) => this.reader.programOf(unit),
      sessionOf: (unit) => this.reader.sessionOf(unit),
      descend: (code) => this.reader.descend(code),
      noteRun: () => {},
    };
    this.reader = new CodeReader({ units, analysis: this.analysis, recordProse: () => {} });
  }

  /** One text of a file, as an order in this language. */
  order(unit: Unit, text: string, lang: Language): void {
    const at = findValue(unit.span.view, text);
    this.guess(() => this.reader.descend({ lang, text, at, unit, origin: 'hook', layer: null }));
  }

  /** The file as a program of this language; of a long one what `text` has of it. */
  program(unit: Unit, text: string, language: Language): void {
    const reading = this.units.readingUnit(unit, { text, language, by: 'somebody', isPart: true });
    this.guess(() => {
      this.reader.read(reading);
      recordNamedTogether(this.analysis, reading, true);
    });
  }

  private guess(read: () => void): void {
    const { limits, maker, guessed } = this.units;
    const before = maker.units.length;
    limits.isGuessing = true;
    read();
    limits.isGuessing = false;
    for (const unit of maker.units.slice(before)) guessed.add(unit);
    for (const fact of this.tried.facts.slice(this.seen)) if (isTheft(fact)) this.keep(fact);
    this.seen = this.tried.facts.length;
  }

  private keep({ kind, value, unit, span }: Fact & { kind: 'flow' }): void {
    this.kept.add(kind, value, unit, span);
  }
}

const LEAVES: ReadonlySet<string> = new Set(['network', 'dns', 'message']);
const STORES: ReadonlySet<string> = new Set(['keychain', 'wallet', 'browser']);
/** Who has an account is in every example, and opens nothing. */
const HARMLESS = /^\/etc\/passwd$/;

/** A key goes to a machine that is named. */
function isTheft(fact: Fact): fact is Fact & { kind: 'flow' } {
  if (fact.kind !== 'flow') return false;
  const { source, sink } = fact.value;
  const isKey =
    STORES.has(source.class) || (source.class === 'secret-file' && OPENING_FILES.has(classifyPath(source.label)));
  return isKey && !HARMLESS.test(source.label) && LEAVES.has(sink.class) && (sink.destination?.host ?? '') !== '';
}
