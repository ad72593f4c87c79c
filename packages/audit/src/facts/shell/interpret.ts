import type { ExecutionOrigin, ExecutionValue, Language, Span, Unit } from '../../model.ts';
import type { Command, CompoundCommand, Part, Script, SimpleCommand, Word } from '../../parse/shell/ast.ts';
import { parseShell } from '../../parse/shell/shell.parse.ts';
import { isSecretName } from '../../ruleset/names/secret-name.ts';
import { UNKNOWN_PART } from '../../ruleset/origins/origin.ts';
import { classifyPath, isSecretPath, normalisePath } from '../../ruleset/paths/path-class.ts';
import type { Analysis } from '../analysis.ts';
import { guessLanguage } from '../guess-language.ts';
import {
  concat,
  fetchedFrom,
  isFullyKnown,
  known,
  mergeTaints,
  shown,
  type Taint,
  tainted,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { recordInstalls } from './install.ts';
import { NETWORK_PROGRAMS } from './network.programs.ts';
import { RUN_PROGRAMS } from './run.programs.ts';
import { type Execution, type Handler, SESSION_LIMITS, type ShellContext, type ShellSession } from './session.ts';
import { SYSTEM_PROGRAMS } from './system.programs.ts';
import { TEXT_PROGRAMS } from './text.programs.ts';

/** A table of jobs: each line is run later. */
const crontab: Handler = ({ context, stdin, args, span }) => {
  const file = args.find((arg) => !shown(arg).startsWith('-'));
  const table = file === undefined ? stdin : context.readFile(shown(file), span);
  if (table?.text)
    context.writeFile('/var/spool/cron/user', { ...table, text: table.text.replaceAll(UNKNOWN_PART, '') }, span, true);
  return UNKNOWN;
};

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['crontab', crontab],
  ...TEXT_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...RUN_PROGRAMS,
]);

/** Follows a shell script command by command, without running any of it, and records what it would do. */
export function interpretShell(unit: Unit, session: ShellSession, analysis: Analysis, depth = 0): void {
  const { view, start, end } = unit.span;
  const script = parseShell(view.text.slice(start, end));
  new ShellInterpreter(unit, session, analysis, depth).run(script, null);
}

/** Where a command started by other code stands. */
export type CommandPlace = {
  readonly unit: Unit;
  readonly session: ShellSession;
  readonly analysis: Analysis;
  readonly at: Span;
};

/** A command given as a list of words: nothing is split or expanded. */
export function runArgv(words: readonly Value[], place: CommandPlace): Value {
  const { unit, session, analysis, at } = place;
  const shownWords = words.map(shown);
  const text = shownWords.join(' ');
  const program = programName(shownWords[0] ?? '');
  analysis.recorder.add(
    'command',
    {
      program,
      args: shownWords.slice(1),
      text,
      redirects: [],
      upstream: [],
      isElevated: program === 'sudo',
      isBackground: false,
    },
    unit,
    at,
  );
  recordInstalls(program, shownWords.slice(1), unit, at, analysis);
  return new ShellInterpreter(unit, session, analysis, 1, true).runArgs(words, null, at, false);
}

/** A pipe of thousands must not cost its length squared. */
const UPSTREAM_MAX = 32;

const SLOT = '__slot';

/** A command given as one string; its unknown parts carry the taints of the whole. */
export function runCommandText(command: Value, place: CommandPlace): Value {
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
  return new ShellInterpreter(inner, session, analysis, 1).run(parseShell(text), null);
}

class ShellInterpreter implements ShellContext {
  readonly unit: Unit;
  readonly session: ShellSession;
  readonly analysis: Analysis;
  readonly depth: number;
  /** The pipe that is being followed: what a finding about its end should show. */
  private pipeline: Span | null = null;
  /** The words came as a list from other code: none of them is a substitution. */
  private readonly isArgumentList: boolean;

  constructor(unit: Unit, session: ShellSession, analysis: Analysis, depth: number, isArgumentList = false) {
    this.isArgumentList = isArgumentList;
    this.unit = unit;
    this.session = session;
    this.analysis = analysis;
    this.depth = depth;
  }

