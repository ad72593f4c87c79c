/** The operator commands: parses the arguments and calls the operators module. */
import { NewOperator, OPERATOR_ROLES, OperatorName } from '@assay/protocol';
import { z } from 'zod';
import type { Operators } from './modules/operators/index.ts';

export type OperatorCommand =
  | { readonly command: 'list' }
  | ({ readonly command: 'add' } & NewOperator)
  | { readonly command: 'new-key' | 'remove'; readonly name: OperatorName };

const USAGE = `Usage: operator list | add NAME --role=${OPERATOR_ROLES.join('|')} [--sign-in=VALUE] | new-key NAME | remove NAME`;

/** Returns the parsed command, or a message that says why it is invalid. */
export function parseOperatorCommand(
  command: string | undefined,
  [name, ...options]: readonly string[],
): OperatorCommand | string {
  if (command === 'list') return { command };
  if (command === 'add') return parseAdd(name, options);
  if (command !== 'new-key' && command !== 'remove') return USAGE;
  const parsed = OperatorName.safeParse(name);
  return parsed.success ? { command, name: parsed.data } : explain(parsed.error);
}

function parseAdd(name: string | undefined, options: readonly string[]): OperatorCommand | string {
  const values = options.map((option) => /^--(role|sign-in)=(.*)$/s.exec(option));
  if (name === undefined || values.includes(null)) return USAGE;
  const given = new Map(values.map((match) => [match?.[1], match?.[2]]));
  const parsed = NewOperator.safeParse({ name, role: given.get('role'), signIn: given.get('sign-in') });
  return parsed.success ? { command: 'add', ...parsed.data } : explain(parsed.error);
}

const explain = (error: z.ZodError): string => `${z.prettifyError(error)}\n${USAGE}`;

/** Recorded without an operator name, like the administrative key: both need access to the machine. */
const COMMAND_LINE = { caller: { name: undefined }, requestId: null };

export async function runOperatorCommand(operators: Operators, asked: OperatorCommand): Promise<object> {
  switch (asked.command) {
    case 'list':
      return operators.list();
    case 'add':
      return operators.add(asked, COMMAND_LINE);
    case 'new-key':
      return operators.replaceKey(asked.name, COMMAND_LINE);
    case 'remove':
      await operators.remove(asked.name, COMMAND_LINE);
      return { removed: asked.name };
  }
}
