import type { Language } from '../../types/index.ts';
import type { Argument, Expr, FunctionNode, Program, Stmt } from '../code/ir.ts';
import { closed, type Definition, definitionAt, paramNames } from './definitions.ts';
import { stripSigil } from './loose.names.ts';
import { DEPTH_MAX, LooseReader, READ_HANDLE, toAssignment } from './loose.parse.ts';
import { LOOSE_LIMITS, type Token, tokenize } from './tokens.ts';

/**
 * The same languages read a second time, finer: functions with their parameters and what they give back, classes, names of fields, what
 * is added to something. What this reading does not understand the plain one has read.
 */
export function parseFine(text: string, lang: Language): Program {
  const tokens = tokenize(lang === 'perl' ? text.replace(READ_HANDLE, ' $1 ') : text, lang);
  return {
    body: bodyOf(joinedMarks(tokens, lang), text, lang),
    comments: [],
    errorPermille: 0,
    isTruncated: text.length > LOOSE_LIMITS.charsMax || tokens.length >= LOOSE_LIMITS.tokensMax,
  };
}

/** `.=` and `+=` are one mark; `<-` and, of a list, `<<` put something into what stands before. */
function joinedMarks(tokens: readonly Token[], lang: Language): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined) break;
    const isPair = token.kind === 'mark' && next?.kind === 'mark' && next.isGlued;
    if (isPair && /^(?:[.+&|]|\|\|)$/.test(token.value) && next.value === '=' && tokens[at + 2]?.value !== '=') {
      found.push({ ...token, value: '+=', end: next.end });
      at += 1;
    } else if (isPair && lang === 'go' && token.value === '<' && next.value === '-') {
      found.push({ ...token, value: '<-', end: next.end });
      at += 1;
    } else if (lang === 'ruby' && token.kind === 'mark' && token.value === '<<' && !next?.isGlued)
      found.push({ ...token, value: '<-' });
    else found.push(token);
  }
  return found;
}

/** Functions and classes first, wherever they stand; then what is done. */
function bodyOf(tokens: readonly Token[], text: string, lang: Language, depth = 0): Stmt[] {
  const defined: Stmt[] = [];
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = depth > NESTED_MAX ? undefined : definitionAt(tokens, at, text, lang);
    const token = tokens[at];
    if (found === undefined || token === undefined) {
      if (token !== undefined) rest.push(token);
      at += 1;
      continue;
    }
    const range = { start: token.start, end: tokens[found.next - 1]?.end ?? token.end };
    if (found.kind === 'class')
      defined.push({ kind: 'class', name: found.name, body: bodyOf(found.body, text, lang, depth + 1), ...range });
    else defined.push({ kind: 'function', fn: { ...toFunction(found, text, lang, depth), ...range }, ...range });
    rest.push({ kind: 'line', value: '\n', start: range.end, end: range.end, isGlued: false });
    at = Math.max(found.next, at + 1);
  }
  return [...defined, ...new FineReader(rest, text, lang).within(depth).statements()];
}
const NESTED_MAX = 20;

/** What stands last is what a function gives back, without saying so. */
const LAST_RETURNS: ReadonlySet<Language> = new Set<Language>(['ruby', 'perl', 'powershell', 'rust', 'swift']);

function toFunction(found: Definition, text: string, lang: Language, depth: number): FunctionNode {
  const { params: taken, body: rest } =
    lang === 'perl' || lang === 'powershell' ? takenParams(found.body, lang) : NONE(found.body);
  const params = [...found.params, ...taken];
  const body = withLast(bodyOf(rest, text, lang, depth + 1), lang);
  const fields = found.fields.map((name): Stmt => fieldSet(name, found.body[0]?.start ?? 0));
  const isMethod = found.hasReceiver || (lang === 'perl' && /^(?:self|class|this)$/.test(params[0] ?? ''));
  return {
    name: found.name,
    params,
    body: [...fields, ...body],
    ...(isMethod ? { takesReceiver: true } : {}),
    ...(params.length === 0 && LAST_RETURNS.has(lang) ? { isBare: true } : {}),
    start: 0,
    end: 0,
  };
}

const NONE = (body: readonly Token[]): { params: string[]; body: readonly Token[] } => ({ params: [], body });

const fieldSet = (name: string, at: number): Stmt => {
  const range = { start: at, end: at };
  const on: Expr = { kind: 'name', name: 'this', ...range };
  return {
    kind: 'assign',
    targets: [{ kind: 'member', on, name, ...range }],
    value: { kind: 'name', name, ...range },
    ...range,
  };
};

