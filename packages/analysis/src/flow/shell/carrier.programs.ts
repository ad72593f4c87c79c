import { UNKNOWN_PART } from '../../models/origins/origin.ts';
import { own } from '../../own.ts';
import { shown, UNKNOWN, type Value } from '../value.ts';
import type { Handler, Invoked } from './session.ts';
import { joinWords } from './words.ts';

/** The arguments of a program that hold a command line for a shell. */
type Carrier = {
  /** Options whose value is a command. */
  readonly flags?: readonly string[];
  /** Patterns of words that contain a command. The first group is the command. */
  readonly shapes?: readonly RegExp[];
  /** Every operand is a command. */
  readonly hasOperands?: boolean;
  /** Only the first operand is a command. */
  readonly hasFirst?: boolean;
  /** Standard input is a list of commands. */
  readonly hasInput?: boolean;
};

const SSH_OPTION = /(?:ProxyCommand|LocalCommand|RemoteCommand|KnownHostsCommand|Match exec)[= ]+(.+)/is;
const GIT_SETTING =
  /(?:alias\.[\w-]+=!|(?:core\.(?:sshCommand|pager|editor|fsmonitor|hooksPath|gitProxy)|sequence\.editor|diff\.external|credential\.helper|gpg\.program|filter\.[\w-]+\.(?:clean|smudge|process))=!?)(.+)/is;
const QUOTED = '"((?:[^"\\\\]|\\\\.){1,4000})"';

