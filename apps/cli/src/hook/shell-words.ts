import { hasAny } from './word-list.ts';

/** One piece of a shell word. Quoted text is never a pattern. `value` is the fallback of a parameter expansion. */
type Part =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly fallback?: string }
  /** Text that is known only at run time. */
  | { readonly kind: 'opaque' };
export type Word = readonly Part[];

export type SimpleCommand = {
  readonly words: readonly Word[];
  /** Files in redirections. */
  readonly redirects: readonly Word[];
  readonly isWriting: boolean;
  /** Here-documents and here-strings. */
  readonly texts: readonly string[];
  /** Commands with the same number are in one pipeline. */
  readonly pipeline: number;
};

export type Script = {
  readonly commands: readonly SimpleCommand[];
  /** Sources of command and process substitutions. */
  readonly nested: readonly string[];
  /** False when the text ends inside a quote or a substitution. */
  readonly isComplete: boolean;
  /** False when shells can parse the text in more than one way, so that apparent data can be a command. */
  readonly isPlain: boolean;
};

type Draft = { words: Word[]; redirects: Word[]; isWriting: boolean; texts: string[]; pipeline: number };

/** White space and control characters that some shells treat as part of a word and others as its end. Few texts need the slow pattern. */
const isOdd = (source: string): boolean => /[^ -~\t\n]/.test(source) && /[^\S \t\n]|(?![\t\n])\p{Cc}/u.test(source);
/** A line continuation inside a word: shells join the lines before they look for operators and delimiters. */
const isJoined = (source: string): boolean => source.includes('\\\n') && /[^ \t\n]\\\n/.test(source);
/** `<<` in arithmetic is a shift. */
const isShiftPossible = (source: string): boolean => source.includes('((') && source.includes('<<');
const OPERATOR = /^(?:\|\||&&|;;&|;;|;&|\|&|[;&|\n()])/;
const REDIRECT = /^(?:\d+|\{\w+\})?(?:&>>|&>|<<<|<<-|<<|<>|>>|>\||>&|<&|>|<)/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/**
 * Splits a command line into words like a POSIX shell: quotes, escapes, comments, operators, redirections,
 * here-documents. Runs nothing and has no further grammar; keywords are words. Unknown text becomes an opaque part.
 */
export function parseShell(source: string): Script {
  const reader = new Reader(source);
  reader.readScript();
  return { commands: reader.commands, nested: reader.nested, isComplete: reader.isComplete, isPlain: reader.isPlain };
}

class Reader {
  readonly commands: SimpleCommand[] = [];
  readonly nested: string[] = [];
  isComplete = true;
  isPlain: boolean;
  readonly #source: string;
  #at = 0;
  #pipeline = 0;
  #draft: Draft;
  readonly #pending: { delimiter: string; isQuoted: boolean; isIndented: boolean; into: string[] }[] = [];

  constructor(source: string) {
    this.#source = source;
    this.isPlain = !isOdd(source) && !isJoined(source) && !isShiftPossible(source);
    this.#draft = this.#newDraft();
  }

  #newDraft(): Draft {
    return { words: [], redirects: [], isWriting: false, texts: [], pipeline: this.#pipeline };
  }

