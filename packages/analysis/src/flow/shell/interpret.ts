import type { Command, CompoundCommand, Part, Script, SimpleCommand, Word } from '../../languages/shell/ast.ts';
import { asShell } from '../../languages/shell/other-grammars.ts';
import { parseShell } from '../../languages/shell/shell.parse.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import {
  concat,
  fetchedFrom,
  isFullyKnown,
  isOfSecrets,
  known,
  mergeTaints,
  shown,
  tainted,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { heldBefore, keepHeld, runWays } from './alternatives.ts';
import { COMMAND_VARIABLES, runCarried } from './carrier.programs.ts';
import { recordCommand } from './command.record.ts';
import { isPathCall, ShellEffects } from './effects.ts';
import { HANDLERS, meantProgram } from './handlers.ts';
import { indexSet } from './index-set.ts';
import { recordInstalls } from './install.ts';
import { fetchedValue } from './outgoing.ts';
import { type Loaded, loadedBy, loadedByWords } from './preloads.ts';
import { INTERPRETERS } from './run.programs.ts';
import type { ShellContext } from './session.ts';
import { pickTelling } from './sources.ts';
import { printedSecret } from './system.programs.ts';
import { callKey, givenWords, joinerOf, SESSION_LIMITS, type ShellSession, withWords, wordGap } from './terminal.ts';
import { unsetVariable } from './unset-variable.ts';
import {
  elementOf,
  expandBraces,
  expandParameter,
  FOR_UNKNOWN,
  isKeyOption,
  isListName,
  joinWords,
  MAKE_ASSIGNS,
  printedOf,
  programName,
} from './words.ts';

/** Follows a shell script command by command without running it. Records its effects and returns what it would print. */
export function interpretShell(unit: Unit, session: ShellSession, analysis: Analysis, depth = 0): Value {
  const text = unit.span.view.text.slice(unit.span.start, unit.span.end);
  const run = (source: string): Value => {
    const script = parseShell(source, unit.lang === 'batch');
    if (script.isTruncated) analysis.recorder.limit('parsed shell', unit.file);
    return new ShellInterpreter(unit, session, analysis, depth).run(script, null);
  };
  const printed = run(text);
  // A batch file or a makefile has a second reading by its own grammar. Both readings are followed.
  const other = asShell(text, unit.lang);
  if (other !== undefined) run(other);
  return printed;
}

/** The place of a command that other code starts. */
type CommandPlace = {
  readonly unit: Unit;
  readonly session: ShellSession;
  readonly analysis: Analysis;
  readonly at: Span;
};

/** A command given as a list of words: nothing is split or expanded. */
export function runArgv(words: readonly Value[], place: CommandPlace, stdin: Value | null = null): Value {
  const { unit, session, analysis, at } = place;
  const shownWords = words.map(shown);
  const text = shownWords.join(' ');
  const program = programName(shownWords[0] ?? '');
  const args = shownWords.slice(1);
  analysis.recorder.add(
    'command',
    {
      program,
      args,
      text,
      redirects: [],
      upstream: [],
      isElevated: program === 'sudo',
      isBackground: false,
      ...indexSet(program, args),
    },
    unit,
    at,
  );
  recordInstalls(program, args, unit, at, analysis);
  return new ShellInterpreter(unit, session, analysis, 1, true).runArgs(words, stdin, at, false);
}

/** A pipe of thousands of commands must not take quadratic time. */
const UPSTREAM_MAX = 32;

const SLOT = '__slot';

/** A command given as one string; its unknown parts carry the taints of the whole. */
export function runCommandText(command: Value, place: CommandPlace, stdin: Value | null = null): Value {
  const { unit, session, analysis, at } = place;
  session.variables.set(SLOT, { text: null, taints: command.taints, isDecoded: false });
  const text = shown(command);
  const view = {
    id: -at.view.id,
    file: at.view.file,
    text,
    parent: at.view,
    segments: [{ start: 0, length: text.length, parentStart: at.start, parentLength: at.end - at.start }],
    layers: at.view.layers,
  };
  const inner: Unit = {
    ...unit,
    lang: 'shell',
    origin: 'argument',
    span: { view, start: 0, end: text.length },
    within: unit,
  };
  return new ShellInterpreter(inner, session, analysis, 1).run(parseShell(text), stdin);
}