const CARRIERS: Readonly<Record<string, Carrier>> = {
  trap: { hasFirst: true },
  mapfile: { flags: ['-C'] },
  readarray: { flags: ['-C'] },
  compgen: { flags: ['-C'] },
  complete: { flags: ['-C'] },
  bind: { flags: ['-x'], shapes: [/^"[^"]*":\s*(.+)/s] },
  watch: { hasOperands: true },
  parallel: { hasOperands: true },
  at: { hasInput: true },
  batch: { hasInput: true },
  script: { flags: ['-c', '--command', '-qc', '-qec'] },
  su: { flags: ['-c', '--command'] },
  runuser: { flags: ['-c', '--command'] },
  sg: { flags: ['-c'] },
  ssh: { shapes: [SSH_OPTION] },
  sftp: { shapes: [SSH_OPTION], flags: ['-S'] },
  scp: { shapes: [SSH_OPTION], flags: ['-S'] },
  rsync: { flags: ['-e', '--rsh', '--rsync-path'], shapes: [/^--(?:rsh|rsync-path)=(.+)/s] },
  git: { shapes: [GIT_SETTING, /^--(?:upload-pack|receive-pack|exec)=(.+)/s] },
  tar: {
    shapes: [
      /^--checkpoint-action=exec=(.+)/s,
      /^--(?:to-command|use-compress-program|info-script|new-volume-script|rsh-command)=(.+)/s,
    ],
    flags: ['-I', '--to-command', '--use-compress-program'],
  },
  zip: { flags: ['-TT', '--unzip-command'] },
  vim: { shapes: [/^[+:]?!(.+)/s, /system\(\s*['"](.+)['"]\s*\)/s] },
  gdb: { shapes: [/^(?:shell|!)\s*(.+)/s] },
  awk: {
    shapes: [
      new RegExp(`system\\s*\\(\\s*${QUOTED}`, 'gs'),
      new RegExp(`${QUOTED}\\s*\\|&?\\s*getline`, 'gs'),
      new RegExp(`\\|&?\\s*${QUOTED}`, 'gs'),
    ],
  },
  sed: { shapes: [/(?:^|[;{\n])\s*(?:\d+|\$|\/[^/\n]{0,200}\/)?\s*e\s+([^\n]+)/s] },
  expect: { shapes: [/\b(?:spawn|exec|system)\s+([^;\n]+)/s] },
  lua: { shapes: [/(?:os\.execute|io\.popen)\s*\(?\s*["'](.+?)["']\s*\)?/s] },
  psql: { shapes: [/^(?:\\!|\.(?:shell|system)\b)\s*(.+)/s] },
  tmux: { hasOperands: true },
  screen: { hasOperands: true },
  entr: { hasOperands: true },
  xterm: { flags: ['-e'] },
  man: { flags: ['-P', '--pager'] },
  npm: { shapes: [/^--call=(.+)/s], flags: ['-c', '--call'] },
  npx: { flags: ['-c', '--call'] },
  fd: { flags: ['-x', '-X', '--exec', '--exec-batch'] },
};

const SAME: Readonly<Record<string, string>> = {
  vi: 'vim',
  nvim: 'vim',
  gawk: 'awk',
  mawk: 'awk',
  nawk: 'awk',
  gsed: 'sed',
  sqlite3: 'psql',
  mysql: 'psql',
};

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1');

function commandsOf({ args, stdin }: Invoked, carrier: Carrier): Value[] {
  const words = args.map(shown);
  const operands = args.filter((_, index) => !/^[-+]/.test(words[index] ?? ''));
  return [
    ...args.filter((_, index) => carrier.flags?.includes(words[index - 1] ?? '')),
    ...args.flatMap((arg) => (carrier.shapes ?? []).flatMap((shape) => matchesOf(arg, shape))),
    ...(carrier.hasOperands ? [joinWords(operands), ...operands.filter((operand) => /\s/.test(shown(operand)))] : []),
    ...(carrier.hasFirst ? operands.slice(0, 1) : []),
    ...(carrier.hasInput && stdin !== null ? [stdin] : []),
  ];
}

const matchesOf = (arg: Value, shape: RegExp): Value[] => {
  const all = shape.global ? [...shown(arg).matchAll(shape)] : [shape.exec(shown(arg))];
  return all.flatMap((match) => (match?.[1] === undefined ? [] : [{ ...arg, text: unescaped(match[1]) }]));
};

/** `parallel command {} ::: words` runs the command once for each word. */
function runForEach({ program, args, context, span, isElevated }: Invoked): void {
  const at = args.findIndex((arg) => /^::::?\+?$/.test(shown(arg)));
  if (program !== 'parallel' || at === -1) return;
  const command = args.slice(
    args.findIndex((arg) => !/^-/.test(shown(arg))),
    at,
  );
  for (const word of args.slice(at + 1, at + 1 + EACH_MAX)) {
    const isPlaced = command.some((arg) => shown(arg).includes('{}'));
    const filled = command.map((arg) =>
      shown(arg).includes('{}') ? { ...word, text: shown(arg).replaceAll('{}', shown(word)) } : arg,
    );
    context.runArgs(isPlaced ? filled : [...filled, word], null, span, isElevated);
  }
  if (args.length - at - 1 > EACH_MAX) context.analysis.recorder.limit('words of a list', context.unit.file);
}
const EACH_MAX = 40;

/** Follows the commands in the arguments of a program, in addition to the effects of the program itself. */
export function runCarried(invoked: Invoked): void {
  runSettings(invoked);
  runForEach(invoked);
  const carrier = own(CARRIERS, own(SAME, invoked.program) ?? invoked.program);
  if (carrier === undefined) return;
  for (const command of commandsOf(invoked, carrier))
    if (shown(command).trim() !== '')
      invoked.context.runText(command, invoked.span, STARTERS.has(invoked.program) ? undefined : 'carried');
}

const SETTERS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'readonly', 'local', 'env', 'setenv']);

/** `export PS4='$(…)'` has the effect of a plain assignment. */
function runSettings({ program, args, context, span }: Invoked): void {
  if (!SETTERS.has(program)) return;
  for (const arg of args) {
    const [, name = '', value = ''] = /^([A-Z][A-Z0-9_]{2,30})=(.+)$/s.exec(arg.text ?? '') ?? [];
    if (COMMAND_VARIABLES.has(name)) context.runText({ ...arg, text: value }, span, 'carried');
  }
}

/** Programs whose purpose is to start other programs. A command in their arguments is not concealed. */
const STARTERS: ReadonlySet<string> = new Set(
  'su runuser sg watch parallel at batch script tmux screen entr xterm npm npx fd expect trap'.split(' '),
);

/** Variables that hold a command that a later program runs. */
export const COMMAND_VARIABLES: ReadonlySet<string> = new Set(
  'PROMPT_COMMAND PS0 PS1 PS4 GIT_SSH_COMMAND GIT_SSH GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_EXTERNAL_DIFF GIT_ASKPASS PAGER MANPAGER EDITOR VISUAL BROWSER LESSOPEN LESSCLOSE RSYNC_RSH SSH_ASKPASS SUDO_ASKPASS'.split(
    ' ',
  ),
);

/** A table of jobs: each line is run later. */
export const crontab: Handler = ({ context, stdin, args, span }) => {
  const file = args.find((arg) => !shown(arg).startsWith('-'));
  const table = file === undefined ? stdin : context.readFile(shown(file), span);
  if (table?.text)
    context.writeFile(
      '/var/spool/cron/user',
      { ...table, text: table.text.replaceAll(`${UNKNOWN_PART}/`, './').replaceAll(UNKNOWN_PART, '') },
      span,
      true,
    );
  return UNKNOWN;
};