  private span(start: number, end: number): Span {
    const base = this.unit.span;
    return { view: base.view, start: base.start + start, end: base.start + end };
  }

  run(script: Script, stdin: Value | null): Value {
    let last: Value = UNKNOWN;
    const outputs: Value[] = [];
    const outer = this.pipeline;
    for (const pipeline of script.pipelines) {
      this.pipeline = this.span(pipeline.start, pipeline.end);
      let flowing = stdin;
      const upstream = new Set<string>();
      for (const [index, command] of pipeline.commands.entries()) {
        const isLast = index === pipeline.commands.length - 1;
        last = this.runCommand(command, flowing, upstream, pipeline.isBackground && isLast);
        flowing = last;
      }
      outputs.push(last);
    }
    this.pipeline = outer;
    return outputs.length === 0 ? UNKNOWN : outputs.length === 1 ? last : concat(outputs);
  }

  private runCommand(command: Command, stdin: Value | null, upstream: Set<string>, isBackground: boolean): Value {
    this.session.steps += 1;
    if (this.session.steps > SESSION_LIMITS.stepsMax) {
      this.analysis.recorder.limitsHit.add('shell steps');
      return UNKNOWN;
    }
    if (command.kind === 'compound') return this.runCompound(command, stdin);
    return this.runSimple(command, stdin, upstream, isBackground);
  }

