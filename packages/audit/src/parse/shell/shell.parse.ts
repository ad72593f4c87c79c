import type { Assignment, Command, CompoundCommand, Part, Pipeline, Redirect, Script, Word } from './ast.ts';

/** Deterministic bounds: past them the rest of the text is left to the lexical scan. */
export const SHELL_LIMITS = { charsMax: 65_536, depthMax: 24, nodesMax: 20_000 } as const;

const CLOSERS: ReadonlySet<string> = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac']);
/** First letters of every keyword: one comparison spares most words the look-up. */
const KEYWORD_LETTERS: ReadonlySet<string> = new Set('tdfeiwucs');
const WORD_END = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '(', ')', '<', '>', '']);
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]\n]{0,40}\])?(\+?=)/;

type HereDoc = {
  readonly delimiter: string;
  readonly isLiteral: boolean;
  readonly strip: boolean;
  fill: (body: Word) => void;
};

/** A tolerant recursive-descent reader: what it does not understand becomes a plain word, it never throws. */
class ShellReader {
  private at = 0;
  private depth = 0;
  private nodes = 0;
  private isTruncated = false;
  private readonly pending: HereDoc[] = [];
  private readonly text: string;
  private readonly end: number;

  constructor(text: string) {
    this.text = text;
    this.end = Math.min(text.length, SHELL_LIMITS.charsMax);
  }

  readAll(): Script {
    const pipelines: Pipeline[] = [];
    while (this.at < this.end && !this.isTruncated) {
      pipelines.push(...this.readScript().pipelines);
      if (this.at < this.end) this.at += 1; // a stray closer: step over it and go on
    }
    return { pipelines, isTruncated: this.isTruncated || this.end < this.text.length };
  }

  private peek(offset = 0): string {
    const index = this.at + offset;
    return index < this.end ? (this.text[index] ?? '') : '';
  }

  private spend(): void {
    this.nodes += 1;
    if (this.nodes > SHELL_LIMITS.nodesMax) {
      this.isTruncated = true;
      this.at = this.end;
    }
  }

  private skipBlank(isAcrossLines: boolean): void {
    for (;;) {
      const char = this.peek();
      if (char === ' ' || char === '\t' || char === '\r') this.at += 1;
      else if (char === '\\' && this.peek(1) === '\n') this.at += 2;
      else if (char === '\\' && this.peek(1) === '\r' && this.peek(2) === '\n') this.at += 3;
      else if (char === '\n' && isAcrossLines) this.newLine();
      else if (char === '#') this.skipComment();
      else return;
    }
  }

  private skipComment(): void {
    const eol = this.text.indexOf('\n', this.at);
    this.at = eol === -1 || eol > this.end ? this.end : eol;
  }

  private newLine(): void {
    this.at += 1;
    for (const doc of this.pending.splice(0)) this.readHereDoc(doc);
  }

  private readHereDoc(doc: HereDoc): void {
    const start = this.at;
    let lineStart = start;
    while (lineStart < this.end) {
      const eol = this.text.indexOf('\n', lineStart);
      const lineEnd = eol === -1 || eol > this.end ? this.end : eol;
      const line = this.text.slice(lineStart, lineEnd).replace(/\r$/, '');
      if ((doc.strip ? line.replace(/^\t+/, '') : line).trimEnd() === doc.delimiter) {
        doc.fill(this.bodyWord(start, lineStart, doc.isLiteral));
        this.at = lineEnd;
        return;
      }
      lineStart = lineEnd + 1;
    }
    doc.fill(this.bodyWord(start, this.end, doc.isLiteral));
    this.at = this.end;
  }

  private bodyWord(start: number, end: number, isLiteral: boolean): Word {
    const raw = this.text.slice(start, end);
    if (isLiteral) return { parts: [{ kind: 'text', value: raw, isQuoted: true }], start, end };
    const resume = this.at;
    this.at = start;
    const parts = this.readQuoted(end, null);
    this.at = resume;
    return { parts, start, end };
  }

