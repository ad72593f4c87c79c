import type { Span } from '../../types/index.ts';
import { concat, known, shown, type Value } from '../value.ts';
import type { ShellContext } from './session.ts';

const COMMAND = /\$\(|`/;
const WHOLE_COMMAND = /^\s*(?:\$\(|`)/;
/** `name[`, also as the value that a variable is given: `declare -n place=list[…`. */
const ELEMENT = /^(?:\w+\+?=)?\w+\[/;

/** A command within the brackets of a subscript, however long it is and whatever brackets stand before it. */
function hasCommandInSubscript(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '[' && (depth > 0 || /\w/.test(text[at - 1] ?? ''))) depth += 1;
    else if (char === ']' && depth > 0) depth -= 1;
    else if (depth > 0 && (char === '`' || text.startsWith('$(', at))) return true;
  }
  return false;
}

/**
 * A command in a value that was kept from running: a sum or a prompt that uses the value runs it. Nobody writes a
 * subscript or a whole value like that to print it.
 */
export function runKept(value: Value, span: Span, context: ShellContext): void {
  const { text } = value;
  if (text === null || !COMMAND.test(text)) return;
  if (WHOLE_COMMAND.test(text) || hasCommandInSubscript(text)) runPrompt(value, span, context);
}

/** `unset 'a[$(…)]'`, `[ -v 'a[$(…)]' ]`, `let 'a[$(…)]'`: what names an element is a sum. */
export function runSubscript(word: Value, span: Span, context: ShellContext): void {
  const text = shown(word);
  if (COMMAND.test(text) && ELEMENT.test(text) && hasCommandInSubscript(text)) runPrompt(word, span, context);
}

/** The words of a value, as a shell that looks into it once more reads them. */
export function runPrompt(value: Value, span: Span, context: ShellContext): void {
  if (value.text !== null) context.runText(concat([known(': '), value]), span, 'carried');
}
