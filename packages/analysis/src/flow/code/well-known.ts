import { own } from '../../own.ts';
import type { Span } from '../../types/index.ts';
import { taintAt } from '../value.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';

/** Objects that hold the whole environment. A property of one of them is one variable. */
export const ENVIRONMENTS = new Set(
  'os.environ process.env ENV $_ENV $_SERVER Deno.env import.meta.env Bun.env environ'.split(' '),
);
/** Functions that write their arguments to standard output. */
export const PRINTERS = new Set(
  'print console.log process.stdout.write sys.stdout.write puts echo printf Write-Output Write-Host'.split(' '),
);

const COMMAND_LINES = new Set(['sys.argv', 'process.argv', 'ARGV', 'os.Args', '$argv', 'Deno.args', 'Bun.argv']);

const STANDARD_INPUTS = new Set(['sys.stdin', 'process.stdin']);
/** The parts of a request in web frameworks. */
const REQUESTS =
  /(?:^|^flask\.)(?:request\.(?:args|form|json|data|values|body|query|params|files|headers|cookies)|req\.(?:body|query|params|headers|cookies))$/;

/** Names for the interpreter that runs the program. */
const OWN_PROGRAMS: Readonly<Record<string, string>> = {
  'sys.executable': 'python3',
  'process.execPath': 'node',
  'process.argv0': 'node',
};

/** The value of a well-known name with its source; `undefined` for any other name. */
export function wellKnown(name: string, at: Span): CodeValue | undefined {
  const program = own(OWN_PROGRAMS, name);
  if (program !== undefined) return { ...NOTHING, text: program, ref: name };
  const source = sourceOf(name);
  if (source === undefined) return undefined;
  return { ...withTaints([taintAt(source, name, at)]), ref: name };
}

function sourceOf(name: string): 'environment' | 'argv' | 'stdin' | 'user-input' | undefined {
  if (ENVIRONMENTS.has(name)) return 'environment';
  if (COMMAND_LINES.has(name)) return 'argv';
  if (STANDARD_INPUTS.has(name)) return 'stdin';
  return REQUESTS.test(name) ? 'user-input' : undefined;
}
