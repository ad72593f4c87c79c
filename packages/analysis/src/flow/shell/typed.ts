import type { Span } from '../../types/index.ts';
import { isSystemPrompt, takesPlaceOf } from '../imitated.ts';
import { shown, type Taint, tainted, type Value } from '../value.ts';
import type { Invoked } from './session.ts';
import type { ShellSession } from './terminal.ts';
import { programName } from './words.ts';

const typed = (kind: Taint['class'], label: string, at: Span): Value =>
  tainted([{ class: kind, label, at, isEncoded: false, url: null }]);

/** What is typed, as the shell hands it to a function before it runs it. */
export const typedCommand = (at: Span): Value => typed('keylog', 'what is typed into the shell', at);

/** A covered answer to a program that passes for another is what was typed for that one. */
export function typedAnswer({ args, context: { session, unit }, span }: Invoked): Value {
  const words = args.map(shown);
  const isCovered = words.some((word) => /^-[a-z]*s/.test(word));
  const own = programName(unit.file);
  const program = session.stoodFor === '' && takesPlaceOf(own, '') ? own : session.stoodFor;
  if (isCovered && (program !== '' || words.some(isSystemPrompt)))
    return typed('keylog', `a password typed for ${program === '' ? 'the system' : program}`, span);
  return typed('user-input', 'typed by the user', span);
}

/**
 * What stands in a function is seen even when nobody calls it. One that takes the place of a program is that program to whoever
 * types its name.
 */
export function lookInto(session: ShellSession, name: string, body: string, run: () => Value): void {
  if (session.isTakingOver) return;
  const before = session.stoodFor;
  if (takesPlaceOf(name, body)) session.stoodFor = name;
  run();
  session.stoodFor = before;
}