function withLast(body: readonly Stmt[], lang: Language): Stmt[] {
  const last = body.at(-1);
  if (last?.kind !== 'do' || !LAST_RETURNS.has(lang)) return [...body];
  return [...body.slice(0, -1), { kind: 'return', value: last.value, start: last.start, end: last.end }];
}

/** `my ($a, $b) = @_;`, `my $a = shift;`, `param([string]$a)`: what the function takes, said in its body. */
function takenParams(tokens: readonly Token[], lang: Language): { params: string[]; body: readonly Token[] } {
  const params: string[] = [];
  let at = 0;
  const word = (offset: number): string =>
    tokens[at + offset]?.kind === 'word' ? (tokens[at + offset]?.value ?? '') : '';
  for (;;) {
    while (tokens[at]?.kind === 'line') at += 1;
    const isList = tokens[at + 1]?.value === '(';
    if (lang === 'powershell' ? word(0).toLowerCase() === 'param' && isList : word(0) === 'my' && isList) {
      const after = closed(tokens, at + 1);
      const isTaken = lang === 'powershell' || tokens[after + 1]?.value === '@_';
      if (!isTaken) return { params, body: tokens.slice(at) };
      params.push(...paramNames(tokens.slice(at + 2, after - 1), lang));
      at = lang === 'powershell' ? after : after + 2;
    } else if (lang === 'perl' && word(0) === 'my' && tokens[at + 2]?.value === '=' && word(3) === 'shift') {
      params.push(word(1).replace(/^\$/, ''));
      at += word(4) === '@_' ? 5 : 4;
    } else return { params, body: tokens.slice(at) };
  }
}

const ANONYMOUS: Partial<Record<Language, RegExp>> = {
  go: /^func$/,
  php: /^(?:function|fn)$/,
  perl: /^sub$/,
  ruby: /^(?:lambda|proc)$/,
  lua: /^function$/,
};

/** Prefixes that make a reference, follow one, or wait for what comes. */
const PREFIX = /^(?:&|\\|%|<-|\^)$/;
const KEYED = new Set(['=>', ':', '=']);

class FineReader extends LooseReader {
  /** In how many functions this stands. */
  private nested = 0;

  within(depth: number): this {
    this.nested = depth;
    return this;
  }

  protected override statement(): Stmt[] {
    this.skipBrackets();
    const word = this.peek();
    if (word?.kind === 'word' && /^(?:return|yield)$/.test(word.value)) return [this.returned(word)];
    const [only, ...more] = super.statement();
    if (only?.kind !== 'do' || more.length > 0 || !(this.isMark('+=') || this.isMark('<-')))
      return only === undefined ? [] : [only, ...more];
    const isPut = this.isMark('<-');
    this.at += 1;
    const value = this.piped(this.expression());
    const { start } = only;
    const { end } = value;
    const target = only.value;
    if (!isPut)
      return [
        { kind: 'assign', targets: [target], value: { kind: 'join', parts: [target, value], start, end }, start, end },
      ];
    const callee: Expr = { kind: 'member', on: target, name: 'append', start, end };
    return [{ kind: 'do', value: { kind: 'call', callee, args: [{ name: null, value }], start, end }, start, end }];
  }

  private returned({ value: word, start, end }: Token): Stmt {
    this.at += 1;
    const next = this.peek();
    const isEmpty = this.isEnd() || (next?.kind === 'word' && /^(?:if|unless)$/.test(next.value));
    if (isEmpty) return { kind: 'return', value: null, start, end };
    const value = this.piped(this.expression());
    const given: Expr = word === 'yield' ? { kind: 'list', items: [value], start, end: value.end } : value;
    while (this.isMark(',')) {
      this.at += 1;
      this.expression();
    }
    return { kind: 'return', value: given, start, end: value.end };
  }

  protected override piped(left: Expr): Expr {
    const value = super.piped(left);
    const callee = value.kind === 'call' ? value.callee : undefined;
    if (this.lang === 'powershell' && callee?.kind === 'name' && /^(?:ForEach-Object|foreach|%)$/i.test(callee.name))
      this.bound.push(
        toAssignment({ kind: 'word', value: '$_', start: left.start, end: left.end, isGlued: false }, left),
      );
    return value;
  }

  protected override primary(): Expr {
    const token = this.peek();
    if (token === undefined || this.depth >= DEPTH_MAX) return super.primary();
    if (token.kind === 'word') return this.worded(token);
    if (token.kind !== 'mark') return super.primary();
    const next = this.peek(1);
    if (PREFIX.test(token.value) && next !== undefined && next.kind !== 'line' && this.isValue(next)) {
      this.at += 1;
      const value = this.afterKeyword();
      const isCalled = this.lang === 'powershell' && token.value === '&' && value.kind === 'name';
      return isCalled ? { kind: 'call', callee: value, args: [], start: token.start, end: value.end } : value;
    }
    if (token.value === '->' && this.lang === 'ruby') return this.anonymous(token, 1);
    if (token.value === '{' && this.lang === 'powershell') return this.anonymous(token, 0);
    return this.cast(token) ?? super.primary();
  }

