import type { FactOf, Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { indexSet } from './index-set.ts';
import { recordInstalls } from './install.ts';
import { peelWrappers, programName } from './words.ts';

type Typed = {
  readonly words: readonly string[];
  readonly redirects: FactOf<'command'>['value']['redirects'];
  readonly upstream: ReadonlySet<string>;
  readonly isBackground: boolean;
};

/** Records a command without its wrappers, and the packages that it installs. */
export function recordCommand(
  { words, redirects, upstream, isBackground }: Typed,
  unit: Unit,
  span: Span,
  analysis: Analysis,
): void {
  const peeled = peelWrappers(words);
  const program = programName(peeled[0] ?? '');
  const args = peeled.slice(1);
  analysis.recorder.add(
    'command',
    {
      program,
      args,
      text: span.view.text.slice(span.start, span.end),
      redirects,
      upstream: [...upstream],
      isElevated: words.some((word, index) => index < 3 && /^(?:sudo|doas|pkexec)$/.test(word)),
      isBackground: isBackground || /^(?:nohup|setsid|disown)$/.test(words[0] ?? ''),
      ...indexSet(program, args),
    },
    unit,
    span,
  );
  recordInstalls(program, args, unit, span, analysis);
}