/** `echo` ends its output with a newline. The output of other programs is more often used as words than as lines. */
const ECHOED = /^\s*echo\s+(?!-\w*n)[^|]*$/;

class ShellInterpreter extends ShellEffects implements ShellContext {
  readonly depth: number;
  /** Other code passed the words as a list, so none of them is a substitution. */
  private readonly isArgumentList: boolean;

  constructor(unit: Unit, session: ShellSession, analysis: Analysis, depth: number, isArgumentList = false) {
    super(unit, session, analysis);
    this.isArgumentList = isArgumentList;
    this.depth = depth;
  }

  private span(start: number, end: number): Span {
    const base = this.unit.span;
    return { view: base.view, start: base.start + start, end: base.start + end };
  }

  private textOf({ start, end }: { readonly start: number; readonly end: number }): string {
    const base = this.unit.span;
    return base.view.text.slice(base.start + start, base.start + end);
  }

  run(script: Script, stdin: Value | null): Value {
    let last: Value = UNKNOWN;
    const outputs: Value[] = [];
    const outer = this.pipeline;
    for (const [at, pipeline] of script.pipelines.entries()) {
      this.pipeline = this.span(pipeline.start, pipeline.end);
      const between = this.textOf({ start: script.pipelines[at - 1]?.end ?? pipeline.start, end: pipeline.start });
      const before = heldBefore(this.session.variables, between, pipeline);
      let flowing = stdin;
      const upstream = new Set<string>();
      for (const [index, command] of pipeline.commands.entries()) {
        const isLast = index === pipeline.commands.length - 1;
        last = this.runCommand(command, flowing, upstream, pipeline.isBackground && isLast);
        flowing = last;
      }
      keepHeld(this.session.variables, before);
      outputs.push(last);
      if (at < script.pipelines.length - 1 && ECHOED.test(this.textOf(pipeline))) outputs.push(known('\n'));
    }
    this.pipeline = outer;
    return outputs.length === 0 ? UNKNOWN : outputs.length === 1 ? last : concat(outputs);
  }

  private runCommand(command: Command, stdin: Value | null, upstream: Set<string>, isBackground: boolean): Value {
    this.session.steps += 1;
    if (this.session.steps > SESSION_LIMITS.stepsMax) {
      this.analysis.recorder.limit('shell steps', this.unit.file);
      return UNKNOWN;
    }
    if (command.kind === 'compound') return this.runCompound(command, stdin);
    return this.runSimple(command, stdin, upstream, isBackground);
  }

  private runCompound(command: CompoundCommand, stdin: Value | null): Value {
    if (command.keyword === 'function') {
      const [body] = command.bodies;
      if (body !== undefined) {
        this.session.functions.set(command.name, { body, unit: this.unit });
        // The body of a function is followed even when nothing calls the function.
        if (!this.session.isTakingOver) this.run(body, stdin);
      }
      return UNKNOWN;
    }
    if (command.keyword === 'case') for (const word of command.words) this.word(word);
    if (command.keyword === 'for') {
      const values = command.words.map((word) => this.word(word));
      this.session.variables.set(command.name, pickTelling(values));
    }
    const isBlock = command.keyword === 'subshell' || command.keyword === 'group';
    const input = this.inputFrom(command.redirects, stdin, this.span(command.start, command.end));
    const { folder } = this.session;
    const bodies = command.bodies.map((body) => () => this.run(body, input));
    const outputs = runWays(command, this.session.variables, bodies);
    if (command.keyword === 'subshell') this.session.folder = folder;
    const result = isBlock && outputs[0] !== undefined ? outputs[0] : concat([UNKNOWN, ...outputs]);
    this.redirect(
      command.redirects,
      isBlock ? result : { ...result, text: null },
      this.span(command.start, command.end),
    );
    return isBlock ? result : { ...result, text: null };
  }

