/** Compiles the conditions of a rule into functions over the texts and facts of one bundle. */
import { positionAt, toOriginal } from '@assay/analysis/bundle/decode/view';
import type { Discourse, Facts, Span, View } from '@assay/analysis/types';
import { PACK_LIMITS } from './limits.ts';
import type { Exclusion, MatchNode, Scope } from './pack.ts';
import { compileTest, compileWhere } from './predicate.ts';
import { type BoundedRegex, compileRegex } from './regex.ts';
import type { Steps } from './steps.ts';
import type { Trigrams } from './trigrams.ts';

/** The input of all packs in a run. Lower-case texts are computed once for all packs. */
export type PackSubject = {
  readonly facts: Facts;
  readonly texts: readonly { readonly view: View; readonly lower: string }[];
  readonly trigrams: Trigrams;
  readonly contextOf: (span: Span) => Discourse;
};
export type Matcher = (subject: PackSubject, steps: Steps) => readonly Span[];

export function compileMatch(node: MatchNode): Matcher {
  if ('literal' in node) return literalMatcher(node.literal, node.word === true, node.case === 'insensitive');
  if ('regex' in node) return regexMatcher(compileRegex(node.regex, node.flags ?? ''));
  if ('fact' in node) return factMatcher(node);
  if ('flow' in node) return flowMatcher(node.flow);
  if ('near' in node) return nearMatcher(node.near.of.map(compileMatch), node.near.lines);
  if ('sequence' in node) return sequenceMatcher(node.sequence.map(compileMatch), node.within ?? 'file');
  if ('any' in node) return excluding(anyMatcher(node.any.map(compileMatch)), node.not, 'file');
  return excluding(allMatcher(node.all.map(compileMatch), node.within ?? 'file'), node.not, node.within ?? 'file');
}

const bounded = (spans: readonly Span[]): readonly Span[] => spans.slice(0, PACK_LIMITS.matchesMax);

/** All places of the words in a text, word by word. */
function* findWords(text: string, words: readonly string[], steps: Steps): Generator<{ at: number; word: string }> {
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      steps.spend(1);
      yield { at, word };
    }
  }
}

function literalMatcher(literals: readonly string[], isWord: boolean, isAnyCase: boolean): Matcher {
  const words = isAnyCase ? literals.map((one) => one.toLowerCase()) : literals;
  return ({ texts, trigrams }, steps) => {
    const found: Span[] = [];
    const present = words.filter(trigrams.mayHave);
    if (present.length === 0) return found;
    for (const { view, lower } of texts) {
      const text = isAnyCase ? lower : view.text;
      for (const { at, word } of findWords(text, present, steps)) {
        if (found.length >= PACK_LIMITS.matchesMax) return found;
        if (!isWord || isWhole(text, at, at + word.length)) found.push({ view, start: at, end: at + word.length });
      }
    }
    return found;
  };
}

const isWhole = (text: string, start: number, end: number): boolean =>
  !/\w/.test(text[start - 1] ?? '') && !/\w/.test(text[end] ?? '');

/** The regular expression runs only on lines that contain one of its required literals. */
function regexMatcher(regex: BoundedRegex): Matcher {
  return ({ texts, trigrams }, steps) => {
    const found: Span[] = [];
    const present = regex.required.filter(trigrams.mayHave);
    if (present.length === 0) return found;
    for (const { view, lower } of texts) {
      for (const line of linesWith(lower, present, steps)) {
        const text = view.text.slice(line.start, line.end);
        for (let hit = regex.find(text, 0, steps); hit !== undefined; ) {
          found.push({ view, start: line.start + hit.start, end: line.start + hit.end });
          if (found.length >= PACK_LIMITS.matchesMax) return found;
          const next = Math.max(hit.end, hit.start + 1);
          hit = next < text.length ? regex.find(text, next, steps) : undefined;
        }
      }
    }
    return found;
  };
}

function linesWith(text: string, words: readonly string[], steps: Steps): { start: number; end: number }[] {
  const lines = new Map<number, number>();
  for (const { at, word } of findWords(text, words, steps)) {
    const half = PACK_LIMITS.lineCharactersMax / 2;
    const start = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - half, 0);
    const feed = text.indexOf('\n', at);
    const end = Math.min(feed === -1 ? text.length : feed, at + word.length + half);
    lines.set(start, Math.max(end, lines.get(start) ?? 0));
  }
  return [...lines].sort(([one], [other]) => one - other).map(([start, end]) => ({ start, end }));
}