  private isValue({ kind, value }: Token): boolean {
    return kind === 'word' || kind === 'text' || (kind === 'mark' && /^[([{%]$/.test(value));
  }

  /** `[string]$x`, `[pscustomobject]@{…}`: the value, whatever kind it is to be. */
  private cast(token: Token): Expr | undefined {
    if (this.lang !== 'powershell' || token.value !== '[') return undefined;
    const after = closed(this.tokens, this.at);
    const next = this.tokens[after];
    if (next?.isGlued !== true || (next.kind === 'mark' && next.value === '::')) return undefined;
    this.at = after;
    return this.afterKeyword();
  }

  private worded(token: Token): Expr {
    const { value: word, start, end } = token;
    if (ANONYMOUS[this.lang]?.test(word) && /^[({]$/.test(this.peek(1)?.value ?? '')) return this.anonymous(token, 1);
    if (this.lang === 'ruby' && /^@{1,2}\w/.test(word)) {
      this.at += 1;
      const on: Expr = { kind: 'name', name: 'self', start, end };
      return { kind: 'member', on, name: word.replace(/^@+/, ''), start, end };
    }
    if (this.lang === 'powershell' && /^@$/.test(word) && /^[({]$/.test(this.peek(1)?.value ?? '')) {
      this.at += 1;
      const open = this.peek();
      return open === undefined ? super.primary() : this.bracketed(open);
    }
    if (this.lang === 'powershell' && /^[$@]/.test(word)) {
      this.at += 1;
      return variable(word, start, end);
    }
    return super.primary();
  }

  /** A function without a name, in the place of a value. */
  private anonymous(token: Token, skipped: number): Expr {
    let at = this.at + skipped;
    const hasParams = this.tokens[at]?.value === '(';
    const after = hasParams ? closed(this.tokens, at) : at;
    if (after - at > PARAMS_MAX) return super.primary();
    const params = hasParams ? paramNames(this.tokens.slice(at + 1, after - 1), this.lang) : [];
    at = after;
    while (at < this.tokens.length && at < after + USE_MAX && !/^(?:\{|=>)$/.test(this.tokens[at]?.value ?? '{'))
      at += 1;
    if (this.tokens[at]?.value === '=>') return this.arrow(token, params, at + 1);
    if (this.tokens[at]?.value !== '{' || this.nested > NESTED_MAX) return super.primary();
    const end = closed(this.tokens, at);
    const body = this.tokens.slice(at + 1, end - 1);
    this.at = end;
    const shape = { kind: 'function', name: '', params, fields: [], hasReceiver: false, body, next: end } as const;
    const range = { start: token.start, end: this.tokens[end - 1]?.end ?? token.end };
    return { kind: 'function', fn: { ...toFunction(shape, this.text, this.lang, this.nested), ...range }, ...range };
  }

  private arrow({ start }: Token, params: readonly string[], at: number): Expr {
    this.at = at;
    const value = this.expression();
    const { end } = value;
    const body: Stmt[] = [{ kind: 'return', value, start: value.start, end }];
    return { kind: 'function', fn: { name: '', params, body, start, end }, start, end };
  }

  /** Names of options are the same in letters of both sizes. */
  protected override callWith(callee: Expr, args: readonly Argument[]): Expr {
    const lower = ({ name, value }: Argument): Argument => ({ name: name?.toLowerCase() ?? null, value });
    return super.callWith(callee, this.lang === 'powershell' ? args.map(lower) : args);
  }

  protected override stops(token: Token): boolean {
    return super.stops(token) || token.value === '=>' || (token.value === ':' && token.isGlued);
  }

  protected override held(value: Expr): Expr {
    return stripSigil(value);
  }

  protected override memberOf(on: Expr, token: Token): Expr {
    const member = super.memberOf(on, token);
    const isCalled = this.lang === 'ruby' && /^(?:call|new)$/.test(token.value) && !this.isMark('(');
    const callee = token.value === 'call' ? this.held(on) : member;
    return isCalled ? { kind: 'call', callee, args: [], start: member.start, end: member.end } : member;
  }

  protected override postfix(): Expr {
    const value = super.postfix();
    if (this.lang !== 'go' && this.lang !== 'rust') return value;
    // `map[string]string{…}`, `event{…}`: what stands in the brackets, whatever its type is called.
    if (value.kind === 'index' || value.kind === 'list')
      while (this.peek()?.isGlued && this.peek()?.kind === 'word') this.at += 1;
    const open = this.peek();
    const isTyped = value.kind === 'name' || value.kind === 'member' || value.kind === 'index' || value.kind === 'list';
    return isTyped && open?.isGlued === true && this.isMark('{') ? this.bracketed(open) : value;
  }

  protected override keys(close: string): Expr[] {
    const word = this.peek(1);
    const isWord = close === '}' && word?.kind === 'word' && this.isMark('}', 2) && !/^[$@]/.test(word.value);
    if (!isWord || word === undefined) return super.keys(close);
    this.at += 3;
    return [{ kind: 'text', value: word.value, start: word.start, end: word.end }];
  }

  protected override isCommandCall(value: Expr): boolean {
    if (super.isCommandCall(value)) return true;
    const next = this.peek();
    if (next?.kind !== 'word' || next.isGlued || this.isKeyword(next.value)) return false;
    if (this.lang === 'ruby')
      return (value.kind === 'name' || value.kind === 'member') && !/^(?:rescue|ensure|self)$/.test(next.value);
    return this.lang === 'perl' && value.kind === 'name' && !/^[$@]/.test(value.name) && /^[$@]/.test(next.value);
  }

  /** Names in front of values stay with them. */
  protected override argument(value: Expr): Argument | null {
    const mark = this.peek();
    if (mark?.kind !== 'mark' || !KEYED.has(mark.value)) return { name: null, value };
    const name = nameIn(value, mark);
    this.at += 1;
    return name === null ? null : { name, value: this.piped(this.expression()) };
  }

  protected override bracketed(token: Token): Expr {
    const close = token.value === '(' ? ')' : token.value === '[' ? ']' : '}';
    this.depth += 1;
    const args = this.depth > DEPTH_MAX ? [] : this.list(close);
    this.depth -= 1;
    const { start } = token;
    const end = this.peek(-1)?.end ?? token.end;
    const [only] = args;
    if (!args.some(({ name }) => name !== null))
      return token.value === '(' && args.length === 1 && only !== undefined
        ? { ...only.value }
        : { kind: 'list', items: args.map(({ value }) => value), start, end };
    const entries = args.map(({ name, value }) => ({
      key: name === null ? null : ({ kind: 'text', value: name, start, end } as const),
      value,
    }));
    return { kind: 'map', entries, start, end };
  }

  protected override literal(token: Token): Expr {
    const value = super.literal(token);
    return value.kind === 'join' ? { ...value, parts: value.parts.map((part) => this.filledIn(part, token)) } : value;
  }

  /** `#{ENV["A"]}`, `$($env:A)`: what stands between the marks is an expression. */
  private filledIn(part: Expr, { start, end }: Token): Expr {
    if (part.kind !== 'name') return part;
    if (/^\w+$/.test(part.name)) return this.lang === 'powershell' ? variable(part.name, start, end) : part;
    const at = start + Math.max(this.text.slice(start, end).indexOf(part.name), 0);
    // `$ENV{NAME}` has lost its ends by now.
    const name = /^ENV\{\w+$/.test(part.name) ? `$${part.name}}` : part.name;
    const tokens = tokenize(name, this.lang).map((one) => ({ ...one, start: one.start + at, end: one.end + at }));
    return this.nested > NESTED_MAX
      ? part
      : new FineReader(tokens, this.text, this.lang).within(this.nested + 1).whole();
  }
}
const USE_MAX = 16;
const PARAMS_MAX = 600;

/** `key: value`, `"key" => value`: a name that is written down. */
function nameIn(value: Expr, mark: Token): string | null {
  if (mark.value === ':' && !mark.isGlued) return null;
  if (value.kind === 'text') return value.value;
  return value.kind === 'name' ? value.name : value.kind === 'member' ? value.name : null;
}

/** `$env:NAME` is a variable of the environment; names are the same in letters of both sizes. */
function variable(word: string, start: number, end: number): Expr {
  const [, kept = ''] = /^\$?\{?env:(\w+)/i.exec(word) ?? [];
  const environment: Expr = { kind: 'name', name: 'ENV', start, end };
  const key: Expr = { kind: 'text', value: kept, start, end };
  if (kept !== '') return { kind: 'index', on: environment, key: [key], isSlice: false, start, end };
  const name = /^\$?_$/.test(word) ? '$_' : word.replace(/^\$?\{?(?:script|global|local):/i, '').toLowerCase();
  return stripSigil({ kind: 'name', name, start, end });
}
