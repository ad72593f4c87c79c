import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { View } from '@assay/analysis/types';

/** How much of a source is read for one thing that it defines, and for what that comes to. */
const LIMITS = { pieceCharsMax: 6_000, reachCharsMax: 24_000, roundsMax: 3, definitionsMax: 2_000 } as const;

export const isIndented = ({ file }: View): boolean => /\.(?:py|rb)$/i.test(file);

/** Where a text in quotation marks that begins here ends; the next letter where none begins. */
function afterQuoted(text: string, at: number): number {
  const mark = /^(?:"""|'''|["'`])/.exec(text.slice(at, at + 3))?.[0];
  if (mark === undefined) return at + 1;
  const end = Math.min(text.length, at + LIMITS.pieceCharsMax);
  for (let next = at + mark.length; next < end; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text.startsWith(mark, next)) return next + mark.length;
    else if (text[next] === '\n' && (mark === '"' || mark === "'")) return at + 1;
  }
  return at + 1;
}

/** To the bracket that closes the one around the beginning. What follows an object in the same call belongs to it. */
export function toClosing(text: string, from: number): string {
  const end = Math.min(text.length, from + LIMITS.pieceCharsMax);
  let depth = 0;
  for (let at = from; at < end; ) {
    const letter = text[at] ?? '';
    const isText = letter === '"' || letter === "'" || letter === '`';
    if (letter === '(' || letter === '[' || letter === '{') depth += 1;
    if (letter === ')' || letter === ']' || letter === '}') depth -= 1;
    if (depth < 0 && !(letter === '}' && /^\s*,/.test(text.slice(at + 1, at + 20)))) return text.slice(from, at);
    depth = Math.max(depth, 0);
    at = isText ? afterQuoted(text, at) : at + 1;
  }
  return text.slice(from, end);
}

/** The lines that are set further in than the one where it begins. */
export function indentedAt(text: string, from: number): string {
  const depthOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lines = text.slice(lineStart, from + LIMITS.pieceCharsMax).split('\n');
  const depth = depthOf(lines[0] ?? '');
  const end = lines.findIndex(
    (line, index) => index > 0 && line.trim() !== '' && depthOf(line) <= depth && !/^[ \t]*[)\]}]/.test(line),
  );
  return lines.slice(0, end === -1 ? lines.length : end).join('\n');
}

type Definition = { readonly name: string; readonly text: string };

const INDENTED = /^[ \t]*(?:async\s+)?def\s+(?:self\.)?(\w+)/gm;
const BRACED =
  /\b(?!(?:if|for|while|switch|catch|function|return|with|using|match|async|await|new|func|fn)\b)(\w+)\s*(?:=\s*(?:async\s*)?(?:function\s*)?)?\((?:[^;{}()]|\{[^{}]{0,200}\}|\([^()]{0,200}\)){0,400}\)\s*(?:->[^{;\n]{1,80}|:[^{;=]{1,80}|[\w.*[\](), ]{1,80})?\s*(?:=>\s*)?\{/g;
const ARROW = /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^)\n]{0,200}\)|\w+)\s*=>\s*(?![{\s])/g;
const TEXT =
  /^[ \t]*(?:(?:export|const|let|var|static|final|pub|public|private|readonly|String|string)\s+){0,4}(\w+)\s*(?::\s*[^=\n]{1,40})?:?=\s*\(?\s*[rfbu]{0,2}(?=["'`])/gm;
const ARROW_CHARS_MAX = 800;

/** Everything in a source that has a name: functions with what they do, texts as they stand. */
function definitionsIn(view: View): Definition[] {
  const { text } = view;
  const of = (shape: RegExp, body: (match: RegExpExecArray) => string): Definition[] =>
    [...text.matchAll(shape)]
      .slice(0, LIMITS.definitionsMax)
      .map((match) => ({ name: match[1] ?? '', text: body(match) }));
  const afterOf = ({ index, 0: whole }: RegExpExecArray): number => index + whole.length;
  return [
    ...of(TEXT, (match) => text.slice(afterOf(match), afterQuoted(text, afterOf(match)))),
    ...(isIndented(view)
      ? of(INDENTED, (match) => indentedAt(text, afterOf(match)))
      : [
          ...of(BRACED, (match) => toClosing(text, afterOf(match))),
          ...of(
            ARROW,
            (match) => text.slice(afterOf(match), afterOf(match) + ARROW_CHARS_MAX).split(/;\s*\n|\n\s*\n/)[0] ?? '',
          ),
        ]),
  ];
}

type Known = ReadonlyMap<string, readonly string[]>;
const known = new WeakMap<readonly View[], Known>();

function definitionsOf(sources: readonly View[]): Known {
  const found = known.get(sources);
  if (found !== undefined) return found;
  const all = sources.filter(({ file }) => !isTestFile(file)).flatMap(definitionsIn);
  const made = new Map(
    [...Map.groupBy(all, ({ name }) => name)].map(([name, of]) => [name, of.map(({ text }) => text)]),
  );
  known.set(sources, made);
  return made;
}

const NAME = /[A-Za-z_$][\w$]*/g;

/** A piece of a source with everything it comes to: the functions it calls and the texts it names, wherever they are. */
export function withReach(piece: string, sources: readonly View[]): string {
  const definitions = definitionsOf(sources);
  const taken = new Set<string>();
  const parts = [piece];
  let chars = piece.length;
  let fresh = [piece];
  for (let round = 0; round < LIMITS.roundsMax && fresh.length > 0; round += 1) {
    const names = new Set(fresh.flatMap((text) => text.match(NAME) ?? []));
    fresh = [];
    for (const name of names) {
      if (taken.has(name)) continue;
      taken.add(name);
      for (const text of definitions.get(name) ?? []) {
        if (piece.includes(text)) continue;
        if (chars + text.length > LIMITS.reachCharsMax) return parts.join('\n');
        chars += text.length;
        fresh.push(text);
        parts.push(text);
      }
    }
  }
  return parts.join('\n');
}