  private runSimple(command: SimpleCommand, stdin: Value | null, upstream: Set<string>, isBackground: boolean): Value {
    const span = this.span(command.start, command.end);
    for (const { name, value, isAppend } of command.assignments) {
      const given = value.parts.length === 0 ? known('') : this.word(value);
      const before = isAppend ? this.session.variables.get(name) : undefined;
      const now = before === undefined ? given : concat([before, given]);
      this.session.variables.set(name, now);
      this.load(loadedBy(name, shown(given)), span);
      if (COMMAND_VARIABLES.has(name) && given.text !== null) this.runText(given, span, 'carried');
    }
    const input = this.inputFrom(command.redirects, stdin, span);
    const args = command.words.flatMap((word) => this.expand(word));
    if (args.length === 0) {
      this.redirect(command.redirects, input ?? UNKNOWN, span);
      return input ?? UNKNOWN;
    }
    if (this.unit.lang === 'makefile' && MAKE_ASSIGNS.has(shown(args[1] ?? UNKNOWN))) {
      const isRun = shown(args[1] ?? UNKNOWN) === '!=';
      const value = isRun ? this.runArgs(args.slice(2), null, span, false) : joinWords(args.slice(2));
      this.session.variables.set(shown(args[0] ?? UNKNOWN), value);
      return UNKNOWN;
    }
    this.noteCommand(args, command, upstream, span, isBackground);
    const result = this.runArgs(args, input, span, false);
    this.session.variables.set('_', args.at(-1) ?? UNKNOWN);
    if (upstream.size < UPSTREAM_MAX) upstream.add(programName(shown(args[0] ?? UNKNOWN)));
    // `tee >(command)`: the command receives the output.
    if (isOfSecrets(result))
      for (const { parts } of [...command.words, ...command.redirects.map(({ target }) => target)])
        for (const part of parts) if (part.kind === 'process') this.run(part.script, result);
    return this.redirect(command.redirects, result, span);
  }

  private noteCommand(
    args: readonly Value[],
    command: SimpleCommand,
    upstream: ReadonlySet<string>,
    span: Span,
    isBackground: boolean,
  ): void {
    const words = args.map(shown);
    this.load(loadedByWords(words), span);
    const redirects = command.redirects.map(({ op, target }) => ({ op, target: shown(this.word(target)) }));
    recordCommand({ words, redirects, upstream, isBackground }, this.unit, span, this.analysis);
  }

  /** Runs the files and the code that a variable makes the next program load. */
  private load(loaded: readonly Loaded[], span: Span): void {
    for (const { path, language, code } of loaded) {
      const how = { lang: language, span, isElevated: false };
      if (code === undefined) this.runFile(path, [], how);
      else this.execute(known(code), how);
    }
  }

  /** Standard input: a here-document, a here-string, a file, or the pipe. */
  private inputFrom(redirects: SimpleCommand['redirects'], stdin: Value | null, span: Span): Value | null {
    let input = stdin;
    for (const { op, target, body } of redirects) {
      if (body !== null) input = this.word(body);
      else if (op === '<<<') input = this.word(target);
      else if (op === '<' || op === '<>') input = this.printedInto(target) ?? this.open(shown(this.word(target)), span);
      else if (op === '<&') input = this.opened() ?? input;
    }
    return input;
  }

  /** `done < <(command)` reads the output of the command, not a file. */
  private printedInto({ parts: [only, ...others] }: Word): Value | undefined {
    return only?.kind === 'process' && others.length === 0 ? this.run(only.script, null) : undefined;
  }

  private redirect(redirects: SimpleCommand['redirects'], value: Value, span: Span): Value {
    for (const { op, target } of redirects) {
      if (!op.startsWith('>')) continue;
      const path = shown(this.word(target));
      if (op === '>&' || /^&/.test(path)) this.writeDescriptor(path.replace(/^&/, ''), value, span);
      if (path === '/dev/null' || /^[&\d-]/.test(path) || op === '>&') continue;
      this.writeFile(path, value, span, op === '>>');
    }
    return value;
  }