  /** Pipelines up to a closer, which is left unread. */
  private readScript(): Script {
    const pipelines: Pipeline[] = [];
    if (this.depth >= SHELL_LIMITS.depthMax) {
      this.isTruncated = true;
      return { pipelines, isTruncated: true };
    }
    this.depth += 1;
    for (;;) {
      this.skipBlank(true);
      while (this.peek() === ';' && this.peek(1) !== ';') {
        this.at += 1;
        this.skipBlank(true);
      }
      if (this.at >= this.end || this.atCloser()) break;
      const before = this.at;
      const pipeline = this.readPipeline();
      if (pipeline !== undefined) pipelines.push(pipeline);
      if (this.at === before) this.at += 1;
    }
    this.depth -= 1;
    return { pipelines, isTruncated: this.isTruncated };
  }

  private atCloser(): boolean {
    const char = this.peek();
    if (char === ')' || char === '}') return true;
    if (char === ';' && this.peek(1) === ';') return true;
    return this.atKeyword(CLOSERS);
  }

  private atKeyword(words: ReadonlySet<string>): boolean {
    if (!KEYWORD_LETTERS.has(this.peek())) return false;
    let stop = this.at;
    while (stop < this.end && stop - this.at < 9 && isLowerLetter(this.text.charCodeAt(stop))) stop += 1;
    return words.has(this.text.slice(this.at, stop)) && WORD_END.has(stop < this.end ? (this.text[stop] ?? '') : '');
  }

  private takeKeyword(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    const after = this.at + word.length;
    if (!WORD_END.has(after < this.end ? (this.text[after] ?? '') : '')) return false;
    this.at = after;
    return true;
  }

  private readPipeline(): Pipeline | undefined {
    const start = this.at;
    const commands: Command[] = [];
    for (;;) {
      this.skipBlank(false);
      if (this.peek() === '!' && /\s/.test(this.peek(1))) this.at += 1;
      this.skipBlank(false);
      const command = this.readCommand();
      if (command !== undefined) commands.push(command);
      this.skipBlank(false);
      if (this.peek() !== '|' || this.peek(1) === '|') break;
      this.at += this.peek(1) === '&' ? 2 : 1;
      this.skipBlank(true);
    }
    const end = this.at;
    const isBackground = this.peek() === '&' && this.peek(1) !== '&';
    if (isBackground) this.at += 1;
    else if ((this.peek() === '&' && this.peek(1) === '&') || (this.peek() === '|' && this.peek(1) === '|'))
      this.at += 2;
    return commands.length === 0 ? undefined : { commands, isBackground, start, end };
  }

  private readCommand(): Command | undefined {
    this.spend();
    const start = this.at;
    if (this.peek() === '(' && this.peek(1) !== '(') return this.readWrapped('subshell', ')', start);
    if (this.peek() === '{' && /\s/.test(this.peek(1))) return this.readWrapped('group', '}', start);
    if (this.takeKeyword('if')) return this.readBranches('if', 'fi', start);
    if (this.takeKeyword('while')) return this.readBranches('while', 'done', start);
    if (this.takeKeyword('until')) return this.readBranches('until', 'done', start);
    if (this.takeKeyword('for')) return this.readFor(start);
    if (this.takeKeyword('select')) return this.readFor(start);
    if (this.takeKeyword('case')) return this.readCase(start);
    if (this.takeKeyword('function')) return this.readFunction(start);
    const named = this.functionHeader();
    if (named !== undefined) return this.readFunctionBody(named, start);
    return this.readSimple();
  }

  private compound(
    keyword: CompoundCommand['keyword'],
    fields: { name?: string; words?: Word[]; bodies: Script[]; start: number },
  ): CompoundCommand {
    const redirects = this.readRedirects();
    const { name = '', words = [], bodies, start } = fields;
    return { kind: 'compound', keyword, name, words, bodies, redirects, start, end: this.at };
  }

