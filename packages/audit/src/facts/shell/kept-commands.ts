import type { Span } from '../../model.ts';
import { concat, known, shown, type Value } from '../value.ts';
import type { ShellContext } from './session.ts';

const KEPT_COMMAND = /^\s*(?:\$\(|`)|\w\[[^\]\n]{0,200}?(?:\$\(|`)/;
const SUBSCRIPT_COMMAND = /^\w+\[[^\]\n]{0,200}?(?:\$\(|`)/;

/**
 * A command in a value that was kept from running: a sum or a prompt that uses the value runs it. Nobody writes a
 * subscript or a whole value like that to print it.
 */
export function runKept(value: Value, span: Span, context: ShellContext): void {
  if (value.text !== null && KEPT_COMMAND.test(value.text)) runPrompt(value, span, context);
}

/** `unset 'a[$(…)]'`, `[ -v 'a[$(…)]' ]`, `let 'a[$(…)]'`: what names an element is a sum. */
export function runSubscript(word: Value, span: Span, context: ShellContext): void {
  if (SUBSCRIPT_COMMAND.test(shown(word))) runPrompt(word, span, context);
}

/** The words of a value, as a shell that looks into it once more reads them. */
export function runPrompt(value: Value, span: Span, context: ShellContext): void {
  if (value.text !== null) context.runText(concat([known(': '), value]), span, 'carried');
}