  #rest(length = 16): string {
    return this.#source.slice(this.#at, this.#at + length);
  }

  #endCommand(operator: string): void {
    const { words, redirects, texts } = this.#draft;
    if (words.length + redirects.length + texts.length > 0) this.commands.push(this.#draft);
    if (operator !== '|' && operator !== '|&') this.#pipeline += 1;
    this.#draft = this.#newDraft();
  }

  readScript(): void {
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at] ?? '';
      const start = this.#at;
      if (char === ' ' || char === '\t' || char === '\r') this.#at += 1;
      else if (this.#source.startsWith('\\\n', this.#at)) this.#at += 2;
      else if (char === '#') this.#skipComment();
      else if (!this.#readRedirect() && !this.#readOperator()) this.#draft.words.push(this.#readWord());
      if (this.#at === start) throw new Error('the hook cannot read this command line.');
    }
    this.#endCommand('');
    if (this.#pending.length > 0) this.isComplete = false;
  }

  #skipComment(): void {
    const end = this.#source.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#source.length : end;
  }

  #readOperator(): boolean {
    if (!';&|\n()'.includes(this.#rest(1))) return false;
    const [operator] = OPERATOR.exec(this.#rest()) ?? [];
    if (operator === undefined) return false;
    this.#at += operator.length;
    this.#endCommand(operator);
    if (operator === '\n') this.#readHereDocuments();
    return true;
  }

  #readRedirect(): boolean {
    const rest = this.#rest(40);
    const [found] = (hasAny(rest, '<>') ? REDIRECT.exec(rest) : null) ?? [];
    // `<(` and `>(` are process substitutions, which are words.
    if (found === undefined || (/^[<>]$/.test(found) && this.#source[this.#at + 1] === '(')) return false;
    this.#at += found.length;
    while (/[ \t]/.test(this.#rest(1))) this.#at += 1;
    const operator = found.replace(/^(?:\d+|\{\w+\})/, '');
    const start = this.#at;
    const word = this.#readWord();
    if (operator === '<<<') this.#draft.texts.push(toPlainText(word));
    else if (operator === '<<' || operator === '<<-')
      this.#addHereDocument(this.#source.slice(start, this.#at), operator === '<<-');
    else this.#draft.redirects.push(word);
    if (operator.includes('>')) this.#draft.isWriting = true;
    return true;
  }

  /** A delimiter is the word as written, without its quotes. It is not expanded. */
  #addHereDocument(written: string, isIndented: boolean): void {
    if (!/^(?:[\w.-]+|'[\w.-]+'|"[\w.-]+")$/.test(written)) this.isPlain = false;
    const delimiter = written.replaceAll(/\\(.)|["']/gs, '$1');
    this.#pending.push({ delimiter, isQuoted: /["'\\]/.test(written), isIndented, into: this.#draft.texts });
  }

  #readHereDocuments(): void {
    for (const { delimiter, isQuoted, isIndented, into } of this.#pending.splice(0)) {
      const lines: string[] = [];
      let [isClosed, isContinued] = [false, false];
      while (!isClosed && this.#at < this.#source.length) {
        const end = this.#source.indexOf('\n', this.#at);
        const line = this.#source.slice(this.#at, end < 0 ? undefined : end);
        this.#at = end < 0 ? this.#source.length : end + 1;
        isClosed = !isContinued && (isIndented ? line.replace(/^\t+/, '') : line) === delimiter;
        // With an unquoted delimiter, a line that ends with a backslash continues in the next one.
        isContinued = !isQuoted && /(?<!\\)(?:\\\\)*\\$/.test(line);
        if (!isClosed) lines.push(line);
      }
      if (!isClosed) this.isComplete = false;
      const body = lines.join('\n');
      into.push(body);
      if (!isQuoted && /[`$]/.test(body)) this.nested.push(...parseShell(`"${body.replaceAll('"', '\\"')}"`).nested);
    }
  }

  #readWord(): Word {
    const parts: Part[] = [];
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at] ?? '';
      if (' \t\r\n;&|'.includes(char)) break;
      if ((char === '<' || char === '>') && this.#source[this.#at + 1] !== '(') break;
      if (char === ')') break;
      if (char === '(' && parts.length === 0) break;
      this.#readPart(char, parts);
    }
    return parts;
  }

  #readPart(char: string, parts: Part[]): void {
    const push = (text: string, isQuoted: boolean) => parts.push({ kind: 'text', text, isQuoted });
    if (char === '\\') {
      if (this.#source[this.#at + 1] !== '\n') push(this.#source[this.#at + 1] ?? '', true);
      this.#at += 2;
    } else if (char === "'") push(this.#readUntil("'"), true);
    else if (char === '"') this.#readDouble(parts);
    else if (char === '`') this.#substitute(this.#readUntil('`'), parts);
    else if (char === '$') this.#readDollar(parts, false);
    else if (char === '(' || char === '<' || char === '>') {
      // A process substitution, an extended pattern or a zsh qualifier can match any file.
      if (char !== '(') this.#at += 1;
      else dropOperator(parts);
      this.#substitute(this.#readBalanced('(', ')'), parts);
    } else {
      const [text = char] = /^[^ \t\r\n;&|<>()\\'"`$]+/.exec(this.#source.slice(this.#at, this.#at + 4_096)) ?? [];
      push(text, false);
      this.#at += text.length;
    }
  }

  #substitute(source: string, parts: Part[]): void {
    this.nested.push(source);
    parts.push({ kind: 'opaque' });
  }

  /** From an opening quote to the closing one. There are no escapes inside. */
  #readUntil(quote: string): string {
    const end = this.#source.indexOf(quote, this.#at + 1);
    const text = this.#source.slice(this.#at + 1, end < 0 ? undefined : end);
    if (end < 0) this.isComplete = false;
    this.#at = end < 0 ? this.#source.length : end + 1;
    return text;
  }

  #readDouble(parts: Part[]): void {
    this.#at += 1;
    parts.push({ kind: 'text', text: '', isQuoted: true });
    for (; this.#at < this.#source.length; ) {
      const char = this.#source[this.#at] ?? '';
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === '$') this.#readDollar(parts, true);
      else if (char === '`') this.#substitute(this.#readUntil('`'), parts);
      else if (char === '\\' && /["$`\\\n]/.test(this.#source[this.#at + 1] ?? '')) {
        const next = this.#source[this.#at + 1] ?? '';
        if (next !== '\n') parts.push({ kind: 'text', text: next, isQuoted: true });
        this.#at += 2;
      } else {
        parts.push({ kind: 'text', text: char, isQuoted: true });
        this.#at += 1;
      }
    }
    this.isComplete = false;
  }

  #readDollar(parts: Part[], isInQuotes: boolean): void {
    const next = this.#source[this.#at + 1] ?? '';
    if (next === "'" && !isInQuotes) this.#readAnsi(parts);
    else if (next === '"' && !isInQuotes) this.#at += 1;
    else if (next === '(') {
      this.#at += 1;
      this.#substitute(this.#readBalanced('(', ')'), parts);
    } else if (next === '{') {
      this.#at += 1;
      this.#readBraced(this.#readBalanced('{', '}'), parts);
    } else {
      const [name] = /^(?:\w+|[@*#?$!-])/.exec(this.#source.slice(this.#at + 1, this.#at + 260)) ?? [];
      if (name === undefined) parts.push({ kind: 'text', text: '$', isQuoted: true });
      else if (/^[A-Za-z_]/.test(name)) parts.push({ kind: 'variable', name });
      else parts.push({ kind: 'opaque' });
      this.#at += 1 + (name?.length ?? 0);
    }
  }

  /** `${NAME}`, `${NAME:-value}` and similar forms. Every other operator changes the value in a way that is not resolved. */
  #readBraced(inner: string, parts: Part[]): void {
    const [, name, , fallback] = /^([A-Za-z_]\w*)(?:(:?[-=+?])(.*))?$/s.exec(inner) ?? [];
    if (name === undefined) this.#substitute(inner.includes('(') || inner.includes('`') ? `"${inner}"` : '', parts);
    else parts.push({ kind: 'variable', name, ...(fallback !== undefined && { fallback }) });
  }

  /** `$'…'`, with ANSI C escapes. */
  #readAnsi(parts: Part[]): void {
    const [whole, body = ''] = /^\$'((?:[^'\\]|\\.)*)'/s.exec(this.#source.slice(this.#at, this.#at + 65_536)) ?? [];
    if (whole === undefined) {
      this.isComplete = false;
      this.#at = this.#source.length;
      return;
    }
    parts.push({ kind: 'text', text: Buffer.concat([...body.matchAll(ANSI)].map(toBytes)).toString(), isQuoted: true });
    this.#at += whole.length;
  }

  /** From an opening bracket to the matching one, past quotes, here-documents and inner brackets. */
  #readBalanced(open: string, close: string): string {
    const start = this.#at + 1;
    const delimiters: string[] = [];
    let depth = 0;
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at] ?? '';
      if (char === '\\') this.#at += 2;
      else if (char === "'" && open === '(') this.#readUntil("'");
      else if (char === '"') this.#skipDouble();
      else if (char === '<' && open === '(') this.#at += this.#noteDelimiter(delimiters);
      else if (char === '\n' && delimiters.length > 0) this.#skipBodies(delimiters.splice(0));
      else {
        this.#at += 1;
        if (char === open) depth += 1;
        if (char === close) depth -= 1;
        if (char === close && depth === 0) return this.#source.slice(start, this.#at - 1);
      }
    }
    this.isComplete = false;
    return this.#source.slice(start);
  }

  #skipDouble(): void {
    this.#at += 1;
    while (this.#at < this.#source.length && this.#source[this.#at] !== '"')
      this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    this.#at += 1;
  }

  /** The length of the start of a here-document, or 1. */
  #noteDelimiter(delimiters: string[]): number {
    const [whole = '<', , delimiter] = /^<<-?[ \t]*(["']?)([\w.-]+)\1/.exec(this.#rest(260)) ?? [];
    if (delimiter === undefined) return this.#source.startsWith('<<<', this.#at) ? 3 : 1;
    delimiters.push(delimiter);
    return whole.length;
  }

  #skipBodies(delimiters: readonly string[]): void {
    this.#at += 1;
    for (const delimiter of delimiters) {
      for (let isClosed = false; !isClosed && this.#at < this.#source.length; ) {
        const end = this.#source.indexOf('\n', this.#at);
        isClosed = this.#source.slice(this.#at, end < 0 ? undefined : end).replace(/^\t+/, '') === delimiter;
        this.#at = end < 0 ? this.#source.length : end + 1;
      }
    }
  }
}

