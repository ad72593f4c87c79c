import type { Language } from '../../types/index.ts';
import type { Argument, Expr, Program, Stmt } from '../code/ir.ts';
import { interpolated, isPutTogether } from './interpolation.ts';
import { homeOrSelf, normaliseFlag, perlMode, stripSigil } from './loose.names.ts';
import { orBefore } from './other-way.ts';
import { LOOSE_LIMITS, literalValue, type Token, tokenize } from './tokens.ts';

export const DEPTH_MAX = 60;
/** `<$fh>` in Perl is what the handle gives. */
export const READ_HANDLE = /<(\$\w{1,40})>/g;
const JOINERS = new Set(['+', '.', '..', '&', '<<', '||']);
/** Marks by which something is given to a name. */
const GIVES = new Set(['=', ':=', '+=', '<-']);
const STOPPERS = new Set([')', ']', '}', ',', '|']);
const KEYWORDS: ReadonlySet<string> = new Set(
  'if elsif elseif else unless while until for foreach do end begin then def function func sub class module return let var const local my our use require_once include public private static void fn mut try catch finally switch case in and or not new await async throw'.split(
    ' ',
  ),
);

/** Words that are names everywhere else. */
const SCRIPT_WORDS: ReadonlySet<string> = new Set(['tell', 'set', 'to', 'of', 'the']);

/**
 * Statements, calls and joins out of any curly, dollar or keyword language. Not a grammar: control flow is ignored,
 * names, literals, calls and the data handed to them are kept. Confidence of what follows is at most firm.
 */
export function parseLoose(text: string, lang: Language, isLineBound = false): Program {
  const tokens = tokenize(lang === 'perl' ? text.replace(READ_HANDLE, ' $1 ') : text, lang, isLineBound);
  const reader = new LooseReader(tokens, text, lang);
  return {
    body: reader.statements(),
    comments: [],
    errorPermille: 0,
    isTruncated: text.length > LOOSE_LIMITS.charsMax || tokens.length >= LOOSE_LIMITS.tokensMax,
  };
}

const LOOPS = new Set(['for', 'foreach']);
const LOOP_JOINTS = new Set(['in', 'as', 'range', 'of', ':']);
const LOOP_TOKENS_MAX = 16;

export const toAssignment = ({ value, start, end }: Token, list: Expr): Stmt => ({
  kind: 'assign',
  targets: [stripSigil({ kind: 'name', name: value, start, end })],
  value: { kind: 'join', parts: [list], start: list.start, end: list.end },
  start,
  end,
});

export class LooseReader {
  protected at = 0;
  /** Names that a block gives to what its call goes through. */
  protected readonly bound: Stmt[] = [];
  protected depth = 0;
  protected readonly tokens: readonly Token[];
  protected readonly text: string;
  protected readonly lang: Language;

  constructor(tokens: readonly Token[], text: string, lang: Language) {
    this.tokens = tokens;
    this.text = text;
    this.lang = lang;
  }

  protected peek(offset = 0): Token | undefined {
    return this.tokens[this.at + offset];
  }

  protected isMark(value: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token?.kind === 'mark' && token.value === value;
  }

  statements(): Stmt[] {
    const body: Stmt[] = [];
    while (this.at < this.tokens.length) {
      const before = this.at;
      body.push(...this.loopHeader(), ...this.statement(), ...this.bound.splice(0));
      if (this.at === before) this.at += 1;
    }
    return body;
  }

  protected skipBrackets(): void {
    while (this.peek()?.kind === 'line' || (this.peek()?.kind === 'mark' && /^[{}()]$/.test(this.peek()?.value ?? '')))
      this.at += 1;
  }

