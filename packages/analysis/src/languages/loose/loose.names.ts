import type { Expr } from '../code/ir.ts';

/** The home folder as scripts name it. */
export const HOME_NAME =
  /^(?:\$[{(]?(?:env:)?(?:HOME|USERPROFILE|HOMEPATH)|[#$][{(]?ENV(?:\{HOME\}|\[.HOME.\]))[})]?$/i;

export const homeOrSelf = (stripped: Expr, value: Expr): Expr =>
  value.kind === 'name' && HOME_NAME.test(value.name)
    ? { kind: 'text', value: '~', start: value.start, end: value.end }
    : stripped;

/** `<` reads, `>` writes, `>>` appends. */
export const perlMode = (mode: Expr): Expr =>
  mode.kind === 'text' && mode.value.includes('>')
    ? { ...mode, value: mode.value.includes('>>') ? 'a' : 'w' }
    : { kind: 'text', value: 'r', start: mode.start, end: mode.end };

/** `$name` and `name` are one variable. */
export const stripSigil = (expr: Expr): Expr =>
  expr.kind === 'name' && !/^\$(?:_|argv$)/i.test(expr.name)
    ? { ...expr, name: expr.name.replace(/^[$@]+\{?|\}$/g, '') }
    : expr;

const FLAG_NAMES: Readonly<Record<string, string>> = {
  uri: 'url',
  body: 'body',
  infile: 'data',
  headers: 'headers',
  outfile: 'outfile',
  command: 'command',
  method: 'method',
};

export const normaliseFlag = (flag: string): string => FLAG_NAMES[flag.toLowerCase()] ?? flag;
