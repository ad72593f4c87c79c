import { Bash, type BashExecResult, type Command, decodeBytesToUtf8, parse, unsafeBytesFromLatin1 } from 'just-bash';
import { isInstalled } from '../world/world-files.ts';
import { answer, imitate, quote } from './commands/command.ts';
import { decoderCommands } from './commands/decoders.ts';
import { everydayCommands } from './commands/everyday.ts';
import { gitCommands } from './commands/git.ts';
import { EVAL_COMMAND, interpreterCommands } from './commands/interpreters.ts';
import { systemCommands } from './commands/system.ts';
import { transferCommands } from './commands/transfer.ts';
import { type CodeCall, CodeSyntaxError, type Machine, type ShellResult } from './engines.ts';
import { definitionsOf, instrument, MARK_COMMAND, type ShellOutline } from './instrument.ts';
import { createShellFiles } from './shell-files.ts';

/** Counters instead of clocks: the same script stops at the same point on every machine. */
const SHELL_LIMITS = {
  maxSourceBytes: 262_144,
  maxExecDepth: 24,
  maxCallDepth: 60,
  maxCommandCount: 10_000,
  maxLoopIterations: 10_000,
  maxAwkIterations: 20_000,
  maxSedIterations: 20_000,
  maxJqIterations: 20_000,
  maxWorkUnits: 200_000,
  maxTraversalEntries: 20_000,
  maxTraversalWork: 100_000,
  maxLiveBytes: 16_777_216,
  maxInputBytes: 33_554_432,
  maxArchiveBytes: 8_388_608,
  maxArchiveEntryBytes: 4_194_304,
  maxArchiveEntries: 2_000,
  maxGlobOperations: 50_000,
  maxStringLength: 1_048_576,
  maxArrayElements: 20_000,
  maxHeredocSize: 1_048_576,
  maxSubstitutionDepth: 30,
  maxBraceExpansionResults: 5_000,
  maxOutputSize: 2_097_152,
  maxSourceDepth: 20,
} as const;

const LIMIT_MESSAGE = /executionLimits|(?:limit|maximum|too many)[^\n]*exceeded|limit exceeded|too many commands/i;
/** `eval` stays the shell's own, so that it keeps its variables. The wrapper only reports the evaluated text. */
const PRELUDE = `eval() { ${EVAL_COMMAND} "$@"; builtin eval "$@"; }\n`;

type Pending = Required<Pick<CodeCall, 'path' | 'firstLine' | 'args'>> & {
  functions: CodeCall['functions'] | undefined;
};

/** Runs shell code in the fake world. Throws when the code does not parse. */
export function createShell(machine: Machine): (call: CodeCall) => Promise<ShellResult> {
  const { world } = machine;
  const marks = new Map<ShellOutline, Set<number>>();
  const traps: string[] = [];
  let outline: ShellOutline = { places: [], background: [], variables: new Set() };

  const own: Command[] = [
    ...imitate(machine, [MARK_COMMAND], ({ args: [kind, mark] }) => {
      if (kind === 'branch') marks.get(outline)?.add(Number(mark));
      else
        world.record({
          kind: 'exec',
          target: outline.background[Number(mark)] ?? 'background process',
          data: ['background'],
        });
      return answer();
    }),
    ...imitate(machine, ['trap'], ({ args: [action = ''] }) => {
      if (action !== '' && action !== '-') traps.push(action);
      return answer();
    }),
  ];
  const commands = [
    ...own,
    ...decoderCommands(machine),
    ...everydayCommands(machine),
    ...gitCommands(machine),
    ...interpreterCommands(machine),
    ...systemCommands(machine),
    ...transferCommands(machine),
  ];
  const bash = new Bash({
    fs: createShellFiles(world),
    cwd: world.places.work,
    env: world.env,
    executionLimits: SHELL_LIMITS,
    sleep: async (ms) => {
      world.clock.nowMs += ms;
    },
    processInfo: { pid: 4_242, ppid: 4_200, uid: world.surroundings.uid, gid: world.surroundings.uid },
    customCommands: commands.filter(({ name }) => isInstalled(name, world.surroundings.isBare)),
  });
  bash.registerTransformPlugin({ name: 'assay', transform: ({ ast }) => ({ ast: prepare(ast) }) });

  // Later code of a session keeps the variables and the folder of earlier code. Programs started within it do not change them.
  let session = { env: world.env, cwd: world.places.work };
  let depth = 0;
  async function type(code: string, stdin: string): Promise<BashExecResult> {
    depth += 1;
    try {
      const { env, cwd } = depth === 1 ? session : { env: world.env, cwd: world.places.work };
      const result = await bash.exec(code, { rawScript: true, stdin, stdinKind: 'bytes', env, cwd });
      if (depth === 1) session = { env: result.env, cwd: result.env.PWD ?? world.places.work };
      return result;
    } finally {
      depth -= 1;
    }
  }

  let pending: Pending | undefined;
  function prepare(ast: ReturnType<typeof parse>): ReturnType<typeof parse> {
    if (pending === undefined) return ast;
    const { path, firstLine, args, functions } = pending;
    pending = undefined;
    outline = instrument(ast, path, firstLine);
    marks.set(outline, new Set());
    const parameters = args.length > 0 ? `set -- ${args.map(quote).join(' ')}\n` : '';
    const statements =
      functions === undefined
        ? ast.statements
        : [...definitionsOf(ast), ...parse(functions.map((name) => `( ${name} example ) || :`).join('\n')).statements];
    return { ...ast, statements: [...parse(PRELUDE + parameters).statements, ...statements] };
  }

  return async ({ code, path, args, stdin = '', firstLine = 1, functions }) => {
    assertParses(code);
    const outer = outline;
    pending = { path, firstLine, args, functions };
    const result = await type(code, stdin);
    const mine = outline;
    for (const action of traps.splice(0)) await bash.exec(action, { env: result.env });
    if (LIMIT_MESSAGE.test(result.stderr)) world.limit('shell steps or bytes');
    for (const name of mine.variables)
      if (world.plantedVariables.has(name)) world.record({ kind: 'env', target: name });
    const taken = marks.get(mine) ?? new Set();
    marks.delete(mine);
    outline = outer;
    return {
      stdout: result.stdout,
      stderr: decodeBytesToUtf8(unsafeBytesFromLatin1(result.stderr)),
      exitCode: result.exitCode,
      untaken: mine.places.filter((_, mark) => !taken.has(mark)).map((place) => `${place} not taken`),
    };
  };
}

/** The same code runs in several environments, so parse results are cached. */
const parsing = new Set<string>();
const PARSING_MAX = 32;

function assertParses(code: string): void {
  if (parsing.has(code)) return;
  try {
    parse(code);
    if (parsing.size >= PARSING_MAX) parsing.clear();
    parsing.add(code);
  } catch (error) {
    throw new CodeSyntaxError(error instanceof Error ? error.message : 'syntax error', { cause: error });
  }
}