  runArgs(args: readonly Value[], stdin: Value | null, span: Span, isElevated: boolean): Value {
    const [first, ...rest] = args;
    if (first === undefined) return UNKNOWN;
    if (this.depth > SESSION_LIMITS.depthMax) {
      this.analysis.recorder.limit('nested commands', this.unit.file);
      return UNKNOWN;
    }
    const name = shown(first);
    if (name === '[[' || name === '[') return UNKNOWN;
    const aliased = this.session.aliases.get(name);
    if (aliased !== undefined && programName(aliased.split(/\s+/)[0] ?? '') !== name) {
      return this.runArgs([...aliased.split(/\s+/).map(known), ...rest], stdin, span, isElevated);
    }
    const own = this.session.functions.get(name);
    if (own !== undefined) return this.at(own.unit).callFunction(own.body, name, rest, stdin);
    const program = meantProgram(programName(name));
    const handler = HANDLERS.get(program);
    runCarried({ program, args: rest, stdin, span, isElevated, context: this });
    const isShellWord = this.unit.lang === 'shell' && !this.isArgumentList;
    const fetched = isShellWord && first.text === null ? fetchedFrom(first) : undefined;
    if (fetched !== undefined || (isShellWord && first.isDecoded && handler === undefined)) {
      this.execute(concat([first, ...rest.flatMap((arg) => [known(' '), arg])]), { lang: 'shell', span, isElevated });
      return UNKNOWN;
    }
    const led =
      handler === undefined && !isFullyKnown(first)
        ? rest.map((arg) => toUrlValue(shown(arg))).find((url) => url !== undefined)
        : undefined;
    if (led !== undefined) return fetchedValue(led, span);
    const printed = printedSecret({ program, args: rest, stdin, span, isElevated, context: this });
    if (printed !== undefined) return printed;
    const invoked = { program, args: rest, stdin, span, isElevated, context: this };
    if (handler !== undefined && !isPathCall(name, this.session)) return handler(invoked);
    const answers = FOR_UNKNOWN.map((one) => this.session.functions.get(one)).find((one) => one !== undefined);
    if (answers !== undefined) return this.at(answers.unit).callFunction(answers.body, FOR_UNKNOWN[0], args, stdin);
    const inner = handler === undefined ? this.wrappedAt(rest) : -1;
    if (inner !== -1) return this.runArgs(rest.slice(inner), stdin, span, isElevated);
    if (/[/\\]|\.(?:sh|py|js|exe|bin|run|command|app|ps1|bat)$/.test(name) || this.session.files.has(name)) {
      this.runFile(name, rest, { lang: 'unknown', span, isElevated, stdin });
    }
    const given = rest.filter((_, at) => !isKeyOption(rest[at - 1])).map((arg) => printedOf(program, arg));
    return tainted(mergeTaints([stdin?.taints ?? [], ...given]));
  }

  /** The index of an interpreter with code or a bundle file among the arguments of a program without a model, or -1. */
  private wrappedAt(words: readonly Value[]): number {
    return words.findIndex(
      (word, at) =>
        INTERPRETERS.has(programName(shown(word))) &&
        words.slice(at + 1).some((one) => /^-[ce]$/.test(shown(one)) || this.isInBundle(shown(one))),
    );
  }

  private isInBundle(name: string): boolean {
    return name.length > 1 && this.analysis.findFile(name, this.unit.file) !== undefined;
  }

  /** An interpreter of the same session for another file. */
  private at(unit: Unit): ShellInterpreter {
    return unit === this.unit ? this : new ShellInterpreter(unit, this.session, this.analysis, this.depth + 1);
  }

  takeOver(path: string): void {
    const view = this.analysis.findFile(path, this.unit.file);
    const unit = view === undefined ? undefined : this.analysis.unitOf(view.file);
    if (unit?.lang !== 'shell' || unit.file === this.unit.file || this.session.taken.has(unit.file)) return;
    this.session.taken.add(unit.file);
    const before = this.session.isTakingOver;
    this.session.isTakingOver = true;
    this.at(unit).run(parseShell(unit.span.view.text), null);
    this.session.isTakingOver = before;
  }