  private readWrapped(keyword: 'subshell' | 'group', close: string, start: number): CompoundCommand {
    this.at += 1;
    const body = this.readScript();
    if (this.peek() === close) this.at += 1;
    return this.compound(keyword, { bodies: [body], start });
  }

  private readBranches(keyword: 'if' | 'while' | 'until', close: string, start: number): CompoundCommand {
    const bodies = [this.readScript()];
    while (this.takeKeyword('then') || this.takeKeyword('do') || this.takeKeyword('elif') || this.takeKeyword('else')) {
      bodies.push(this.readScript());
    }
    this.takeKeyword(close);
    return this.compound(keyword, { bodies, start });
  }

  private readFor(start: number): CompoundCommand {
    this.skipBlank(false);
    NAME.lastIndex = this.at;
    const name = NAME.exec(this.text)?.[0] ?? '';
    this.at += name.length;
    if (name === '') while (this.at < this.end && this.peek() !== ';' && this.peek() !== '\n') this.at += 1;
    this.skipBlank(true);
    const words: Word[] = [];
    if (this.takeKeyword('in')) {
      for (this.skipBlank(false); !['', ';', '\n'].includes(this.peek()); this.skipBlank(false)) {
        const before = this.at;
        words.push(this.readWord());
        if (this.at === before) this.at += 1;
      }
    }
    this.skipBlank(true);
    if (this.peek() === ';') this.at += 1;
    this.skipBlank(true);
    const bodies: Script[] = [];
    if (this.takeKeyword('do')) {
      bodies.push(this.readScript());
      this.takeKeyword('done');
    }
    return this.compound('for', { name, words, bodies, start });
  }

  private readCase(start: number): CompoundCommand {
    this.skipBlank(false);
    const words = [this.readWord()];
    this.skipBlank(true);
    this.takeKeyword('in');
    const bodies: Script[] = [];
    for (this.skipBlank(true); this.at < this.end && !this.takeKeyword('esac'); this.skipBlank(true)) {
      const close = this.text.indexOf(')', this.at);
      if (close === -1 || close >= this.end) break;
      this.at = close + 1;
      bodies.push(this.readScript());
      if (this.peek() === ';') this.at += 2;
    }
    return this.compound('case', { words, bodies, start });
  }

  private readFunction(start: number): CompoundCommand {
    this.skipBlank(false);
    const name = this.readBareName();
    this.skipBlank(false);
    if (this.peek() === '(' && this.peek(1) === ')') this.at += 2;
    return this.readFunctionBody(name, start);
  }

  private readBareName(): string {
    const from = this.at;
    while (this.at < this.end && /[\w.:-]/.test(this.peek())) this.at += 1;
    return this.text.slice(from, this.at);
  }

  private functionHeader(): string | undefined {
    const resume = this.at;
    const name = this.readBareName();
    let look = this.at;
    while (this.text[look] === ' ') look += 1;
    if (name !== '' && this.text[look] === '(' && this.text[look + 1] === ')') {
      this.at = look + 2;
      return name;
    }
    this.at = resume;
    return undefined;
  }

  private readFunctionBody(name: string, start: number): CompoundCommand {
    this.skipBlank(true);
    const body = this.readCommand();
    const script: Script = {
      pipelines:
        body === undefined ? [] : [{ commands: [body], isBackground: false, start: body.start, end: body.end }],
      isTruncated: false,
    };
    return this.compound('function', { name, bodies: [script], start });
  }

