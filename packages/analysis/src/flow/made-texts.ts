import type { Made } from '../runs/made.ts';
import type { Language, Span, Unit, View } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { runWritten } from './startup.ts';

/** What the sandbox saw a unit start, have evaluated or leave in a file. */
export type MadeText = { readonly unit: Unit; readonly span: Span; readonly made: Made };

const LANGUAGES: Record<Exclude<Made['kind'], 'file'>, Language> = {
  command: 'shell',
  python: 'python',
  javascript: 'javascript',
};
const LAYER = 'when it ran';

/**
 * However a program came to a text, by arithmetic, from a picture or out of a table: what it runs or leaves is read as if it had been
 * written down. What stands in the bundle in just these words has been read there, in its place.
 */
export function reviewMade(analysis: Analysis, views: ReadonlyMap<string, View>, made: readonly MadeText[]): void {
  const written = [...views.values()].map(({ text }) => folded(text));
  for (const { unit, span, made: one } of made) {
    const { kind, text, path } = one;
    if (kind === 'file') {
      analysis.recorder.path(path, 'write', unit, span, text);
      runWritten(analysis, unit, path, text, span);
    } else if (!written.some((known) => known.includes(folded(text))))
      analysis.descend({ lang: LANGUAGES[kind], text, at: span, unit, origin: 'argument', layer: LAYER });
  }
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
