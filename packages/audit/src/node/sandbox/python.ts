import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { interpretPython } from '../../sandbox/python/interpret.ts';
import { type CodeCall, type CodeResult, CodeSyntaxError, type Machine } from './engines.ts';

export const PYTHON_RUN_LIMITS = { passesMax: 3, commandsMax: 12 } as const;

const BROKEN_SHARE_MAX = 0.3;

let loading: Promise<Parser> | undefined;

/** The grammar is loaded once per process, and only when there is Python to read. */
async function loadParser(): Promise<Parser> {
  await Parser.init();
  const wasm = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(wasm));
  return parser;
}

/** Acts out Python in the fake world. Commands it starts are run between passes, as for scripts. */
export function createPythonRunner(machine: Machine): (call: CodeCall) => Promise<CodeResult> {
  const { world } = machine;
  return async ({ code, path, args }) => {
    loading ??= loadParser();
    const parser = await loading;
    assertReadable(parseWith(parser, code), code.length);
    const answers = new Map<string, string>();
    for (let pass = 1; pass <= PYTHON_RUN_LIMITS.passesMax; pass += 1) {
      const wanted = new Map<string, { command: string; stdin: string }>();
      const runCommand = (command: string, stdin: string) => {
        const key = JSON.stringify([command, stdin]);
        if (!answers.has(key) && wanted.size < PYTHON_RUN_LIMITS.commandsMax) wanted.set(key, { command, stdin });
        return answers.get(key);
      };
      world.inferred(() =>
        interpretPython(parseWith(parser, code), { world, args, parse: (text) => parseWith(parser, text), runCommand }),
      );
      if (wanted.size === 0) return { stdout: '', stderr: '', exitCode: 0 };
      for (const [key, { command, stdin }] of wanted)
        answers.set(key, await runCommandLine(machine, path, command, stdin));
    }
    world.limit('commands started by a script');
    return { stdout: '', stderr: '', exitCode: 0 };
  };
}

/** A tree can be had of anything; one that is mostly errors says nothing about the code. */
function assertReadable(root: Node, length: number): void {
  if (!root.hasError) return;
  const broken = root.namedChildren.filter((child) => child.type === 'ERROR' || root.type === 'ERROR');
  const brokenLength = broken.reduce((sum, child) => sum + child.endIndex - child.startIndex, 0);
  if (brokenLength > length * BROKEN_SHARE_MAX) throw new CodeSyntaxError('mostly syntax errors');
}

function parseWith(parser: Parser, code: string) {
  const tree = parser.parse(code);
  if (tree === null) throw new Error('the parser gave no tree');
  return tree.rootNode;
}

async function runCommandLine(
  { world, shell }: Machine,
  path: string,
  command: string,
  stdin: string,
): Promise<string> {
  world.inferred(() =>
    world.record({ kind: 'exec', target: command, data: world.tracer.find(`${command}\n${stdin}`) }),
  );
  try {
    return (await shell({ code: command, path, args: [], stdin })).stdout;
  } catch {
    world.miss(`command does not parse: ${command}`);
    return '';
  }
}
