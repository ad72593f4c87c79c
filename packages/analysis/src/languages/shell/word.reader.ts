import { unescapeAnsi } from './ansi-escapes.ts';
import type { Part, Script, Word } from './ast.ts';
import { closingBrace, closingMark } from './closing-mark.ts';
import { SHELL_LIMITS, ShellCursor, WORD_END } from './cursor.ts';
import { shiftScript } from './shift.ts';

/** A Markdown fence inside the text: three backticks alone on a line, or with a language. */
const FENCE = /^```[\w+-]{0,20}(?=[ \t]*(?:\n|$))/;
const FENCE_CHARS_MAX = 80;

const DEFINED = /([A-Z][A-Z0-9_]{2,60})[ \t]*\(|\b(?:function|alias)[ \t]+([A-Z][A-Z0-9_]{2,60})/g;

export const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

const WINDOWS_ESCAPES: ReadonlySet<string> = new Set(['^', '`']);
const PERCENT_CHARS_MAX = 200;
const PERCENT_NAME = /^%([A-Za-z_]\w{0,60})(?::~(-?\d+)(?:,(-?\d+))?|:([^=%\n]{1,40})=([^%\n]{0,40}))?%/;
const BANG_NAME = /^!([A-Za-z_]\w{0,60})(?::~(-?\d+)(?:,(-?\d+))?|:([^=!\n]{1,40})=([^!\n]{0,40}))?!/;