  private callFunction(body: Script, name: string, args: readonly Value[], stdin: Value | null): Value {
    const key = callKey(this.session, name, [...args, stdin ?? UNKNOWN]);
    const before = this.session.calls.get(key);
    if (before !== undefined) return before;
    const saved = this.session.functions.get(name);
    this.session.functions.delete(name); // no recursion
    const result = withWords(this.session, args, () => this.run(body, stdin));
    if (saved !== undefined) this.session.functions.set(name, saved);
    this.session.calls.set(key, result);
    return result;
  }

  private expand(word: Word): Value[] {
    const value = this.word(word);
    const [only] = word.parts;
    const isBareVariable = word.parts.length === 1 && (only?.kind === 'variable' || only?.kind === 'substitution');
    const isQuoted = this.unit.span.view.text[this.unit.span.start + word.start] === '"';
    const isList = only?.kind === 'variable' && (isListName(only.name) || isListName(only.operand, only.op));
    // `"$@"` keeps the arguments as separate words with separate taints.
    const given = only?.kind === 'variable' && only.name === '@' && isBareVariable ? givenWords(this.session) : [];
    if (given.length > 0) return given;
    const gap = wordGap(this.session);
    if (isBareVariable && (!isQuoted || isList) && value.text !== null && gap.test(value.text)) {
      return value.text
        .split(gap)
        .filter((text) => text !== '')
        .map((text) => ({ ...value, text }));
    }
    // `curl${IFS}-s`: the separator splits the word.
    const hasGap = !isQuoted && word.parts.some((part) => part.kind === 'variable' && part.name === 'IFS');
    if (hasGap && value.text !== null)
      return value.text.split(/\s+/).flatMap((text) => (text === '' ? [] : [{ ...value, text }]));
    const isBare = word.parts.every((part) => part.kind === 'text' && !part.isQuoted);
    const braces = isBare ? expandBraces(shown(value)) : undefined;
    return braces === undefined ? [value] : braces.map((text) => ({ ...value, text }));
  }

  private word(word: Word): Value {
    const values = word.parts.map((part) => this.part(part, word));
    return values.length === 0 ? known('') : concat(values);
  }

  private part(part: Part, word: Word): Value {
    switch (part.kind) {
      case 'text':
        return this.literal(part.value);
      case 'variable':
        if (part.inner !== undefined) this.run(part.inner, null);
        return this.variable(part.name, part.op, part.operand, this.span(word.start, word.end));
      case 'substitution': {
        const value = this.run(part.script, null);
        return value.text === null ? value : { ...value, text: value.text.replace(/\n+$/, '') };
      }
      case 'process': {
        const value = this.run(part.script, null);
        return { ...value, text: '/dev/fd/63' };
      }
      case 'unknown':
        return UNKNOWN;
    }
  }

  /** In a command built by other code, an unknown part carries the taints of the inserted value, quoted or not. */
  private literal(value: string): Value {
    const slot = value.includes(UNKNOWN_PART) ? this.session.variables.get(SLOT) : undefined;
    return slot === undefined ? known(value) : { text: value, taints: slot.taints, isDecoded: false };
  }

  private variable(name: string, op: string, operand: string, span: Span): Value {
    const value = this.session.variables.get(name);
    if (name === 'IFS') return known(' ');
    if (name === '*' && value?.text != null)
      return { ...value, text: value.text.replaceAll(' ', joinerOf(this.session)) };
    if (value === undefined) return unsetVariable({ name, op, operand, span }, this);
    if (op === '[' && value.text !== null) return { ...elementOf(value, operand), taints: value.taints };
    if (op === '!' && isFullyKnown(value)) return this.variable(value.text, '', '', span);
    const text = isFullyKnown(value) ? expandParameter(value.text, op, operand) : value.text;
    return { ...value, text };
  }
}