  protected statement(): Stmt[] {
    this.skipBrackets();
    while (this.peek()?.kind === 'word' && this.isKeyword(this.peek()?.value ?? '')) {
      // `try { x = …`: a block that is gone through here, not a function that somebody may call.
      const isBlock = /^(?:try|catch|finally|else|do|begin)$/i.test(this.peek()?.value ?? '') && this.isMark('{', 1);
      this.at += isBlock ? 2 : 1;
    }
    const first = this.peek();
    if (first === undefined) return [];
    const target = this.expression();
    if (this.isMark(',') && this.skipOtherTargets()) return this.statementAfter(target);
    if (this.isMark('=') || this.isMark(':=')) {
      this.at += 1;
      const value = this.piped(this.expression());
      return [this.given(target, value)];
    }
    const value = this.piped(target);
    return [{ kind: 'do', value, start: value.start, end: value.end }];
  }

  /** `value, err := f()`: the first name takes what comes back. */
  protected skipOtherTargets(): boolean {
    let ahead = 0;
    while (this.isMark(',', ahead) && this.peek(ahead + 1)?.kind === 'word') ahead += 2;
    if (!this.isMark(':=', ahead) && !this.isMark('=', ahead)) return false;
    this.at += ahead + 1;
    return true;
  }

  protected statementAfter(target: Expr): Stmt[] {
    return [this.given(target, this.piped(this.expression()))];
  }

  private given(target: Expr, given: Expr): Stmt {
    const name = stripSigil(target);
    const value = orBefore(name, given, this.text);
    return { kind: 'assign', targets: [name], value, start: target.start, end: given.end };
  }

  /** `a | b c` hands the left side to the right one. */
  protected piped(left: Expr): Expr {
    let value = left;
    while (this.isMark('|')) {
      this.at += 1;
      const right = this.expression();
      const isCall = right.kind === 'call';
      const callee = isCall ? right.callee : right;
      const args = [...(isCall ? right.args : []), { name: null, value }];
      value = { kind: 'call', callee, args, start: left.start, end: right.end };
    }
    return value;
  }

  protected expression(): Expr {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) {
      this.depth -= 1;
      const token = this.peek();
      this.at += 1;
      return { kind: 'op', op: 'deep', args: [], start: token?.start ?? 0, end: token?.end ?? 0 };
    }
    const parts = [this.postfix()];
    for (;;) {
      const token = this.peek();
      if (token?.kind !== 'mark' || this.stops(token)) break;
      if (!JOINERS.has(token.value)) {
        // Comparison, arithmetic, ternaries: both sides count, the result is unknown.
        if (token.value === '{' || token.value === '(' || token.value === '[') break;
        this.at += 1;
        if (this.isEnd()) break;
        const right = this.postfix();
        parts.push({ kind: 'op', op: token.value, args: [right], start: right.start, end: right.end });
        continue;
      }
      this.at += 1;
      if (this.isEnd()) break;
      parts.push(this.postfix());
    }
    this.depth -= 1;
    const [first] = parts;
    if (first !== undefined && parts.length === 1) return first;
    return { kind: 'join', parts, start: first?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
  }

  protected isKeyword(word: string): boolean {
    const name = word.toLowerCase();
    return KEYWORDS.has(name) || (this.lang === 'applescript' && SCRIPT_WORDS.has(name));
  }

  protected stops({ value }: Token): boolean {
    return STOPPERS.has(value) || GIVES.has(value);
  }

  /** What a member or a place is asked of. */
  protected held(value: Expr): Expr {
    return value;
  }

  protected isEnd(): boolean {
    const token = this.peek();
    return token === undefined || token.kind === 'line' || (token.kind === 'mark' && STOPPERS.has(token.value));
  }