/** `!(a)`, `@(a|b)`: the preceding character belongs to the pattern. */
function dropOperator(parts: Part[]): void {
  const last = parts.at(-1);
  if (last?.kind === 'text' && !last.isQuoted && /[!@?*+]$/.test(last.text))
    parts.splice(-1, 1, { ...last, text: last.text.slice(0, -1) });
}

/** ANSI C escapes, and the text between them. */
const ANSI = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|(.))|[^\\]+/gs;

/** `\xff` and `\377` are bytes; several of them can form one character. */
function toBytes([whole, hex, short, long, octal, char]: RegExpExecArray): Buffer {
  const byte = hex === undefined ? octal && Number.parseInt(octal, 8) : Number.parseInt(hex, 16);
  if (typeof byte === 'number') return Buffer.from([byte & BYTE_MAX]);
  const code = short ?? long;
  if (code !== undefined) return Buffer.from(toChar(Number.parseInt(code, 16)));
  return Buffer.from(char === undefined ? whole : (ESCAPES[char] ?? char));
}

const BYTE_MAX = 0xff;
const CODE_POINT_MAX = 0x10ffff;
const toChar = (code: number): string => (code <= CODE_POINT_MAX ? String.fromCodePoint(code) : '');

/** The text of a word without its opaque parts. */
export const toPlainText = (word: Word): string =>
  word.map((part) => (part.kind === 'text' ? part.text : part.kind === 'variable' ? `$${part.name}` : '')).join('');
