import type { Language } from '../../types/index.ts';

/** A word, a text, a number, a mark or the end of a line. Enough to find calls, arguments and joins in any language. */
export type Token = {
  readonly kind: 'word' | 'text' | 'number' | 'mark' | 'flag' | 'line' | 'bare';
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** No blank between this token and the one before. */
  readonly isGlued: boolean;
};

export const LOOSE_LIMITS = { charsMax: 4_194_304, tokensMax: 300_000 } as const;

const LINE_COMMENTS: Partial<Record<Language, readonly string[]>> = {
  powershell: ['#'],
  python: ['#'],
  ruby: ['#'],
  perl: ['#'],
  php: ['//', '#'],
  lua: ['--'],
  sql: ['--'],
  applescript: ['--', '#'],
  yaml: ['#'],
  toml: ['#'],
};

const BARE_ADDRESS = /^(?:https?|ftp):\/\/\S/i;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '' };

/**
 * Splits text of a language without a parser of its own. Linear, never throws. Bound to lines, a quotation mark that no
 * other one answers on its line is a mark and opens nothing: an apostrophe must not hide the lines below it.
 */
export function tokenize(text: string, lang: Language, isLineBound = false): Token[] {
  const tokens: Token[] = [];
  const comments = LINE_COMMENTS[lang] ?? ['//'];
  const escapeMark = lang === 'powershell' ? '`' : '\\';
  const limit = Math.min(text.length, LOOSE_LIMITS.charsMax);
  let at = 0;
  let previousEnd = -1;
  const push = (kind: Token['kind'], value: string, end: number): void => {
    tokens.push({ kind, value, start: at, end, isGlued: at === previousEnd });
    previousEnd = end;
    at = end;
  };
  while (at < limit && tokens.length < LOOSE_LIMITS.tokensMax) {
    const char = text[at] ?? '';
    if (char === '\n' || char === ';') push('line', char, at + 1);
    else if (char === escapeMark && lang === 'powershell' && text[at + 1] === '\n') at += 2;
    else if (/\s/.test(char)) at += 1;
    else if (text.startsWith('/*', at)) at = endOf(text, '*/', at + 2);
    else if (text.startsWith('<#', at) && lang === 'powershell') at = endOf(text, '#>', at + 2);
    else if (comments.some((mark) => text.startsWith(mark, at) && startsComment(mark))) at = commentEnd(at);
    else if (isWordList(char)) readWords();
    else if (isQuote(char)) push('text', '', readString(char));
    else if (/[0-9]/.test(char))
      push(
        'number',
        /^0x[0-9a-f]+|^\d[\d_]*(?:\.\d+)?/i.exec(text.slice(at, at + 40))?.[0] ?? char,
        at + (/^0x[0-9a-f]+|^\d[\d_]*(?:\.\d+)?/i.exec(text.slice(at, at + 40))?.[0].length ?? 1),
      );
    else if (lang === 'powershell' && BARE_ADDRESS.test(text.slice(at, at + 12))) readAddress();
    else if (/[A-Za-z_$@\u0080-\uffff]/.test(char)) readWord();
    else if (char === '-' && /[A-Za-z]/.test(text[at + 1] ?? '') && /[\s(|]/.test(text[at - 1] ?? ' ')) readFlag();
    else push('mark', readMark(), at + readMark().length);
  }
  return tokens;

  /** In PHP a comment ends where the code does, in the middle of a line too. */
  function commentEnd(from: number): number {
    const end = lineEnd(text, from);
    const close = lang === 'php' ? text.indexOf('?>', from) : -1;
    return close !== -1 && close < end ? close + 2 : end;
  }

  /** `s#a#b#` and `$#list` hold no comment: bound to lines, one begins only behind a blank. */
  function startsComment(mark: string): boolean {
    const before = text[at - 1] ?? '\n';
    return mark === '//' ? before !== ':' : !isLineBound || /\s/.test(before);
  }

  function isQuote(char: string): boolean {
    if (char !== '"' && char !== "'" && (char !== '`' || lang === 'powershell')) return false;
    return !isLineBound || text.slice(at + 1, lineEnd(text, at)).includes(char);
  }

  /** `%w[a b]` of Ruby, `qw(a b)` of Perl: a list of the words between the brackets. */
  function isWordList(char: string): boolean {
    if (char === '%') return lang === 'ruby' && WORD_LIST.test(text.slice(at, at + 3));
    return char === 'q' && lang === 'perl' && /^qw\s*[^\w\s,;=]/.test(text.slice(at, at + 12));
  }

  function readWords(): void {
    const [head = ''] = /^(?:%[wWiI]|qw\s*)/.exec(text.slice(at, at + 12)) ?? [];
    const open = text[at + head.length] ?? '';
    const from = at + head.length + 1;
    const close = text.indexOf(CLOSING[open] ?? open, from);
    const end = close === -1 ? limit : close;
    push('mark', '[', from);
    for (const word of text.slice(from, end).matchAll(/\S+/g)) {
      if (tokens.at(-1)?.value !== '[') push('mark', ',', at);
      at = from + word.index;
      push('bare', word[0], at + word[0].length);
    }
    at = end;
    push('mark', ']', Math.min(end + 1, limit));
  }

  function readMark(): string {
    return (
      ['::', '->', '=>', ':=', '..', '||', '&&', '<<', '>>'].find((mark) => text.startsWith(mark, at)) ?? text[at] ?? ''
    );
  }

  function readWord(): void {
    // Cmdlet names carry a dash; everywhere else it is a minus.
    const shape =
      lang === 'powershell' ? /^\$?\{?[\w$@:\u0080-\uffff]+\}?(?:-[A-Za-z]\w*)*/ : /^[$@]{0,2}[\w$\u0080-\uffff]+[?!]?/;
    const raw = text.slice(at, at + 200);
    const value = shape.exec(raw)?.[0] ?? raw[0] ?? '';
    const word = lang === 'powershell' ? value.replace(/:+$/, '') : value;
    push('word', word === '' ? value : word, at + (word === '' ? 1 : word.length));
  }

  /** An address without quotation marks is one word. */
  function readAddress(): void {
    const value = /^[^\s'"`;|(){},]+/.exec(text.slice(at, at + 2_000))?.[0] ?? '';
    push('bare', value, at + value.length);
  }

  function readFlag(): void {
    const value = /^-[A-Za-z][\w-]*/.exec(text.slice(at, at + 80))?.[0] ?? '-';
    push('flag', value, at + value.length);
  }

  /** Reads a literal and remembers its value in the token that is pushed next. */
  function readString(quote: string): number {
    let index = at + 1;
    while (index < limit && text[index] !== quote)
      index += text[index] === escapeMark && quote !== "'" ? 2 : text[index] === '\\' && lang !== 'powershell' ? 2 : 1;
    return Math.min(index + 1, limit);
  }
}

const WORD_LIST = /^%[wWiI][^\w\s]/;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' };

const endOf = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
};

const lineEnd = (text: string, from: number): number => {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
};

/** What a literal says, escapes resolved; interpolations stay as they are written. */
export function literalValue(raw: string, lang: Language): string {
  const inner = raw.slice(1, raw.endsWith(raw[0] ?? '') && raw.length > 1 ? -1 : undefined);
  if (lang === 'powershell')
    return raw.startsWith("'")
      ? inner.replaceAll("''", "'")
      : inner.replace(/`(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
  if (raw.startsWith("'") && (lang === 'ruby' || lang === 'php' || lang === 'perl'))
    return inner.replace(/\\([\\'])/g, '$1');
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{2,6})\}?|([0-7]{3})|(.))/gs,
    (_, hex?: string, long?: string, octal?: string, char?: string) => {
      if (char !== undefined) return ESCAPES[char] ?? char;
      const code = octal === undefined ? Number.parseInt(hex ?? long ?? '', 16) : Number.parseInt(octal, 8);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