const WORD_CHARS_MAX = 260;
const WORD_SO_FAR = /[^\s;|&()<>"'`=]*$/;
const WINDOWS_PATH = /^(?:[A-Za-z]:|\.{1,2}|~|%\w{1,40}%|\$env:\w{1,40})(?:\\[^\\]*)*$/i;

/** Reads words and their parts: quotes, escapes, expansions, substitutions. */
export abstract class WordReader extends ShellCursor {
  private readonly unclosed = new Set<string>();
  /** Names of functions, including those of the enclosing script. */
  protected defined: ReadonlySet<string> | undefined;

  /** Reads pipelines up to a closing token, which stays unread. */
  protected abstract readScript(): Script;

  /** Reads a nested script, one level deeper. */
  protected abstract readInner(text: string): Script;

  protected override bodyWord(start: number, end: number, isLiteral: boolean): Word {
    const raw = this.text.slice(start, end);
    if (isLiteral) return { parts: [{ kind: 'text', value: raw, isQuoted: true }], start, end };
    const resume = this.at;
    this.at = start;
    const parts = this.readQuoted(end, null);
    this.at = resume;
    return { parts, start, end };
  }

  protected readWord(): Word {
    const start = this.at;
    const parts: Part[] = [];
    for (;;) {
      const char = this.peek();
      if ((char === '<' || char === '>') && this.peek(1) === '(') parts.push(this.readProcess());
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
    else if (this.isWindows && WINDOWS_ESCAPES.has(char)) this.readWindowsEscape(parts);
    else if (char === '`') parts.push(this.readBackquote());
    else if (this.isWindows && (char === '%' || char === '!')) parts.push(this.readPercent(char));
    else if (char === '\\') this.readEscape(parts);
    else parts.push({ kind: 'text', value: this.readBare(), isQuoted: false });
  }

  /** `^` in cmd, a backtick in PowerShell: the next character is literal. */
  private readWindowsEscape(parts: Part[]): void {
    const next = this.peek(1);
    this.at += next === '' ? 1 : 2;
    if (next !== '\n' && next !== '') parts.push({ kind: 'text', value: next, isQuoted: true });
  }

  /** `%NAME%`, `%NAME:~2,3%`, `%NAME:a=b%` and the same forms with exclamation marks. */
  private readPercent(mark: string): Part {
    const shape = mark === '%' ? PERCENT_NAME : BANG_NAME;
    const match = shape.exec(this.text.slice(this.at, this.at + PERCENT_CHARS_MAX));
    if (match === null) {
      this.at += 1;
      return { kind: 'text', value: mark, isQuoted: false };
    }
    const [whole, name = '', from, length, pattern, replacement] = match;
    this.at += whole.length;
    if (from !== undefined)
      return { kind: 'variable', name, op: ':', operand: length === undefined ? from : `${from}:${length}` };
    if (pattern !== undefined) return { kind: 'variable', name, op: '//', operand: `${pattern}/${replacement ?? ''}` };
    return { kind: 'variable', name, op: '', operand: '' };
  }

  /** `iex (irm …)`: PowerShell runs the command in parentheses, and its result is the word. */
  protected readGroup(): Part {
    return { kind: 'substitution', script: this.readSubstituted(1) };
  }

  private readEscape(parts: Part[]): void {
    const next = this.peek(1);
    if (next === '\n') this.at += 2;
    else if (this.isWindows && next === '\\') {
      // A UNC path begins with two backslashes.
      parts.push({ kind: 'text', value: '\\\\', isQuoted: true });
      this.at += 2;
    } else {
      parts.push({ kind: 'text', value: this.isPathMark(next) ? `\\${next}` : next, isQuoted: true });
      this.at += next === '' ? 1 : 2;
    }
  }

  /** `C:\Users`, `.\run.ps1`: a Windows path. Elsewhere the backslash vanishes: `c\url` is `curl`. */
  private isPathMark(next: string): boolean {
    if (!/[A-Za-z0-9.]/.test(next)) return false;
    if (this.isWindows) return /[\w.:%)}*-]/.test(this.text[this.at - 1] ?? '');
    return WINDOWS_PATH.test(
      WORD_SO_FAR.exec(this.text.slice(Math.max(0, this.at - WORD_CHARS_MAX), this.at))?.[0] ?? '',
    );
  }

  private readBare(): string {
    const from = this.at;
    this.at += 1;
    while (this.at < this.end) {
      const char = this.peek();
      if (WORD_END.has(char) || char === "'" || char === '"' || char === '$' || char === '`' || char === '\\') break;
      if (this.isWindows && (char === '%' || char === '!' || char === '^')) break;
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

  /** Text with expansions up to `closer`, or up to `stop` if `closer` is `null`. */
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
      } else if (this.isWindows && char === '`') {
        literal += this.peek(1);
        this.at += 2;
      } else if (this.isWindows && (char === '%' || char === '!')) {
        flush();
        parts.push(this.readPercent(char));
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
    const sumEnd = next === '(' && this.peek(2) === '(' ? this.closingSum(this.at + 1) : undefined;
    if (sumEnd !== undefined) return this.readArithmetic(this.at + 3, sumEnd - 2, sumEnd);
    if (next === '[') {
      const close = this.closing('[', () => closingMark(this.text, this.at + 2, this.end, '[', ']'));
      if (close !== undefined) return this.readArithmetic(this.at + 2, close, close + 1);
    }
    // `$(NAME)` is a variable in a makefile. It is read as one if the script defines no such command.
    const made = next === '(' ? /^\$\(([A-Z][A-Z0-9_]{2,60})\)/.exec(this.text.slice(this.at, this.at + 70)) : null;
    if (made !== null && !this.isDefined(made[1] ?? '')) {
      this.at += made[0].length;
      return { kind: 'variable', name: made[1] ?? '', op: '', operand: '' };
    }
    if (next === '(') return { kind: 'substitution', script: this.readSubstituted(2) };
    if (next === '{') return this.readBraced(isQuoted);
    const scoped = this.isWindows
      ? /^\$(?:env|global|script):(\w{1,60})/i.exec(this.text.slice(this.at, this.at + 72))
      : null;
    if (scoped !== null) {
      this.at += scoped[0].length;
      return { kind: 'variable', name: scoped[1] ?? '', op: '', operand: '' };
    }
    NAME.lastIndex = this.at + 1;
    const name = NAME.exec(this.text)?.[0] ?? (/[0-9@*#?!$-]/.test(next) ? next : '');
    this.at += 1 + name.length;
    return name === ''
      ? { kind: 'text', value: '$', isQuoted: false }
      : { kind: 'variable', name, op: '', operand: '' };
  }

  /** Whether this text defines a function or an alias of this name. */
  private isDefined(name: string): boolean {
    this.defined ??= new Set([...this.text.matchAll(DEFINED)].map((match) => match[1] ?? match[2] ?? ''));
    return this.defined.has(name);
  }

  /** An unclosed bracket of this kind leaves all later ones open too, so the search for its end runs only once. */
  protected closing(kind: string, find: () => number | undefined): number | undefined {
    if (this.unclosed.has(kind)) return undefined;
    const found = find();
    if (found === undefined) this.unclosed.add(kind);
    return found;
  }

  /**
   * Position after the closing `))` of arithmetic that opens at `from`; `undefined` if the two brackets do not close
   * together.
   */
  protected closingSum(from: number): number | undefined {
    const inner = this.closing('(', () => closingMark(this.text, from + 2, this.end, '(', ')'));
    return inner !== undefined && inner + 1 < this.end && this.text[inner + 1] === ')' ? inner + 2 : undefined;
  }

  private readArithmetic(from: number, to: number, end: number): Part {
    this.at = end;
    const script = this.commandsIn(this.text.slice(from, to), from);
    return script === undefined ? { kind: 'unknown' } : { kind: 'substitution', script };
  }

  /** Commands that run inside arithmetic or an operand; `undefined` if there are none. */
  protected commandsIn(text: string, from: number): Script | undefined {
    if (!/\$\(|`/.test(text) || this.depth + 1 >= SHELL_LIMITS.depthMax) return undefined;
    return shiftScript(this.readInner(`: ${text}`), from - 2);
  }

  private readBraced(isQuoted: boolean): Part {
    const close = this.endOfBraces(this.at + 1, isQuoted);
    const inner = this.text.slice(this.at + 2, close);
    this.at = Math.min(close + 1, this.end);
    const from = this.at - inner.length - 1;
    const match = /^([#!]?)([A-Za-z_][A-Za-z0-9_]*|[0-9@*#?])(\[[^\]]{0,40}\])?(.*)$/s.exec(inner);
    if (match === null) return { kind: 'unknown' };
    const [, sigil = '', name = '', subscript = '', tail = ''] = match;
    if (sigil === '#') return { kind: 'unknown' };
    if (sigil === '!') return { kind: 'variable', name, op: '!', operand: '' };
    if (subscript !== '' && tail === '') return { kind: 'variable', name, op: '[', operand: subscript.slice(1, -1) };
    // A slice of a list: `${list[@]:1:2}`.
    if (/^\[[@*]\]$/.test(subscript) && /^:\s*\d/.test(tail))
      return { kind: 'variable', name, op: '[', operand: `@${tail}` };
    const op = /^(:[-+=?]|[-+=?]|\/\/?|##?|%%?|\^\^?|,,?|:|@)/.exec(tail)?.[0] ?? '';
    const commands = this.commandsIn(inner, from);
    const variable = { kind: 'variable', name, op, operand: tail.slice(op.length) } as const;
    return commands === undefined ? variable : { ...variable, inner: commands };
  }

  /** Position of the closing brace. In broken text without one, the end of the line. */
  private endOfBraces(from: number, isQuoted: boolean): number {
    const close = this.closing('{', () => closingBrace(this.text, from + 1, this.end, isQuoted));
    if (close !== undefined) return close;
    const eol = this.text.indexOf('\n', from);
    return eol === -1 || eol > this.end ? this.end : eol;
  }

  private readBackquote(): Part {
    const fence = this.atLineStart() ? FENCE.exec(this.text.slice(this.at, this.at + FENCE_CHARS_MAX))?.[0] : undefined;
    if (fence !== undefined) {
      this.at += fence.length;
      return { kind: 'text', value: fence, isQuoted: true };
    }
    const close = this.text.indexOf('`', this.at + 1);
    const stop = close === -1 || close >= this.end ? this.end : close;
    const from = this.at + 1;
    this.at = Math.min(stop + 1, this.end);
    if (this.depth + 1 >= SHELL_LIMITS.depthMax) return { kind: 'unknown' };
    return { kind: 'substitution', script: shiftScript(this.readInner(this.text.slice(from, stop)), from) };
  }

  private atLineStart(): boolean {
    return this.text.slice(this.text.lastIndexOf('\n', this.at - 1) + 1, this.at).trim() === '';
  }

  private readProcess(): Part {
    return { kind: 'process', script: this.readSubstituted(2) };
  }

  /** Reads up to and including the closing bracket. */
  private readSubstituted(opening: number): Script {
    this.at += opening;
    this.substitutions += 1;
    const script = this.readScript();
    this.substitutions -= 1;
    if (this.peek() === ')') this.at += 1;
    return script;
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