function factMatcher({ fact: kind, where, count }: Extract<MatchNode, { fact: unknown }>): Matcher {
  const holds = compileWhere(where);
  const counted = count === undefined ? undefined : compileTest(count);
  return ({ facts }, steps) => {
    const all = facts.of(kind);
    steps.spend(all.length);
    const found = all.filter((fact) => holds(fact, steps)).map(({ span }) => span);
    return counted === undefined || counted(found.length, steps) ? bounded(found) : [];
  };
}

function flowMatcher({ from, to }: Extract<MatchNode, { flow: unknown }>['flow']): Matcher {
  const isFrom = compileWhere(from);
  const isTo = compileWhere(to);
  return ({ facts }, steps) => {
    const all = facts.of('flow');
    steps.spend(all.length);
    const found = all.filter(
      (fact) =>
        isFrom({ ...fact, context: fact.context, kind: 'source', value: fact.value.source }, steps) &&
        isTo({ ...fact, context: fact.context, kind: 'sink', value: fact.value.sink }, steps),
    );
    return bounded(found.map(({ span }) => span));
  };
}

const anyMatcher =
  (parts: readonly Matcher[]): Matcher =>
  (subject, steps) =>
    bounded(parts.flatMap((part) => part(subject, steps)));

/** Matches when all parts occur in one scope. The first part determines the place. */
function allMatcher(parts: readonly Matcher[], scope: Scope): Matcher {
  return (subject, steps) => {
    const found: (readonly Span[])[] = [];
    for (const part of parts) {
      const spans = part(subject, steps);
      if (spans.length === 0) return spans;
      found.push(spans);
    }
    const [first = [], ...others] = found;
    const scopes = others.map((spans) => new Set(spans.map((span) => scopeOf(span, scope))));
    return first.filter((span) => scopes.every((known) => known.has(scopeOf(span, scope))));
  };
}

function nearMatcher(parts: readonly Matcher[], lines: number): Matcher {
  return (subject, steps) => {
    const [first = [], ...others] = parts.map((part) => part(subject, steps).map(placeOf));
    steps.spend(first.length * others.reduce((sum, { length }) => sum + length, 0));
    return first
      .filter((one) =>
        others.every((spans) =>
          spans.some(({ file, line }) => file === one.file && Math.abs(line - one.line) <= lines),
        ),
      )
      .map(({ span }) => span);
  };
}

/** Matches parts in sequence within one file. */
function sequenceMatcher(parts: readonly Matcher[], scope: Scope): Matcher {
  return (subject, steps) => {
    const found = parts.map((part) => part(subject, steps).map(placeOf));
    const [first = [], ...others] = found;
    steps.spend(found.reduce((sum, { length }) => sum + length, 0) * parts.length);
    return first
      .filter((one) => {
        let after = one.offset;
        return others.every((spans) => {
          const next = spans
            .filter(
              ({ file, offset, span }) => file === one.file && offset > after && isSameScope(span, one.span, scope),
            )
            .sort((a, b) => a.offset - b.offset)[0];
          after = next?.offset ?? after;
          return next !== undefined;
        });
      })
      .map(({ span }) => span);
  };
}

const isSameScope = (one: Span, other: Span, scope: Scope): boolean => scopeOf(one, scope) === scopeOf(other, scope);

/** Drops matches in excluded contexts, or in a scope with an excluded match. */
function excluding(matcher: Matcher, not: Exclusion | undefined, scope: Scope): Matcher {
  if (not === undefined) return matcher;
  if ('context' in not) {
    const contexts = new Set<Discourse>(not.context);
    return (subject, steps) => matcher(subject, steps).filter((span) => !contexts.has(subject.contextOf(span)));
  }
  const excluded = compileMatch(not);
  return (subject, steps) => {
    const found = matcher(subject, steps);
    const scopes = new Set(excluded(subject, steps).map((span) => scopeOf(span, scope)));
    return found.filter((span) => !scopes.has(scopeOf(span, scope)));
  };
}

function placeOf(span: Span) {
  const original = toOriginal(span);
  return {
    span,
    file: original.view.file,
    offset: original.start,
    line: positionAt(original.view, original.start).line,
  };
}

function scopeOf(span: Span, scope: Scope): string {
  if (scope === 'bundle') return '';
  const { view, start } = toOriginal(span);
  if (scope === 'file') return view.file;
  const { line } = positionAt(view, start);
  return scope === 'line' ? `${view.file}:${line}` : `${view.file}:${blockStart(view.text, start)}`;
}

/** Blank lines separate blocks. */
const blockStart = (text: string, at: number): number => text.lastIndexOf('\n\n', at);
