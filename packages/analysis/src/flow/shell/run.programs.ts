import { bytesToText, decodeBase64 } from '../../bundle/decode/codecs.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import { own } from '../../own.ts';
import { isFullyKnown, shown, taintAt, UNKNOWN, type Value } from '../value.ts';
import { codeAmong, isCodeItself } from './code-options.ts';
import { readOptions } from './options.ts';
import type { Execution, Handler, Invoked } from './session.ts';
import { isLookedAt, joinWords } from './words.ts';

const execution = (invoked: Invoked, lang: Execution['lang']): Execution => ({
  lang,
  span: invoked.span,
  isElevated: invoked.isElevated,
  stdin: invoked.stdin,
});

/** sh and other shells: `-c code`, a file, or standard input. */
const shell: Handler = (invoked) => {
  const { args, context } = invoked;
  const code = codeAmong(args, 'shell');
  if (code !== undefined) return context.execute(code, execution(invoked, 'shell'));
  const file = fileAmong(invoked, (word) => /^[-+]/.test(word));
  const readsStdin = file === undefined || args.some((arg) => /^-[a-z]*s/.test(shown(arg)));
  if (readsStdin && invoked.stdin !== null) return context.execute(invoked.stdin, execution(invoked, 'shell'));
  if (file === undefined) return UNKNOWN;
  const written = context.session.files.get(shown(file));
  if (written !== undefined) return context.execute(written, execution(invoked, 'shell'));
  runNamed(invoked, file, args.slice(args.indexOf(file) + 1), 'shell');
  return UNKNOWN;
};

/** The program file: the first operand that names a bundle file, because options may have values; else the first operand. */
function fileAmong(invoked: Invoked, isOption: (word: string) => boolean): Value | undefined {
  const words = invoked.args.filter((arg) => !isOption(shown(arg)));
  const at = invoked.args.findIndex((arg) => isOption(shown(arg)));
  const isFirst = at === -1 || invoked.args[0] === words[0];
  return (isFirst ? undefined : words.find((word) => isInBundle(invoked, shown(word)))) ?? words[0];
}

/** Runtimes that run a program from a URL. */
const RUNS_ADDRESSES: ReadonlySet<string> = new Set(['deno', 'bun', 'uv']);

