import type { Assignment, Command, CompoundCommand, Part, Pipeline, Redirect, Script, Word } from './ast.ts';
import { closingMark } from './closing-mark.ts';
import { SHELL_LIMITS, WORD_END } from './cursor.ts';
import { NAME, WordReader } from './word.reader.ts';

const CLOSERS: ReadonlySet<string> = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac']);
/** First letters of every keyword: one comparison saves the look-up for most words. */
const KEYWORD_LETTERS: ReadonlySet<string> = new Set('tdfeiwucs');
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]\n]{0,40}\])?(\+?=)/;

/** A tolerant recursive-descent parser. Text that it does not understand becomes a plain word. It never throws. */
class ShellReader extends WordReader {
  /** A nested script is truncated; this one need not be. */
  private isCutInside = false;

  constructor(text: string, isWindows: boolean, depth = 0) {
    super(text, isWindows);
    this.depth = depth;
  }

  readAll(): Script {
    const pipelines: Pipeline[] = [];
    while (this.at < this.end && !this.isTruncated) {
      pipelines.push(...this.readScript().pipelines);
      if (this.at < this.end) this.at += 1; // a stray closing token: skip it and continue
    }
    return { pipelines, isTruncated: this.isTruncated || this.isCutInside || this.end < this.text.length };
  }

  protected override readInner(text: string): Script {
    const inner = new ShellReader(text, this.isWindows, this.depth + 1);
    inner.defined = this.defined;
    const script = inner.readAll();
    if (script.isTruncated) this.isCutInside = true;
    return script;
  }

  protected override readScript(): Script {
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
    if (this.peek() === '(' && this.peek(1) === '(') {
      const sum = this.closingSum(this.at);
      if (sum !== undefined) return this.readSum(sum, start);
    }
    if (this.peek() === '(') return this.readWrapped('subshell', ')', start);
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
    if (this.text.startsWith('((', this.at)) this.skipSum();
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

  /** `((mask = 1 << BITS))`: arithmetic; only the substitutions in it run. */
  private readSum(end: number, start: number): CompoundCommand {
    const script = this.commandsIn(this.text.slice(start + 2, end - 2), start + 2);
    this.at = end;
    return this.compound('subshell', { bodies: script === undefined ? [] : [script], start });
  }

  /** `for ((i = 0; …))`: arithmetic, not words. */
  private skipSum(): void {
    this.at = this.closingSum(this.at) ?? this.end;
  }

  /** Skips the pattern of a `case` branch and its closing bracket. Quoted or grouped text closes nothing. */
  private skipPattern(): boolean {
    const from = this.peek() === '(' ? this.at + 1 : this.at;
    const marked = this.closing('case', () => closingMark(this.text, from, this.end, '(', ')'));
    const close = marked ?? this.text.indexOf(')', from);
    if (close === -1 || close >= this.end) return false;
    this.at = close + 1;
    return true;
  }

  private readCase(start: number): CompoundCommand {
    this.skipBlank(false);
    const words = [this.readWord()];
    this.skipBlank(true);
    this.takeKeyword('in');
    const bodies: Script[] = [];
    for (this.skipBlank(true); this.at < this.end && !this.takeKeyword('esac'); this.skipBlank(true)) {
      if (!this.skipPattern()) break;
      bodies.push(this.readScript());
      if (this.peek() === ';') this.at += this.peek(2) === '&' ? 3 : 2;
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
      if (char === '(' && !(this.isWindows && words.length > 0 && this.isClosedGroup())) {
        this.at += 1; // `name (` in broken text
        continue;
      }
      if (words.length === 0 && this.atTest()) {
        this.readTest(words);
        continue;
      }
      const assignment = words.length === 0 ? this.readAssignment() : undefined;
      if (assignment !== undefined) assignments.push(assignment);
      else words.push(char === '(' ? this.readGroupWord() : this.readWord());
      this.spend();
    }
    if (words.length + assignments.length + redirects.length === 0) return undefined;
    return { kind: 'simple', assignments, words, redirects, start, end: this.at };
  }

  /** Accepts only a bracket that closes nearby: text and comments contain unmatched ones. */
  private isClosedGroup(): boolean {
    if (this.depth > GROUP_LIMITS.depthMax) return false;
    let open = 0;
    for (let index = this.at; index < Math.min(this.end, this.at + GROUP_LIMITS.charsMax); index += 1) {
      const char = this.text[index];
      if (char === '(') open += 1;
      else if (char === ')') open -= 1;
      if (open === 0) return true;
    }
    return false;
  }

  /** In a shell, a bracket ends a word; in PowerShell and cmd, it begins one. */
  private readGroupWord(): Word {
    const start = this.at;
    const parts = [this.readGroup()];
    const rest = WORD_END.has(this.peek()) ? [] : this.readWord().parts;
    return { parts: [...parts, ...rest], start, end: this.at };
  }

  private atTest(): boolean {
    if (!this.text.startsWith('[[ ', this.at)) return false;
    const close = this.text.indexOf(' ]]', this.at);
    return close !== -1 && close < this.end && close - this.at < TEST_CHARS_MAX;
  }

  /** `[[ … ]]`: the operators inside compare and join; they start no command. */
  private readTest(words: Word[]): void {
    while (this.at < this.end) {
      this.skipBlank(true);
      if (this.text.startsWith(']]', this.at)) {
        this.at += 2;
        return;
      }
      const before = this.at;
      if (!TEST_SIGNS.has(this.peek())) words.push(this.readWord());
      if (this.at === before) this.at += 1;
      this.spend();
    }
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

  /** `(a b c)` as one word with blanks between: sufficient for `"${list[@]}"`. */
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
    // The shell expands nothing in the delimiter: it is the literal text without its quotes.
    const word = target.parts.every(({ kind }) => kind === 'text')
      ? target.parts.map((part) => (part.kind === 'text' ? part.value : '')).join('')
      : this.text.slice(target.start, target.end).replace(/\\(.)|["']/gs, '$1');
    // A carriage return before the line end belongs to the delimiter, here and on the closing line.
    const delimiter = this.text[this.at] === '\r' ? `${word}\r` : word;
    if (delimiter === '') return { op, target, body: null };
    const redirect: { op: string; target: Word; body: Word | null } = { op, target, body: null };
    const isLiteral = target.parts.some((part) => part.kind === 'text' && part.isQuoted);
    this.pending.push({ delimiter, isLiteral, strip: op === '<<-', fill: (body) => (redirect.body = body) });
    return redirect;
  }
}

const TEST_CHARS_MAX = 1_000;
const GROUP_LIMITS = { charsMax: 1_000, depthMax: 12 } as const;
const TEST_SIGNS: ReadonlySet<string> = new Set(['|', '&', '(', ')', '<', '>', ';', '!']);

const isLowerLetter = (code: number): boolean => code >= 97 && code <= 122;

export const parseShell = (text: string, isWindows = false): Script => new ShellReader(text, isWindows).readAll();
