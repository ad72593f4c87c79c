import { findEncodedRuns } from '../bundle/decode/encoded-runs.ts';
import { type Program, UNREAD_PROGRAM } from '../languages/code/ir.ts';
import { PARSE_LIMITS } from '../languages/code/parsers.ts';
import { isRefusedByPython } from '../languages/code/refused-python.ts';
import { documentOf } from '../languages/markdown/index.ts';
import type { Unit } from '../types/index.ts';
import type { Analysis, NestedCode } from './analysis.ts';
import type { BundleUnits } from './bundle-units.ts';
import { interpretProgram } from './code/interpret.ts';
import { recordRun } from './concealment/concealment.ts';
import { isLexicalLanguage, recordLexicalHints } from './lexical-hints.ts';
import { PARSE_BUDGET } from './read-budget.ts';
import { nestedView } from './readings.ts';
import { interpretShell } from './shell/interpret.ts';
import { createSession, type ShellSession } from './shell/terminal.ts';
import { isDocument, nesting } from './unit-shape.ts';
import { collectDocumentUnits } from './units.ts';
import { UNKNOWN, type Value } from './value.ts';

type ReaderNeeds = {
  readonly units: BundleUnits;
  readonly analysis: Analysis;
  readonly recordProse: (unit: Unit) => void;
};

/** Passes each unit to the analyser of its language. Nested code becomes a unit of its own. */
export class CodeReader {
  readonly sessions = new Map<string, ShellSession>();
  parsedChars = 0;
  private readonly units: BundleUnits;
  private readonly analysis: Analysis;
  private readonly recordProse: (unit: Unit) => void;
  private readonly programs = new Map<Unit, Program | undefined>();
  private readonly seenNested = new Set<string>();
  /** Characters that no grammar could read, counted separately for programs and for data that is read on trial. */
  private readonly unreadable = { own: 0, guessed: 0 };

  constructor({ units, analysis, recordProse }: ReaderNeeds) {
    this.units = units;
    this.analysis = analysis;
    this.recordProse = recordProse;
  }

  /** Analyses the unit and returns what it would print, as far as that is known. */
  read(unit: Unit, depth = 0): Value {
    const { budget } = this.units;
    let printed: Value = UNKNOWN;
    switch (unit.lang) {
      case 'shell':
      case 'batch':
      case 'dockerfile':
      case 'makefile':
        if (!budget.spendShell(unit)) return UNKNOWN;
        printed = interpretShell(unit, this.sessionOf(unit), this.analysis, depth);
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
        if (!isLexicalLanguage(unit.lang) && (unit.lang !== 'unknown' || unit.origin !== 'argument')) return UNKNOWN;
        if (!budget.spendCode(unit)) return UNKNOWN;
        recordLexicalHints(this.analysis, unit);
    }
    this.parsedChars += unit.span.end - unit.span.start;
    return printed;
  }

  sessionOf(unit: Unit): ShellSession {
    const root = this.units.rootOf(unit);
    // Nested code sees the variables of its script, and the fences of one document share one session.
    // A folded copy of a text does not run a second time, so it starts in a session without downloads.
    const again = this.units.isSecondLook(unit) ? ' again' : '';
    const key = isDocument(root.lang) && unit !== root ? `${unit.file}${again}` : `unit ${root.id}`;
    const session = this.sessions.get(key) ?? createSession();
    this.sessions.set(key, session);
    return session;
  }

  /** Parses a unit once, whether the file itself is read first or an importing file. */
  programOf(unit: Unit): Program | undefined {
    if (this.programs.has(unit)) return this.programs.get(unit);
    const program = this.parse(unit);
    this.programs.set(unit, program);
    return program;
  }

  /** Makes nested code a unit of its own, with a view that maps back to the carrier. */
  descend(code: NestedCode): Value {
    const depth = nesting(code.unit);
    const key = `${code.lang} ${code.at.view.file} ${code.text}`;
    if (this.seenNested.has(key)) return UNKNOWN;
    this.seenNested.add(key);
    if (depth >= PARSE_BUDGET.nestedDepthMax || code.text.length > PARSE_BUDGET.nestedCharsMax) {
      this.units.limits.note('code inside code', code.unit.file);
      return UNKNOWN;
    }
    const span = { view: nestedView(this.units.ids, code), start: 0, end: code.text.length };
    const unit = this.units.maker.make(code.lang, code.origin, span, code.unit.reach, code.unit);
    if (code.origin === 'decoded') this.readDecoded(unit, depth);
    for (const [name, value] of code.variables ?? []) this.sessionOf(unit).variables.set(name, value);
    return this.read(unit, depth + 1);
  }

