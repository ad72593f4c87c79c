/**
 * The subset of the gitignore syntax for `.assayignore`: `#` comments, `!` to negate, a leading or inner `/` to anchor,
 * a trailing `/` for folders, `*`, `?` and `**`. Brackets and backslashes are literal.
 */
export type IgnorePattern = {
  readonly line: number;
  readonly text: string;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
  readonly expression: RegExp;
};

const IGNORE_LIMITS = { patternsMax: 1_000, patternCharsMax: 512 } as const;

export function parseIgnorePatterns(source: string): IgnorePattern[] {
  return source
    .split(/\r?\n/)
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#') && text.length <= IGNORE_LIMITS.patternCharsMax)
    .slice(0, IGNORE_LIMITS.patternsMax)
    .map(({ text, line }) => toPattern(text, line));
}

/** The last matching pattern decides, as in git. A path inside an ignored folder is ignored as well. */
export function findIgnore(
  patterns: readonly IgnorePattern[],
  path: string,
  isFolder: boolean,
): IgnorePattern | undefined {
  const segments = path.split('/');
  let decision: IgnorePattern | undefined;
  for (let depth = 1; depth <= segments.length; depth++) {
    const part = segments.slice(0, depth).join('/');
    const last = patterns.findLast((pattern) => matches(pattern, part, depth < segments.length || isFolder));
    if (last !== undefined) decision = last.isNegated ? undefined : last;
    if (decision !== undefined && depth < segments.length) return decision;
  }
  return decision;
}

const matches = (pattern: IgnorePattern, path: string, isFolder: boolean): boolean =>
  (isFolder || !pattern.isFolderOnly) && pattern.expression.test(path);

function toPattern(text: string, line: number): IgnorePattern {
  const isNegated = text.startsWith('!');
  const body = isNegated ? text.slice(1) : text;
  const isFolderOnly = body.endsWith('/');
  const path = body.replace(/^\/+|\/+$/g, '');
  const isAnchored = body.replace(/\/+$/, '').includes('/');
  const prefix = isAnchored ? '' : '(?:.*/)?';
  return { line, text, isNegated, isFolderOnly, expression: new RegExp(`^${prefix}${toExpression(path)}$`, 'su') };
}

function toExpression(path: string): string {
  return path
    .split(/(\/\*\*\/|^\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((piece) => WILDCARDS.get(piece) ?? toLiteral(piece))
    .join('');
}

const toLiteral = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['/**/', '/(?:.*/)?'],
  ['**/', '(?:.*/)?'],
  ['/**', '/.*'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);