  private readSimple(): Command | undefined {
    const start = this.at;
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.skipBlank(false);
      const char = this.peek();
      if (char === '' || char === '\n' || char === ';' || char === ')') break;
      if (char === '|' || (char === '&' && this.peek(1) !== '>')) break;
      const redirect = this.readRedirect();
      if (redirect !== undefined) {
        redirects.push(redirect);
        continue;
      }
      if (char === '(') {
        this.at += 1; // `name (` in broken text
        continue;
      }
      const assignment = words.length === 0 ? this.readAssignment() : undefined;
      if (assignment !== undefined) assignments.push(assignment);
      else words.push(this.readWord());
      this.spend();
    }
    if (words.length + assignments.length + redirects.length === 0) return undefined;
    return { kind: 'simple', assignments, words, redirects, start, end: this.at };
  }

  private readAssignment(): Assignment | undefined {
    const match = ASSIGNMENT.exec(this.text.slice(this.at, this.at + 120));
    if (match === null) return undefined;
    const [whole, name = '', op] = match;
    this.at += whole.length;
    if (this.peek() === '(') return { name, value: this.readArray(), isAppend: op === '+=' };
    const start = this.at;
    const value = WORD_END.has(this.peek()) ? { parts: [], start, end: start } : this.readWord();
    return { name, value, isAppend: op === '+=' };
  }

  /** `(a b c)` as one word with blanks between: enough for `"${list[@]}"`. */
  private readArray(): Word {
    const start = this.at;
    this.at += 1;
    const parts: Part[] = [];
    for (this.skipBlank(true); this.at < this.end && this.peek() !== ')'; this.skipBlank(true)) {
      const before = this.at;
      if (parts.length > 0) parts.push({ kind: 'text', value: ' ', isQuoted: false });
      parts.push(...this.readWord().parts);
      if (this.at === before) this.at += 1;
    }
    this.at = Math.min(this.at + 1, this.end);
    return { parts, start, end: this.at };
  }

  private readRedirects(): Redirect[] {
    const found: Redirect[] = [];
    for (;;) {
      this.skipBlank(false);
      const redirect = this.readRedirect();
      if (redirect === undefined) return found;
      found.push(redirect);
    }
  }

  private readRedirect(): Redirect | undefined {
    const match = /^(?:\d{0,2}|&)(<<<|<<-?|>>|>\||>&|<&|<>|>|<)(?!\()/.exec(this.text.slice(this.at, this.at + 8));
    if (match === null) return undefined;
    const [whole, op = ''] = match;
    this.at += whole.length;
    this.skipBlank(false);
    const target = this.readWord();
    if (op !== '<<' && op !== '<<-') return { op, target, body: null };
    const delimiter = target.parts.map((part) => (part.kind === 'text' ? part.value : '')).join('');
    if (delimiter === '') return { op, target, body: null };
    const redirect: { op: string; target: Word; body: Word | null } = { op, target, body: null };
    const isLiteral = target.parts.some((part) => part.kind === 'text' && part.isQuoted);
    this.pending.push({ delimiter, isLiteral, strip: op === '<<-', fill: (body) => (redirect.body = body) });
    return redirect;
  }

  private readWord(): Word {
    const start = this.at;
    const parts: Part[] = [];
    for (;;) {
      const char = this.peek();
      if ((char === '<' || char === '>') && this.peek(1) === '(') parts.push(this.readProcess(char));
      else if (WORD_END.has(char)) break;
      else this.readPart(parts, char);
    }
    return { parts, start, end: this.at };
  }

  private readPart(parts: Part[], char: string): void {
    if (char === "'") parts.push(this.readSingle());
    else if (char === '"') {
      this.at += 1;
      const inner = this.readQuoted(this.end, '"');
      parts.push(...(inner.length === 0 ? [{ kind: 'text', value: '', isQuoted: true } as const] : inner));
    } else if (char === '$') parts.push(this.readDollar(false));
    else if (char === '`') parts.push(this.readBackquote());
    else if (char === '\\') this.readEscape(parts);
    else parts.push({ kind: 'text', value: this.readBare(), isQuoted: false });
  }

  private readEscape(parts: Part[]): void {
    const next = this.peek(1);
    if (next === '\n') this.at += 2;
    else {
      // A backslash before a letter is a Windows path far more often than an escape.
      const value =
        /[A-Za-z0-9.]/.test(next) && this.peek(-1) !== '' && /[\w.:]/.test(this.text[this.at - 1] ?? '')
          ? `\\${next}`
          : next;
      parts.push({ kind: 'text', value, isQuoted: true });
      this.at += next === '' ? 1 : 2;
    }
  }

  private readBare(): string {
    const from = this.at;
    this.at += 1;
    while (this.at < this.end) {
      const char = this.peek();
      if (WORD_END.has(char) || char === "'" || char === '"' || char === '$' || char === '`' || char === '\\') break;
      this.at += 1;
    }
    return this.text.slice(from, this.at);
  }

  private readSingle(): Part {
    const close = this.text.indexOf("'", this.at + 1);
    const stop = close === -1 || close >= this.end ? this.end : close;
    const value = this.text.slice(this.at + 1, stop);
    this.at = Math.min(stop + 1, this.end);
    return { kind: 'text', value, isQuoted: true };
  }

  /** Text with expansions up to `closer` (or to `stop` when there is none). */
  private readQuoted(stop: number, closer: '"' | null): Part[] {
    const parts: Part[] = [];
    let literal = '';
    const flush = (): void => {
      if (literal !== '') parts.push({ kind: 'text', value: literal, isQuoted: true });
      literal = '';
    };
    while (this.at < stop) {
      const char = this.peek();
      if (char === closer) {
        this.at += 1;
        break;
      }
      if (char === '\\' && /[$`"\\\n]/.test(this.peek(1))) {
        if (this.peek(1) !== '\n') literal += this.peek(1);
        this.at += 2;
      } else if (
        char === '$' &&
        /[A-Za-z_{(0-9@*#?!'"-]/.test(this.peek(1)) &&
        this.peek(1) !== '"' &&
        this.peek(1) !== "'"
      ) {
        flush();
        parts.push(this.readDollar(true));
      } else if (char === '`') {
        flush();
        parts.push(this.readBackquote());
      } else {
        literal += char;
        this.at += 1;
      }
    }
    flush();
    return parts;
  }

  private readDollar(isQuoted: boolean): Part {
    const next = this.peek(1);
    if (next === "'" && !isQuoted) return this.readAnsi();
    if (next === '"' && !isQuoted) {
      this.at += 1;
      return { kind: 'text', value: '', isQuoted: true };
    }
    if (next === '(' && this.peek(2) === '(') return this.readArithmetic();
    // `$(NAME)` is a variable in a makefile, and meant as one wherever no such command exists.
    const made = next === '(' ? /^\$\(([A-Z][A-Z0-9_]{2,60})\)/.exec(this.text.slice(this.at, this.at + 70)) : null;
    if (made !== null) {
      this.at += made[0].length;
      return { kind: 'variable', name: made[1] ?? '', op: '', operand: '' };
    }
    if (next === '(') {
      this.at += 2;
      const script = this.readScript();
      if (this.peek() === ')') this.at += 1;
      return { kind: 'substitution', script };
    }
    if (next === '{') return this.readBraced();
    NAME.lastIndex = this.at + 1;
    const name = NAME.exec(this.text)?.[0] ?? (/[0-9@*#?!$-]/.test(next) ? next : '');
    this.at += 1 + name.length;
    return name === ''
      ? { kind: 'text', value: '$', isQuoted: false }
      : { kind: 'variable', name, op: '', operand: '' };
  }

  private readArithmetic(): Part {
    const close = this.text.indexOf('))', this.at);
    this.at = close === -1 || close + 2 > this.end ? this.end : close + 2;
    return { kind: 'unknown' };
  }

  private readBraced(): Part {
    const close = this.closingBrace(this.at + 1);
    const inner = this.text.slice(this.at + 2, close);
    this.at = Math.min(close + 1, this.end);
    const match = /^([#!]?)([A-Za-z_][A-Za-z0-9_]*|[0-9@*#?])(?:\[[^\]]{0,40}\])?(.*)$/s.exec(inner);
    if (match === null) return { kind: 'unknown' };
    const [, sigil = '', name = '', tail = ''] = match;
    if (sigil === '#') return { kind: 'unknown' };
    if (sigil === '!') return { kind: 'variable', name, op: '!', operand: '' };
    const op = /^(:[-+=?]|[-+=?]|\/\/?|##?|%%?|\^\^?|,,?|:|@)/.exec(tail)?.[0] ?? '';
    return { kind: 'variable', name, op, operand: tail.slice(op.length) };
  }

  private closingBrace(from: number): number {
    let open = 0;
    for (let index = from; index < this.end; index += 1) {
      const char = this.text[index];
      if (char === '\\') index += 1;
      else if (char === '{') open += 1;
      else if (char === '}') {
        open -= 1;
        if (open === 0) return index;
      } else if (char === '\n' && open > 0 && index - from > 400) return index;
    }
    return this.end;
  }

  private readBackquote(): Part {
    const close = this.text.indexOf('`', this.at + 1);
    const stop = close === -1 || close >= this.end ? this.end : close;
    const from = this.at + 1;
    const inner = new ShellReader(this.text.slice(from, stop));
    inner.depth = this.depth + 1;
    this.at = Math.min(stop + 1, this.end);
    if (inner.depth >= SHELL_LIMITS.depthMax) return { kind: 'unknown' };
    return { kind: 'substitution', script: shiftScript(inner.readAll(), from) };
  }

  private readProcess(direction: '<' | '>'): Part {
    this.at += 2;
    const script = this.readScript();
    if (this.peek() === ')') this.at += 1;
    return { kind: 'process', direction, script };
  }

  private readAnsi(): Part {
    let index = this.at + 2;
    let raw = '';
    while (index < this.end && this.text[index] !== "'") {
      if (this.text[index] === '\\') {
        raw += this.text.slice(index, index + 2);
        index += 2;
      } else {
        raw += this.text[index];
        index += 1;
      }
    }
    this.at = Math.min(index + 1, this.end);
    return { kind: 'text', value: unescapeAnsi(raw), isQuoted: true };
  }
}

const isLowerLetter = (code: number): boolean => code >= 97 && code <= 122;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  e: '\u001b',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** `\x41`, `\101`, `\u0041` and the simple escapes, as `$'…'`, `printf` and `echo -e` read them. */
export function unescapeAnsi(raw: string): string {
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,6})|0?([0-7]{1,3})|(.))/gs,
    (_, hex?: string, short?: string, long?: string, octal?: string, plain?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return toCodePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return toCodePoint(Number.parseInt(octal, 8));
      return SIMPLE_ESCAPES[plain ?? ''] ?? `\\${plain}`;
    },
  );
}

const toCodePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const shiftWord = (word: Word, by: number): Word => ({
  parts: word.parts.map((part) => shiftPart(part, by)),
  start: word.start + by,
  end: word.end + by,
});

function shiftPart(part: Part, by: number): Part {
  if (part.kind === 'substitution' || part.kind === 'process') return { ...part, script: shiftScript(part.script, by) };
  return part;
}

const shiftRedirect = (redirect: Redirect, by: number): Redirect => ({
  op: redirect.op,
  target: shiftWord(redirect.target, by),
  body: redirect.body === null ? null : shiftWord(redirect.body, by),
});

function shiftCommand(command: Command, by: number): Command {
  const moved = {
    words: command.words.map((word) => shiftWord(word, by)),
    redirects: command.redirects.map((redirect) => shiftRedirect(redirect, by)),
    start: command.start + by,
    end: command.end + by,
  };
  if (command.kind === 'compound')
    return { ...command, ...moved, bodies: command.bodies.map((body) => shiftScript(body, by)) };
  const assignments = command.assignments.map((one) => ({ ...one, value: shiftWord(one.value, by) }));
  return { ...command, ...moved, assignments };
}

const shiftScript = (script: Script, by: number): Script => ({
  isTruncated: script.isTruncated,
  pipelines: script.pipelines.map((pipeline) => ({
    ...pipeline,
    commands: pipeline.commands.map((command) => shiftCommand(command, by)),
    start: pipeline.start + by,
    end: pipeline.end + by,
  })),
});

export const parseShell = (text: string): Script => new ShellReader(text).readAll();
