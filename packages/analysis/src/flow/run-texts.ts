import type { Made } from '../runs/run-text.ts';
import type { Language, Span, Unit, View } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { runWritten } from './startup.ts';

/** A command, an evaluated text or a written file that the sandbox observed from a unit. */
export type MadeText = { readonly unit: Unit; readonly span: Span; readonly made: Made };

const LANGUAGES: Record<Exclude<Made['kind'], 'file'>, Language> = {
  command: 'shell',
  python: 'python',
  javascript: 'javascript',
};
const LAYER = 'when it ran';

/**
 * Analyses the texts that a program ran or wrote in the sandbox like text of the bundle, whether it computed them, extracted them
 * from a picture or looked them up in a table. Text that the bundle contains literally has been analysed in its place.
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