/** A file argument may also be `<(…)`, whose value is content instead of a name. */
function runNamed(invoked: Invoked, file: Value, args: readonly Value[], lang: Execution['lang']): void {
  const path = shown(file);
  const remote = RUNS_ADDRESSES.has(invoked.program) && /^https?:\/\//.test(path) ? toUrlValue(path) : undefined;
  if (remote !== undefined) {
    const taint = taintAt('network-input', path, invoked.span, remote);
    invoked.context.execute({ ...UNKNOWN, taints: [taint] }, execution(invoked, lang));
  } else if (path.startsWith('/dev/fd/')) invoked.context.execute({ ...file, text: null }, execution(invoked, lang));
  else if (path === '-' || path === '/dev/stdin')
    invoked.context.execute(invoked.stdin ?? UNKNOWN, execution(invoked, lang));
  else if (/[./*]/.test(path) || invoked.context.session.files.has(path) || isInBundle(invoked, path))
    invoked.context.runFile(path, args, execution(invoked, lang));
  // A bare name may be a file that another program writes.
  else if (/^\w[\w-]*$/.test(path)) noteBare(invoked, path, lang);
  if (isCodeItself(path) && !isInBundle(invoked, path)) invoked.context.execute(file, execution(invoked, lang));
}

const noteBare = ({ context: { analysis, unit }, span }: Invoked, path: string, language: Execution['lang']): void =>
  analysis.noteRun({ path, language, unit, at: span });

/** A name without an extension is a file when the bundle has a file of that name. */
const isInBundle = ({ context }: Invoked, path: string): boolean =>
  context.analysis.findFile(path, context.unit.file) !== undefined;

const interpreter =
  (lang: Execution['lang'], skip: RegExp = /^-/): Handler =>
  (invoked) => {
    const { args, context } = invoked;
    const code = codeAmong(args, lang);
    if (code !== undefined) return context.execute(code, execution(invoked, lang));
    const moduleAt = args.findIndex((arg) => shown(arg) === '-m');
    if (moduleAt !== -1) {
      // `-m cProfile file`, `-m trace file`: a module that runs another program.
      const file = args.slice(moduleAt + 2).find((arg) => isInBundle(invoked, shown(arg)));
      if (file !== undefined) runNamed(invoked, file, args.slice(args.indexOf(file) + 1), lang);
      return UNKNOWN;
    }
    const file = fileAmong(invoked, (word) => skip.test(word) && word !== '-');
    if (file === undefined) {
      if (invoked.stdin !== null && args.every((arg) => !/^--?(?:version|help|V|h)$/.test(shown(arg))))
        context.execute(invoked.stdin, execution(invoked, lang));
    } else runNamed(invoked, file, args.slice(args.indexOf(file) + 1), lang);
    return UNKNOWN;
  };

/** PowerShell's own flags: `-Command`, `-File`, `-EncodedCommand` in any unambiguous shortening. */
const powershell: Handler = (invoked) => {
  const { args, context } = invoked;
  const words = args.map(shown);
  const how = execution(invoked, 'powershell');
  const encodedAt = words.findIndex((word) => /^-e(?:c|n|nc|nco|ncod|ncode|ncoded|ncodedc\w*)?$/i.test(word));
  const payload = encodedAt === -1 ? undefined : args[encodedAt + 1];
  if (payload !== undefined) {
    const bytes = isFullyKnown(payload) ? decodeBase64(payload.text) : undefined;
    context.execute(
      bytes === undefined
        ? { ...payload, text: null, isDecoded: true }
        : { text: bytesToText(bytes), taints: payload.taints, isDecoded: true },
      how,
    );
    return UNKNOWN;
  }
  const fileAt = words.findIndex((word) => /^-f(?:ile)?$/i.test(word));
  const file = fileAt === -1 ? undefined : args[fileAt + 1];
  if (file !== undefined) {
    context.runFile(shown(file), args.slice(fileAt + 2), how);
    return UNKNOWN;
  }
  const codeAt = words.findIndex((word) => /^-c(?:ommand)?$/i.test(word));
  const code =
    codeAt === -1
      ? args.filter(
          (arg) =>
            !/^-(?:nop\w*|noni\w*|w\w*|ex\w*|ep|sta|nologo|noexit|hidden|bypass|unrestricted)$/i.test(shown(arg)) &&
            !/^(?:hidden|bypass|unrestricted|remotesigned)$/i.test(shown(arg)),
        )
      : args.slice(codeAt + 1);
  if (code.length > 0) return context.execute(joinWords(code), how);
  return invoked.stdin === null ? UNKNOWN : context.execute(invoked.stdin, how);
};

const evaluate: Handler = (invoked) => {
  invoked.context.execute(joinWords(invoked.args), execution(invoked, 'shell'));
  return UNKNOWN;
};

const sourceFile: Handler = (invoked) => {
  const file = invoked.args[0];
  if (file === undefined) return UNKNOWN;
  runNamed(invoked, file, invoked.args.slice(1), 'shell');
  invoked.context.takeOver(shown(file));
  return UNKNOWN;
};

const WRAPPER_VALUED: Readonly<Record<string, readonly string[]>> = {
  sudo: ['u', 'g', 'h', 'p', 'C', 'user', 'group'],
  doas: ['u', 'C'],
  timeout: ['s', 'k', 'signal'],
  nice: ['n'],
  ionice: ['c', 'n'],
  env: ['u', 'C', 'S'],
  xargs: ['I', 'n', 'P', 'd', 'L', 'a', 'E', 's'],
  watch: ['n', 'd'],
  parallel: ['j', 'a'],
  chroot: [],
  flock: ['w'],
  stdbuf: ['o', 'i', 'e'],
  time: ['f', 'o'],
};

/** `sudo`, `env`, `nohup`, `timeout 5`, …: the command follows the wrapper's own arguments. */
const wrapper: Handler = (invoked) => {
  const { program, context, stdin, span } = invoked;
  const valued = new Set(own(WRAPPER_VALUED, program) ?? []);
  let rest = [...invoked.args];
  const takeFirst = (): string => shown(rest[0] ?? UNKNOWN);
  while (rest.length > 0 && takeFirst().startsWith('-')) {
    const flag = takeFirst();
    if (program === 'env' && /^-S|^--split-string/.test(flag)) break;
    rest = rest.slice(valued.has(flag.replace(/^-+/, '')) ? 2 : 1);
  }
  // `env` accepts any word with an equals sign as an assignment, even when the name is no valid variable name.
  const setting = program === 'env' ? /^[^=]+=/ : /^[A-Za-z_]\w*=/;
  while (rest.length > 0 && setting.test(takeFirst())) {
    const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(takeFirst());
    if (match !== null && rest[0] !== undefined)
      context.session.variables.set(match[1] ?? '', { ...rest[0], text: match[2] ?? '' });
    rest = rest.slice(1);
  }
  if (program === 'timeout' || program === 'repeat' || program === 'flock' || program === 'chroot')
    rest = rest.slice(1);
  if (rest.length === 0) {
    if (program === 'env')
      return {
        ...UNKNOWN,
        taints: [taintAt('environment', 'all environment variables', span)],
      };
    return stdin ?? UNKNOWN;
  }
  const isElevated = invoked.isElevated || program === 'sudo' || program === 'doas' || program === 'pkexec';
  if (isElevated) context.analysis.recorder.add('capability', { name: 'system.privilege' }, context.unit, span);
  // A coprocess communicates through two pipes without names, which the analysis cannot follow.
  if (program === 'coproc') context.analysis.recorder.limit('a coprocess', context.unit.file);
  const words = program === 'xargs' ? withInput(rest, invoked) : rest;
  return context.runArgs(words, program === 'xargs' ? null : stdin, span, isElevated);
};

/** `xargs` appends its input, or inserts it at the placeholder of `-I`. */
function withInput(rest: readonly Value[], { args, stdin }: Invoked): Value[] {
  if (stdin === null) return [...rest];
  const flag = args.findIndex((arg) => /^-[iI]/.test(shown(arg)));
  const given = flag === -1 ? '' : shown(args[flag] ?? UNKNOWN).slice(2) || shown(args[flag + 1] ?? UNKNOWN);
  if (given === '' || !rest.some((word) => shown(word).includes(given))) return [...rest, stdin];
  return rest.map((word) =>
    shown(word).includes(given)
      ? {
          ...stdin,
          text: shown(word).replaceAll(given, shown(stdin).trim()),
          taints: [...word.taints, ...stdin.taints],
        }
      : word,
  );
}

const busybox: Handler = (invoked) =>
  invoked.context.runArgs(invoked.args, invoked.stdin, invoked.span, invoked.isElevated);

/** `npx tsx file`, `bunx ts-node file`: a runner whose package is an interpreter. */
const PACKAGED_INTERPRETER = /^(?:tsx|ts-node|node|esr|vite-node|bun|deno)(?:@\S+)?$/;
const packageRunner: Handler = (invoked) => {
  const at = invoked.args.findIndex((arg) => !/^-/.test(shown(arg)) && !/^(?:exec|dlx|x)$/.test(shown(arg)));
  const [program, ...rest] = at === -1 ? [] : invoked.args.slice(at);
  if (program === undefined || !PACKAGED_INTERPRETER.test(shown(program))) return UNKNOWN;
  const name = { ...program, text: shown(program).replace(/@.*$/, '') };
  return invoked.context.runArgs([name, ...rest], invoked.stdin, invoked.span, invoked.isElevated);
};

const opener: Handler = (invoked) => {
  const { operands } = readOptions(invoked.args, new Set(['a', 'b']));
  for (const operand of operands) {
    if (!/^[a-z]+:\/\//i.test(shown(operand)) && !isLookedAt(operand))
      invoked.context.runFile(shown(operand), [], { ...execution(invoked, 'unknown') });
  }
  return UNKNOWN;
};

const PYTHON = interpreter('python');
const NODE = interpreter('javascript');
const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'csh', 'tcsh', 'rbash', 'mksh'];
/** Programs that run code from a file or from an option. */
export const INTERPRETERS: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...'python python2 python3 pypy3 node nodejs bun deno tsx ts-node perl ruby php lua osascript pwsh powershell'.split(
    ' ',
  ),
]);
const WRAPPERS =
  'sudo doas pkexec env nohup time timeout command builtin exec nice ionice stdbuf setsid xargs watch parallel caffeinate arch unbuffer flock chroot gtimeout disown firejail coproc noglob nocorrect repeat strace ltrace taskset chrt shell call @ unshare nsenter systemd-run setpriv proxychains then else do !'.split(
    ' ',
  );

const otherInterpreter: Handler = (invoked) => {
  const { context, span } = invoked;
  const code = codeAmong(invoked.args, 'unknown');
  if (code !== undefined) {
    const how = { lang: 'unknown', origin: 'argument', layer: null } as const;
    context.analysis.descend({ ...how, text: shown(code), at: span, unit: context.unit });
  }
  const file = invoked.args.find(
    (arg, at) =>
      !/^[-/]/.test(shown(arg)) && !/^--?(?:encoding|cp|classpath)$/.test(shown(invoked.args[at - 1] ?? UNKNOWN)),
  );
  if (file !== undefined) context.runFile(shown(file), [], execution(invoked, 'unknown'));
  return UNKNOWN;
};

/** Interpreters of languages without a flow analysis. The code and the file among their arguments run. */
const OTHER_INTERPRETERS =
  'tclsh wish expect rscript Rscript swift java javac jshell groovy scala kotlin julia elixir erl escript luajit runghc ocaml cscript wscript octave gnuplot swipl guile racket nim crystal';

export const RUN_PROGRAMS: ReadonlyMap<string, Handler> = tableOf<Handler>([
  ...SHELLS.map((name) => [name, shell] as const),
  ...WRAPPERS.map((name) => [name, wrapper] as const),
  ['busybox', busybox],
  ['toybox', busybox],
  ...rowsOf(PYTHON, 'python python2 python3 pypy3'),
  ['node', NODE],
  ['nodejs', NODE],
  ['bun', interpreter('javascript', /^(?:-|run$|x$)/)],
  ['deno', interpreter('javascript', /^(?:-|run$)/)],
  ['tsx', NODE],
  ...rowsOf(packageRunner, 'npx bunx pnpx'),
  ['ts-node', NODE],
  ['perl', interpreter('perl')],
  ['ruby', interpreter('ruby')],
  ['php', interpreter('php')],
  ['lua', interpreter('lua')],
  ...rowsOf(otherInterpreter, OTHER_INTERPRETERS),
  ['powershell', powershell],
  ['pwsh', powershell],
  ['eval', evaluate],
  ['start-process', opener],
  ['run', wrapper], // RUN of a Dockerfile
  ['onbuild', wrapper],
  ['source', sourceFile],
  ['.', sourceFile],
  ...rowsOf(opener, 'open xdg-open installer dpkg'),
]);
