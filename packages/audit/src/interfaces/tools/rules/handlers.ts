import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { View } from '@assay/analysis/types';
import type { ToolFacts } from '../rule.ts';
import type { Offer } from '../server.ts';
import { indentedAt, isIndented, toClosing, withReach } from './definitions.ts';

const MARKS_MAX = 6;
const USES_MAX = 4;

/** Everywhere a source names a tool: where it is described, registered, asked for, or defined. */
const marksOf = (name: string): readonly string[] => [`"${name}"`, `'${name}'`, `\`${name}\``, `def ${name}(`];

function placesOf(text: string, marks: readonly string[]): number[] {
  const found: number[] = [];
  for (const mark of marks)
    for (let at = text.indexOf(mark); at >= 0 && found.length < MARKS_MAX; at = text.indexOf(mark, at + 1))
      found.push(at + (mark.startsWith('def') ? 0 : mark.length));
  return found.sort((a, b) => a - b);
}

const ASSIGNED = /(?:^|\n)[ \t]*(?:(?:const|let|var|final)\s+)?(\w+)\s*:?=\s*(?:await\s+)?[^\n=]{0,80}$/;

/** The part of a source that answers for a tool: what stands with its name, and what uses the thing that was made of it. */
function piecesAt(view: View, at: number): string[] {
  const { text } = view;
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
  if (isIndented(view)) {
    if (!/^\s*@/.test(line)) return [indentedAt(text, at)];
    const def = /\n[ \t]*(?:async\s+)?def\s/.exec(text.slice(at, at + 2_000));
    return def === null ? [toClosing(text, at)] : [indentedAt(text, at + def.index + 1)];
  }
  const held = ASSIGNED.exec(text.slice(Math.max(0, at - 300), at))?.[1];
  const uses =
    held === undefined || held.length < 3
      ? []
      : [...text.matchAll(new RegExp(`\\b${held}\\b[^\\n]*`, 'g'))].slice(0, USES_MAX).map(({ 0: use }) => use);
  return [toClosing(text, at), ...uses];
}

/** What a source does for a tool: where it answers for it, and all of that with the functions it calls on the way. */
type Handler = { readonly own: string; readonly all: string };

const known = new WeakMap<ToolFacts, Map<string, readonly Handler[]>>();

export function handlersOf({ name }: Offer, facts: ToolFacts): readonly Handler[] {
  const all = known.get(facts) ?? new Map<string, readonly Handler[]>();
  known.set(facts, all);
  const found = all.get(name) ?? findHandlers(name, facts);
  all.set(name, found);
  return found;
}

function findHandlers(name: string, { sources, tools, prompts }: ToolFacts): Handler[] {
  const others = [...tools, ...prompts].flatMap((one) => (one.name === name ? [] : marksOf(one.name)));
  return sources
    .filter(({ file }) => !isTestFile(file))
    .flatMap((view) =>
      placesOf(view.text, marksOf(name)).flatMap((at) =>
        piecesAt(view, at).map((piece) => {
          const ends = others.map((mark) => piece.indexOf(mark)).filter((index) => index > 0);
          const own = piece.slice(0, Math.min(piece.length, ...ends));
          return { own, all: withReach(own, sources) };
        }),
      ),
    );
}