  private parse(unit: Unit): Program | undefined {
    const { parsers } = this.analysis;
    const isPython = unit.lang === 'python';
    const isTyped = unit.lang === 'typescript';
    if (!isPython && !isTyped && unit.lang !== 'javascript') return undefined;
    if (!this.units.budget.spendCode(unit)) return undefined;
    const text = textOf(unit);
    if (this.unreadable[this.purpose] > PARSE_BUDGET.unreadableCharsMax) {
      if (unit.origin === 'file' || ACTING.test(text)) this.noteUnreadable(unit);
      return UNREAD_PROGRAM;
    }
    return isPython ? parsers.python(text) : parsers.javascript(text, isTyped);
  }

  /** Code that the parser could not read is scanned lexically, and reported when it contains a sink. */
  private interpret(unit: Unit, program: Program): Value {
    const text = textOf(unit);
    const printed = interpretProgram(program, unit, this.analysis);
    if (program.errorPermille <= PARSE_LIMITS.errorPermilleMax) return printed;
    if (!this.isTypedElsewhere(unit)) this.unreadable[this.purpose] += text.length;
    const isRefused = unit.lang === 'python' && isRefusedByPython(text);
    if (unit.origin === 'file' && REACHING.test(text) && !isRefused) this.noteUnreadable(unit);
    recordLexicalHints(this.analysis, unit);
    if (!ACTING.test(text)) return printed;
    const problem = { problem: 'unparsed-sink', detail: unit.lang, isExecuted: true } as const;
    this.analysis.recorder.add('integrity', problem, unit, unit.span);
    return printed;
  }

  /** TypeScript that a JavaScript runtime starts is read in both languages. Only one reading has to parse. */
  private isTypedElsewhere({ lang, file, origin }: Unit): boolean {
    return lang === 'javascript' && origin !== 'file' && this.units.ofFile(file)?.lang === 'typescript';
  }

  private get purpose(): 'own' | 'guessed' {
    return this.units.limits.isGuessing ? 'guessed' : 'own';
  }

  private noteUnreadable(unit: Unit): void {
    this.units.limits.note('code that no grammar reads', unit.file);
  }

  /** Decoded text may be prose with commands, like a document. */
  private readDecoded(unit: Unit, depth: number): void {
    if (!this.units.budget.spendDecoded(unit)) return;
    const document = documentOf(unit.span.view);
    this.units.noteDocument(unit, document);
    this.recordProse(unit);
    for (const inner of collectDocumentUnits(this.units.maker, document, unit)) this.read(inner, depth + 1);
    const onCut = (): void => this.analysis.recorder.limit('encoded text', unit.file);
    for (const run of findEncodedRuns(unit.span.view.text, onCut)) recordRun(this.analysis, unit, run);
  }
}

const textOf = ({ span: { view, start, end } }: Unit): string => view.text.slice(start, end);

const ACTING = /\b(?:exec|eval|system|popen|subprocess|child_process|spawn|fetch|requests|urlopen|socket)\b\s*[.(]/;

/**
 * Names that a program needs for effects beyond its own files, literal or constructed. A program without them that no grammar
 * reads is also broken for its interpreter, for example by a stray quotation mark or an unresolved merge conflict.
 */
const REACHING =
  /\b(?:exec\w*|eval|system|popen|subprocess|child_process|spawn\w*|fetch|axios|requests|urllib|urlopen|httpx|socket|ftplib|smtplib|ctypes|pty|marshal|pickle|codecs|base64|binascii|zlib|getattr|globals|locals|vars|__(?:import|builtins?|subclasses|globals|dict|loader|code)__|importlib|compile|Function|Reflect|Proxy|globalThis|atob|fromCharCode|Buffer|vm|worker_threads|dlopen|wasm\w*)\b\s*[.([]|\\[xu][0-9a-f]|\bimport\s*\(/i;