  protected postfix(): Expr {
    let value = this.primary();
    for (;;) {
      const token = this.peek();
      if (token === undefined || token.kind !== 'mark') break;
      const next = this.peek(1);
      const isAccess =
        (['.', '::', '->'].includes(token.value) || (token.value === ':' && this.lang === 'lua')) &&
        token.isGlued &&
        next?.kind === 'word' &&
        next.isGlued;
      if (isAccess && next !== undefined) {
        this.at += 2;
        value = this.memberOf(value, next);
      } else if (token.value === '->' && next?.kind === 'mark' && next.isGlued && /^[([{]$/.test(next.value))
        this.at += 1;
      else if (token.value === '(' && token.isGlued) value = this.callWith(value, this.list(')'));
      else if (this.isIndex(value, token)) {
        const key = this.keys(token.value === '[' ? ']' : '}');
        value = {
          kind: 'index',
          on: this.held(value),
          key,
          isSlice: false,
          start: value.start,
          end: this.peek(-1)?.end ?? value.end,
        };
      } else break;
    }
    this.bindBlock(value);
    return this.isCommandCall(value) ? this.commandCall(value) : homeOrSelf(stripSigil(value), value);
  }

  protected memberOf(on: Expr, { value: name, end }: Token): Expr {
    return { kind: 'member', on: this.held(on), name, start: on.start, end };
  }

  protected keys(close: string): Expr[] {
    return this.list(close).map(({ value }) => value);
  }

  /** `list.each { |name| … }` and `list.each do |name, place|`: each name holds something of the list. */
  protected bindBlock(value: Expr): void {
    const opener = this.peek();
    const isOpened = this.isMark('{') || (opener?.kind === 'word' && opener.value === 'do');
    if (!isOpened || !this.isMark('|', 1)) return;
    const callee = value.kind === 'call' ? value.callee : value;
    const list = callee.kind === 'member' ? callee.on : value;
    let ahead = 2;
    for (; this.peek(ahead)?.kind === 'word' || this.isMark(',', ahead); ahead += 1) {
      const name = this.peek(ahead);
      if (name?.kind === 'word') this.bound.push(toAssignment(name, list));
    }
    if (this.isMark('|', ahead)) this.at += ahead + 1;
  }

  /** `for x in list`, `foreach ($list as $k => $v)`, `for _, v := range list`, `for my $x (@list)`: names hold something of the list. */
  protected loopHeader(): Stmt[] {
    this.skipBrackets();
    const word = this.peek();
    if (word?.kind !== 'word' || !LOOPS.has(word.value.toLowerCase())) return [];
    const header = this.tokens.slice(this.at + 1, this.at + LOOP_TOKENS_MAX);
    const line = header.findIndex(({ kind }) => kind === 'line');
    const tokens = line === -1 ? header : header.slice(0, line);
    const joint = tokens.findIndex(({ kind, value }) => LOOP_JOINTS.has(value) && (kind === 'word' || value === ':'));
    const nameable = ({ kind, value }: Token): boolean => kind === 'word' && !this.isKeyword(value);
    if (joint === -1) return this.perlLoop(tokens.filter(nameable));
    const [before, after] = [tokens.slice(0, joint), tokens.slice(joint + 1)];
    const isAs = tokens[joint]?.value === 'as';
    const names = (isAs ? after : before).filter(nameable);
    const list = new LooseReader(isAs ? before : after, this.text, this.lang).whole();
    return names.map((name) => toAssignment(name, list));
  }

  /** One expression, whatever brackets stand around it. */
  protected whole(): Expr {
    this.skipBrackets();
    return this.expression();
  }

  protected perlLoop([name, list]: readonly Token[]): Stmt[] {
    if (this.lang !== 'perl' || name === undefined || list === undefined) return [];
    return [toAssignment(name, stripSigil({ kind: 'name', name: list.value, start: list.start, end: list.end }))];
  }

  /** `a[0]`, and in Perl `$a{key}` as well. */
  protected isIndex(value: Expr, token: Token): boolean {
    if (!token.isGlued) return false;
    return (
      token.value === '[' ||
      (token.value === '{' && this.lang === 'perl' && value.kind === 'name' && value.name.startsWith('$'))
    );
  }

  protected callWith(callee: Expr, args: readonly Argument[]): Expr {
    const [handle] = args;
    if (
      this.lang === 'perl' &&
      callee.kind === 'name' &&
      callee.name === 'open' &&
      handle?.value.kind === 'name' &&
      args.length > 1
    )
      return this.openHandle(handle.value, callee, args.slice(1));
    return {
      kind: 'call',
      callee: stripSigil(callee),
      args,
      start: callee.start,
      end: this.peek(-1)?.end ?? callee.end,
    };
  }

  /** `open(my $fh, '<', $path)`: the handle is what the file holds. */
  protected openHandle(handle: Expr, callee: Expr, args: readonly Argument[]): Expr {
    const end = this.peek(-1)?.end ?? callee.end;
    const path = args.at(-1);
    const mode = args.length > 1 ? args[0] : undefined;
    const call: Expr = {
      kind: 'call',
      callee,
      args: [
        ...(path === undefined ? [] : [path]),
        ...(mode === undefined ? [] : [{ name: null, value: perlMode(mode.value) }]),
      ],
      start: callee.start,
      end,
    };
    return { kind: 'op', op: 'bind', args: [handle, call], start: callee.start, end };
  }

  /** `system "ls"`, `iwr -Uri x`, `do shell script "…"`: words followed by arguments without brackets. */
  protected isCommandCall(value: Expr): boolean {
    const next = this.peek();
    if (value.kind !== 'name' && value.kind !== 'member') return false;
    if (next === undefined || next.isGlued || (value.kind === 'name' && /^[$@]/.test(value.name))) return false;
    return (
      next.kind === 'text' ||
      next.kind === 'bare' ||
      next.kind === 'flag' ||
      (next.kind === 'word' &&
        value.kind === 'name' &&
        /^(?:eval|exec|system|Execute|ExecuteGlobal)$/i.test(value.name)) ||
      (next.kind === 'word' && (this.lang === 'powershell' || this.lang === 'applescript')) ||
      (this.lang === 'powershell' &&
        (next.kind === 'number' || (next.kind === 'mark' && (next.value === '(' || next.value === '['))))
    );
  }

  protected commandCall(callee: Expr): Expr {
    const args: Argument[] = [];
    let name: string | null = null;
    while (!this.isEnd() && args.length < 40) {
      const token = this.peek();
      if (token?.kind === 'flag') {
        if (name !== null)
          args.push({ name, value: { kind: 'name', name: 'true', start: token.start, end: token.end } });
        name = token.value.slice(1);
        this.at += 1;
        continue;
      }
      if (token?.kind === 'mark' && /^[{}=<>;]$/.test(token.value)) break;
      const before = this.at;
      this.depth += 1;
      const value = this.depth > DEPTH_MAX ? this.primary() : this.argumentValue();
      this.depth -= 1;
      args.push({ name, value });
      name = null;
      if (this.isMark(',')) this.at += 1;
      if (this.at === before) this.at += 1;
    }
    if (name !== null) args.push({ name, value: { kind: 'name', name: 'true', start: callee.end, end: callee.end } });
    const call = this.callWith(
      callee,
      args.map((arg) => ({ ...arg, name: arg.name === null ? null : normaliseFlag(arg.name) })),
    );
    return { ...call, end: args.at(-1)?.value.end ?? callee.end };
  }

  protected argumentValue(): Expr {
    return this.lang === 'powershell' || this.lang === 'applescript' ? this.primaryWithAccess() : this.expression();
  }

  protected primaryWithAccess(): Expr {
    const first = this.primary();
    let value = homeOrSelf(stripSigil(first), first);
    while (
      this.peek()?.kind === 'mark' &&
      this.peek()?.isGlued &&
      ['.', '::', '/', ':'].includes(this.peek()?.value ?? '')
    ) {
      const token = this.peek(1);
      this.at += 2;
      if (token === undefined) break;
      value = { kind: 'member', on: value, name: token.value, start: value.start, end: token.end };
      if (this.isMark('(') && this.peek()?.isGlued) value = this.callWith(value, this.list(')'));
    }
    return value;
  }

  protected list(close: string): Argument[] {
    this.at += 1;
    const args: Argument[] = [];
    while (this.at < this.tokens.length && !this.isMark(close) && args.length < 4_000) {
      if (this.peek()?.kind === 'line' || this.isMark(',')) {
        this.at += 1;
        continue;
      }
      const before = this.at;
      const value = this.piped(this.expression());
      const argument = this.argument(value);
      if (argument !== null) args.push(argument);
      if (this.at === before) this.at += 1;
    }
    this.at += 1;
    return args;
  }

  /** What such a value is in a list; null where it is the name of the next. */
  protected argument(value: Expr): Argument | null {
    if (!this.isMark('=>') && !this.isMark(':') && !this.isMark('=')) return { name: null, value };
    this.at += 1;
    return null;
  }

  protected primary(): Expr {
    const token = this.peek();
    if (token === undefined) return { kind: 'op', op: 'end', args: [], start: this.text.length, end: this.text.length };
    const { start, end } = token;
    if (token.kind === 'text') {
      this.at += 1;
      return this.literal(token);
    }
    if (token.kind === 'number') {
      this.at += 1;
      return { kind: 'number', value: Number(token.value.replaceAll('_', '')), start, end };
    }
    if (token.kind === 'bare') {
      this.at += 1;
      return { kind: 'text', value: token.value, start, end };
    }
    const type = this.lang === 'powershell' ? this.typeName() : undefined;
    if (type !== undefined) return type;
    if (token.kind === 'word') {
      this.at += 1;
      return this.isKeyword(token.value) && !this.isEnd() && this.depth < DEPTH_MAX
        ? this.afterKeyword()
        : { kind: 'name', name: token.value, start, end };
    }
    if (token.kind === 'mark' && /^[([{]$/.test(token.value)) return this.bracketed(token);
    this.at += 1;
    // `join(home, *names)`: the elements of the list, one by one.
    if (token.value === '*' && this.lang === 'ruby' && this.peek()?.isGlued && this.depth < DEPTH_MAX)
      return { kind: 'op', op: 'spread', args: [this.afterKeyword()], start, end };
    return { kind: 'op', op: token.value, args: [], start, end };
  }

  /** `[Reflection.Assembly]::Load`: the type in brackets is a name. */
  protected typeName(): Expr | undefined {
    const token = this.peek();
    if (token?.value !== '[' || token.kind !== 'mark') return undefined;
    const match = /^\[((?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*))\](?=::)/.exec(
      this.text.slice(token.start, token.start + 200),
    );
    if (match === null) return undefined;
    const end = token.start + match[0].length;
    while ((this.peek()?.start ?? end) < end) this.at += 1;
    return { kind: 'name', name: (match[1] ?? '').split('.').slice(-1).join('.'), start: token.start, end };
  }

  protected afterKeyword(): Expr {
    this.depth += 1;
    const value = this.postfix();
    this.depth -= 1;
    return value;
  }

  protected bracketed(token: Token): Expr {
    const close = token.value === '(' ? ')' : token.value === '[' ? ']' : '}';
    this.depth += 1;
    const args = this.depth > DEPTH_MAX ? [] : this.list(close);
    this.depth -= 1;
    const end = this.peek(-1)?.end ?? token.end;
    const [only] = args;
    if (token.value === '(' && args.length === 1 && only !== undefined) return { ...only.value };
    return { kind: 'list', items: args.map(({ value }) => value), start: token.start, end };
  }

  /** `"a #{b} $c"`: the plain parts, with the names between them. */
  protected literal(token: Token): Expr {
    const { start, end } = token;
    const value = literalValue(this.text.slice(start, end), this.lang);
    const isInterpolated = INTERPOLATING.has(this.lang) && this.text[start] === '"' && isPutTogether(value);
    return isInterpolated ? interpolated(value, token) : { kind: 'text', value, start, end };
  }
}

/** Languages in which a text with names in it is put together when it is used. */
const INTERPOLATING: ReadonlySet<Language> = new Set<Language>(['powershell', 'ruby', 'php', 'perl']);