  private runCompound(command: CompoundCommand, stdin: Value | null): Value {
    if (command.keyword === 'function') {
      const [body] = command.bodies;
      if (body !== undefined) {
        this.session.functions.set(command.name, body);
        this.run(body, stdin); // seen even when nobody calls it
      }
      return UNKNOWN;
    }
    if (command.keyword === 'for') {
      const values = command.words.map((word) => this.word(word));
      this.session.variables.set(command.name, pickTelling(values));
    }
    const isBlock = command.keyword === 'subshell' || command.keyword === 'group';
    const outputs = command.bodies.map((body) => this.run(body, stdin));
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
      this.session.variables.set(name, before === undefined ? given : concat([before, given]));
    }
    const input = this.inputFrom(command, stdin, span);
    const args = command.words.flatMap((word) => this.expand(word));
    if (args.length === 0) {
      this.redirect(command.redirects, input ?? UNKNOWN, span);
      return input ?? UNKNOWN;
    }
    const [target] = command.words[0]?.parts ?? [];
    if (target?.kind === 'variable' && shown(args[1] ?? UNKNOWN) === '=') {
      // PowerShell: `$name = command`.
      if (args.length > 3) this.recordCommand(args.slice(2), command, upstream, span, isBackground);
      const value = args.length === 3 ? (args[2] ?? UNKNOWN) : this.runArgs(args.slice(2), input, span, false);
      this.session.variables.set(target.name, value);
      return value;
    }
    this.recordCommand(args, command, upstream, span, isBackground);
    const result = this.runArgs(args, input, span, false);
    if (upstream.size < UPSTREAM_MAX) upstream.add(programName(shown(args[0] ?? UNKNOWN)));
    return this.redirect(command.redirects, result, span);
  }

  private recordCommand(
    args: readonly Value[],
    command: SimpleCommand,
    upstream: ReadonlySet<string>,
    span: Span,
    isBackground: boolean,
  ): void {
    const words = args.map(shown);
    const peeled = peelWrappers(words);
    const program = programName(peeled[0] ?? '');
    const redirects = command.redirects.map(({ op, target }) => ({ op, target: shown(this.word(target)) }));
    const isElevated = words.some((word, index) => index < 3 && /^(?:sudo|doas|pkexec)$/.test(word));
    const text = span.view.text.slice(span.start, span.end);
    this.analysis.recorder.add(
      'command',
      {
        program,
        args: peeled.slice(1),
        text,
        redirects,
        upstream: [...upstream],
        isElevated,
        isBackground: isBackground || /^(?:nohup|setsid|disown)$/.test(words[0] ?? ''),
      },
      this.unit,
      span,
    );
    recordInstalls(program, peeled.slice(1), this.unit, span, this.analysis);
  }

  /** Standard input: a here-document, a here-string, a file, or the pipe. */
  private inputFrom(command: SimpleCommand, stdin: Value | null, span: Span): Value | null {
    let input = stdin;
    for (const { op, target, body } of command.redirects) {
      if (body !== null) input = this.word(body);
      else if (op === '<<<') input = this.word(target);
      else if (op === '<') input = this.readFile(shown(this.word(target)), span);
    }
    return input;
  }

  private redirect(redirects: SimpleCommand['redirects'], value: Value, span: Span): Value {
    for (const { op, target } of redirects) {
      if (!op.startsWith('>')) continue;
      const path = shown(this.word(target));
      if (path === '/dev/null' || /^[&\d-]/.test(path) || op === '>&') continue;
      this.writeFile(path, value, span, op === '>>');
    }
    return value;
  }

  runArgs(args: readonly Value[], stdin: Value | null, span: Span, isElevated: boolean): Value {
    const [first, ...rest] = args;
    if (first === undefined || this.depth > SESSION_LIMITS.depthMax) return UNKNOWN;
    const name = shown(first);
    const aliased = this.session.aliases.get(name);
    if (aliased !== undefined && programName(aliased.split(/\s+/)[0] ?? '') !== name) {
      return this.runArgs([...aliased.split(/\s+/).map(known), ...rest], stdin, span, isElevated);
    }
    const body = this.session.functions.get(name);
    if (body !== undefined) return this.callFunction(body, name, rest, stdin);
    const program = programName(name);
    const handler = HANDLERS.get(program);
    const isShellWord = this.unit.lang === 'shell' && !this.isArgumentList;
    const fetched = isShellWord && first.text === null ? fetchedFrom(first) : undefined;
    if (fetched !== undefined || (isShellWord && first.isDecoded && handler === undefined)) {
      this.execute(concat([first, ...rest.flatMap((arg) => [known(' '), arg])]), { lang: 'shell', span, isElevated });
      return UNKNOWN;
    }
    if (handler !== undefined && !isPathCall(name, this.session))
      return handler({ program, args: rest, stdin, span, isElevated, context: this });
    if (/[/\\]|\.(?:sh|py|js|exe|bin|run|command|app|ps1|bat)$/.test(name) || this.session.files.has(name)) {
      this.runFile(name, rest, { lang: 'unknown', span, isElevated, stdin });
    }
    return tainted(mergeTaints([stdin?.taints ?? [], ...rest.map(({ taints }) => taints)]));
  }

  private callFunction(body: Script, name: string, args: readonly Value[], stdin: Value | null): Value {
    const saved = this.session.functions.get(name);
    this.session.functions.delete(name); // no recursion
    for (const [index, arg] of args.entries()) this.session.variables.set(String(index + 1), arg);
    this.session.variables.set('@', concat([UNKNOWN, ...args]));
    const result = this.run(body, stdin);
    for (const index of args.keys()) this.session.variables.delete(String(index + 1));
    if (saved !== undefined) this.session.functions.set(name, saved);
    return result;
  }

  readFile(path: string, span: Span): Value {
    const written = this.session.files.get(fileKey(path));
    if (written !== undefined) return written;
    if (path.startsWith('/dev/fd/')) return UNKNOWN;
    this.analysis.recorder.path(path, 'read', this.unit, span);
    const taints = sourcesOfPath(path, span);
    const inBundle = taints.length === 0 ? this.analysis.findFile(path, this.unit.file) : undefined;
    if (inBundle !== undefined) return known(inBundle.text);
    // What comes out of a file no reader can open was hidden in it.
    const opaque = this.analysis.findOpaque(path, this.unit.file);
    if (opaque !== undefined) return { text: opaque, taints: [], isDecoded: true };
    return tainted(taints);
  }

  writeFile(path: string, value: Value, span: Span, isAppend: boolean): void {
    const key = fileKey(path);
    const before = isAppend ? this.session.files.get(key) : undefined;
    const content = before === undefined ? value : concat([before, value]);
    this.session.files.set(key, content);
    const socket = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(.+)$/.exec(path);
    if (socket !== null) {
      this.writeSocket(value, span, socket[1] ?? '');
      return;
    }
    this.analysis.recorder.path(path, isAppend ? 'append' : 'write', this.unit, span, value.text);
    this.analysis.recorder.add('capability', { name: 'fs.write' }, this.unit, span);
    if (STARTUP.has(classifyPath(path)) && isFullyKnown(value)) this.runLater(value.text, span);
  }

  /** Text that some later start will run: profiles, schedules, hooks. */
  private runLater(text: string, at: Span): void {
    const code = text.replace(CRON_FIELDS, '');
    this.analysis.descend({ lang: 'shell', text: code, at, unit: this.unit, origin: 'argument', layer: null });
  }

  private writeSocket(value: Value, span: Span, host: string): void {
    this.analysis.recorder.add('capability', { name: 'net.raw' }, this.unit, span);
    this.analysis.recorder.flow(
      value.taints,
      { class: 'network', label: `/dev/tcp/${host}`, destination: null },
      'body',
      this.unit,
      span,
    );
  }

  runText(code: Value, span: Span): Value {
    this.execute(code, { lang: 'shell', span, isElevated: false });
    return UNKNOWN;
  }

  execute(code: Value, how: Execution): Value {
    const fetched = fetchedFrom(code);
    if (fetched !== undefined) this.recordExecution('download', how, [fetched.at, how.span], fetched, code);
    else if (code.isDecoded) this.recordExecution('decoded', how, [how.span], undefined, code);
    else if (code.taints.some(({ class: kind }) => kind === 'user-input' || kind === 'argv'))
      this.analysis.recorder.flow(
        code.taints,
        { class: 'execute', label: 'shell', destination: null },
        'argument',
        this.unit,
        how.span,
      );
    this.analysis.recorder.add('capability', { name: 'proc.exec' }, this.unit, how.span);
    const isKnown = code.text !== null && code.text.trim() !== '' && code.text !== UNKNOWN_PART;
    return isKnown ? this.descend(code, how) : UNKNOWN;
  }

  private descend(code: Value, how: Execution): Value {
    const lang: Language = how.lang === 'unknown' ? guessLanguage(code.text ?? '') : how.lang;
    const layer = code.isDecoded ? 'decoded' : null;
    return this.analysis.descend({
      lang,
      text: code.text ?? '',
      at: how.span,
      unit: this.unit,
      origin: code.isDecoded ? 'decoded' : 'argument',
      layer,
    });
  }

  private recordExecution(
    of: ExecutionOrigin,
    how: Execution,
    steps: readonly Span[],
    fetched: Taint | undefined,
    code: Value,
  ): void {
    const via: ExecutionValue['via'] =
      how.lang === 'shell' ? 'shell' : how.lang === 'unknown' ? 'binary' : 'interpreter';
    const payload = isFullyKnown(code) ? code.text.slice(0, 2_000) : null;
    const span = spanOfSteps(this.pipeline === null ? steps : [...steps, this.pipeline], how.span);
    this.analysis.recorder.add(
      'execution',
      {
        of,
        via,
        from: fetched?.url ?? null,
        isPinned: this.session.hasVerified,
        isElevated: how.isElevated,
        steps,
        payload,
      },
      this.unit,
      span,
    );
  }

  runFile(path: string, args: readonly Value[], how: Execution): void {
    const { analysis, session, unit } = this;
    analysis.recorder.add('capability', { name: 'proc.exec' }, unit, how.span);
    const written = session.files.get(fileKey(path));
    if (written !== undefined) {
      this.execute(written, how);
      return;
    }
    const inBundle = analysis.findFile(path, unit.file);
    const isOpaque = inBundle === undefined && analysis.findOpaque(path, unit.file) !== undefined;
    analysis.recorder.add(
      'reference',
      { target: path, exists: inBundle !== undefined || isOpaque, isRun: true },
      unit,
      how.span,
    );
    if (inBundle !== undefined)
      analysis.invocations.push({ target: inBundle.file, args, stdin: how.stdin ?? null, unit, at: how.span });
    else if (isOpaque) this.recordExecution('opaque', how, [how.span], undefined, UNKNOWN);
    else this.runOutside(path, how);
  }

  /** Not in the bundle: does it come out of an archive or repository fetched before? */
  private runOutside(path: string, how: Execution): void {
    if (!/^[./\w-]*\/|\.\w{1,5}$/.test(path) || /^~|^\/(?:usr|bin|sbin|opt|etc|applications)\b/i.test(path)) return;
    const inFolder = `${this.session.folder}/${path}`;
    const isHere = path.startsWith('./') || !path.startsWith('/');
    const taint = this.session.unpacked.find(({ folder }) =>
      folder === '' ? isHere : inFolder.includes(folder),
    )?.taint;
    if (taint !== undefined) this.recordExecution('download', how, [taint.at, how.span], taint, UNKNOWN);
  }

  private expand(word: Word): Value[] {
    const value = this.word(word);
    const [only] = word.parts;
    const isBareVariable = word.parts.length === 1 && (only?.kind === 'variable' || only?.kind === 'substitution');
    const isQuoted = this.unit.span.view.text[this.unit.span.start + word.start] === '"';
    if (isBareVariable && !isQuoted && value.text !== null && /\s/.test(value.text)) {
      return value.text
        .trim()
        .split(/\s+/)
        .map((text) => ({ ...value, text }));
    }
    const braces = word.parts.every((part) => part.kind === 'text') ? expandBraces(shown(value)) : undefined;
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

  /** In a command built by other code, an unknown part carries what was put into it, quoted or not. */
  private literal(value: string): Value {
    const slot = value.includes(UNKNOWN_PART) ? this.session.variables.get(SLOT) : undefined;
    return slot === undefined ? known(value) : { text: value, taints: slot.taints, isDecoded: false };
  }

  private variable(name: string, op: string, operand: string, span: Span): Value {
    const value = this.session.variables.get(name);
    if (value === undefined) return this.unsetVariable(name, op, operand, span);
    if (op === '!' && isFullyKnown(value)) return this.session.variables.get(value.text) ?? UNKNOWN;
    return isFullyKnown(value) ? { ...value, text: expandParameter(value.text, op, operand) } : value;
  }

  private unsetVariable(name: string, op: string, operand: string, span: Span): Value {
    if (/^[@*#0-9?!$-]$/.test(name))
      return tainted(
        /^[@*1-9]$/.test(name) ? [{ class: 'argv', label: `$${name}`, at: span, isEncoded: false, url: null }] : [],
      );
    const isSecret = isSecretName(name);
    this.analysis.recorder.add('env', { name, isSecret }, this.unit, span);
    if (isSecret) return tainted([{ class: 'named-secret', label: name, at: span, isEncoded: false, url: null }]);
    if (name === 'HOME') return known('~');
    if (name === 'IFS') return known(' ');
    return (op === ':-' || op === '-') && operand !== '' ? known(operand.replace(/^["']|["']$/g, '')) : UNKNOWN;
  }
}

const STARTUP: ReadonlySet<string> = new Set(['shell-profile', 'scheduler', 'service-unit', 'git-hook']);
const CRON_FIELDS = /^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\d*/,-]+)[ \t]+/gm;

const STEP_DISTANCE_MAX = 600;

/** From the first step to the last when they stand together: the whole of `fetch … | sh`, not only its end. */
export function spanOfSteps(steps: readonly Span[], last: Span): Span {
  const near = steps.filter(
    (step) => step.view === last.view && Math.abs(step.start - last.start) <= STEP_DISTANCE_MAX,
  );
  return {
    view: last.view,
    start: Math.min(last.start, ...near.map(({ start }) => start)),
    end: Math.max(last.end, ...near.map(({ end }) => end)),
  };
}

const fileKey = (path: string): string => normalisePath(path);

/** A path of the bundle or a written file stands in the way of a program with the same name. */
const isPathCall = (name: string, session: ShellSession): boolean =>
  session.files.has(fileKey(name)) || (/^\.{0,2}\//.test(name) && !/^\/(?:usr|bin|sbin|opt|system)\//i.test(name));

/** Programs are written in lower case; `Python` at the start of a sentence is a word, `NET` and `RUN` are commands. */
export function programName(word: string): string {
  const base = (word.replaceAll('\\', '/').split('/').at(-1) ?? word).replace(/^[@-](?=\w)/, '');
  return /^[A-Z][a-z]+$/.test(base) ? base : base.replace(/\.exe$/i, '').toLowerCase();
}

const WRAPPER_WORDS =
  /^(?:sudo|doas|env|nohup|time|command|exec|builtin|nice|setsid|stdbuf|caffeinate|xargs|then|do|else)$/;

function peelWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  while (rest.length > 1 && WRAPPER_WORDS.test(rest[0] ?? '')) {
    rest = rest.slice(1);
    while (rest.length > 1 && /^-|^[A-Za-z_]\w*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  }
  return rest;
}

/** In a loop over a list one element stands for all: the one that says most. */
export function pickTelling(values: readonly Value[]): Value {
  const telling =
    values.find((value) => value.text !== null && isSecretPath(classifyPath(value.text))) ?? values[0] ?? UNKNOWN;
  return { ...telling, taints: mergeTaints(values.map(({ taints }) => taints)) };
}

/** What reading a path yields, by what the path is. */
export function sourcesOfPath(path: string, at: Span): Taint[] {
  const kind = classifyPath(path);
  const of = (source: Taint['class'], label = path): Taint[] => [
    { class: source, label: label.slice(0, 120), at, isEncoded: false, url: null },
  ];
  if (normalisePath(path).endsWith('/environ')) return of('environment');
  if (kind === 'browser-store') return of('browser');
  if (kind === 'keychain' || kind === 'password-store') return of('keychain');
  if (kind === 'wallet') return of('wallet');
  if (isSecretPath(kind)) return of('secret-file');
  if (kind === 'agent-transcript') return of('conversation');
  if (kind === 'agent-memory') return of('memory');
  if (kind === 'shell-history' || kind === 'home' || kind === 'workspace' || kind === 'git-config')
    return of('user-file');
  return /^(?:~|\.)\/|\*/.test(path) ? of('user-file') : [];
}

function expandBraces(text: string): string[] | undefined {
  const match = /^([^{}]{0,200})\{([^{}]{1,200},[^{}]{0,200})\}([^{}]{0,200})$/.exec(text);
  if (match === null) return undefined;
  return (match[2] ?? '').split(',').map((piece) => `${match[1] ?? ''}${piece}${match[3] ?? ''}`);
}

function expandParameter(text: string, op: string, operand: string): string {
  if (op === ':') {
    const [offset = '0', length] = operand.split(':');
    const from = Number(offset.trim());
    const start = from < 0 ? text.length + from : from;
    return text.slice(start, length === undefined ? undefined : start + Number(length));
  }
  if (op === '/' || op === '//') {
    const [pattern = '', replacement = ''] = operand.split('/');
    if (pattern === '' || /[*?[\]]/.test(pattern)) return text;
    return op === '//' ? text.replaceAll(pattern, replacement) : text.replace(pattern, replacement);
  }
  if (op === '^^') return text.toUpperCase();
  if (op === ',,') return text.toLowerCase();
  if (op.startsWith('#') && !/[*?[]/.test(operand)) return text.startsWith(operand) ? text.slice(operand.length) : text;
  if (op.startsWith('%') && !/[*?[]/.test(operand))
    return text.endsWith(operand) ? text.slice(0, text.length - operand.length) : text;
  return text;
}
