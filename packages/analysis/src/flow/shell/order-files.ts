import { own } from '../../own.ts';
import type { Language } from '../../types/index.ts';
import { PYTHON_2_ACTS, ZSH_ACTS } from '../unread.ts';
import { isFullyKnown, known, shown, UNKNOWN, type Value } from '../value.ts';
import { type Loaded, loadedBy } from './loaded.ts';
import type { Invoked, ShellContext } from './session.ts';
import { lookedFor } from './working-folder.ts';

const LINE = /^\s*(-{0,2})([A-Za-z][\w-]*)[ \t]*(?:[=: \t][ \t]*(.*?))?[ \t\r]*$/;

const unquoted = (value: string): string =>
  /^"(?:[^"\\]|\\.)*"/.test(value) ? value.slice(1, value.lastIndexOf('"')).replace(/\\(["\\])/g, '$1') : value;

/** A file of options, one a line: `key = value`, `key: value`, `--key value`, `-k value`. */
function optionsIn(text: string): Value[] {
  return text.split('\n').flatMap((line) => {
    const [, dashes = '', name = '', value] = LINE.exec(line) ?? [];
    if (name === '' || line.trimStart().startsWith('#')) return [];
    const key = dashes === '-' ? `-${name}` : `--${name.replaceAll('_', '-')}`;
    return value === undefined || value === '' ? [known(key)] : [known(key), known(unquoted(value))];
  });
}

/** Where a program that fetches or sends is given its options by a file: by an option, by a variable, by a folder. */
const OPTION_FILES: Readonly<Record<string, { flag: RegExp; variable: string; folder?: string; name?: string }>> = {
  curl: { flag: /^(?:-[a-zA-Z]*K|--config)(?:=?(.*))$/, variable: '', folder: 'CURL_HOME', name: '.curlrc' },
  wget: { flag: /^--config(?:=(.*))?$/, variable: 'WGETRC' },
};

const variableOf = (context: ShellContext, name: string): string => {
  const value = name === '' ? undefined : context.session.variables.get(name);
  return value === undefined ? '' : shown(value);
};

/** The words of a command with those in front that its files of options hold. */
export function withOptionFiles({ program, args, context, span, stdin }: Invoked): readonly Value[] {
  const how = own(OPTION_FILES, program);
  if (how === undefined) return args;
  const words = args.map(shown);
  const named = words.flatMap((word, at) => {
    const match = how.flag.exec(word);
    return match === null ? [] : [match[1] || (words[at + 1] ?? '')];
  });
  const folder = variableOf(context, how.folder ?? '');
  const files = [...named, variableOf(context, how.variable), folder === '' ? '' : `${folder}/${how.name}`];
  const texts = files
    .filter((file) => file !== '')
    .map((file) => (file === '-' ? (stdin ?? UNKNOWN) : context.readFile(file, span)).text ?? '');
  return [...texts.flatMap(optionsIn), ...args];
}

const ENV_FILE = /^--env-file(?:-if-exists)?(?:=(.+))?$/;
const ASSIGNED = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]{2,30})\s*=\s*(.*?)\s*$/gm;

/** Files of variables among the words of a command: what those variables make the next program load. */
export function loadedByFiles(words: readonly string[], context: ShellContext): Loaded[] {
  return words.flatMap((word, at) => {
    const match = ENV_FILE.exec(word);
    const file = match === null ? undefined : (match[1] ?? words[at + 1]);
    const text = file === undefined ? undefined : context.analysis.findFile(file, context.unit.file)?.text;
    return [...(text ?? '').matchAll(ASSIGNED)].flatMap(([, name = '', value = '']) =>
      loadedBy(name, value.replace(/^(["'])(.*)\1$/, '$2')),
    );
  });
}

/** Programs whose orders are a file that has no reader here, and what in it reaches beyond itself. */
type Orders = {
  readonly flags?: RegExp;
  readonly hasOperands?: boolean;
  /** Only words like these. */
  readonly operands?: RegExp;
  readonly files?: readonly string[];
  readonly takesInput?: boolean;
  readonly acts: RegExp;
};

const REMOTE =
  /\b(?:put|mput|mirror|open|connect|upload|send|host|url|account|user|pass\w*)\b|:\/\/|~\/|\$HOME|^\s*!/im;
const GRADLE_ACTS =
  /\b[eE]xec(?:ute|utable)?\b|\b[jJ]ava[eE]xec\b|\bdo(?:First|Last)\b|\bapply\s*\(?\s*from\b|\bnew\s+File\b|\btoUR[LI]\b|\.join\s*\(|\bProcess\w*|\bRuntime\b|\bURL\b|\bURI\b|\bHttp\w*|\bSocket\w*|user\.home|\bgetenv\b|\bforName\b|\bevaluate\b|\bGroovyShell\b|\bjava\.(?:net|io|nio|lang)|\bant\.|\binvokeMethod\b|\bmetaClass\b|\."?\$|\bcommandLine\b/;
const FISH_ACTS = /\b(?:curl|wget|nc|ncat|ssh|scp|rsync|socat|eval|source|exec|python\d?|node|perl|ruby|sh|bash)\b/;
const COMPOSE_ACTS = /(?:~|\$\{?HOME\}?|\/home\/\w+|\/root)\/?(?:\.|["':]|\s*$)|docker\.sock|privileged:\s*true/m;
const PLAYBOOK_ACTS =
  /^(?=[\s\S]*\b(?:slurp|lookup|fetch|synchronize|script)\b)(?=[\s\S]*\b(?:uri|get_url|mail|slack|rocketchat|telegram|irc|win_uri)\b)/;

/** A package brings its own scripts along; a list of names in a text does not. */
const PACKAGE: Orders = { operands: /\.(?:deb|rpm|pkg|mpkg|msi|apk|snap|flatpak)$/i, acts: /^/ };

const ORDERS: Readonly<Record<string, Orders>> = {
  lftp: { flags: /^-f(.*)$/, takesInput: true, acts: REMOTE },
  sftp: { flags: /^-b(.*)$/, takesInput: true, acts: REMOTE },
  ftp: { takesInput: true, acts: REMOTE },
  rclone: { flags: /^--(?:config|files-from\S*)(?:=(.*))?$/, acts: REMOTE },
  msmtp: { flags: /^(?:-C|--file=?)(.*)$/, acts: REMOTE },
  aria2c: { flags: /^(?:-i|--conf-path=?|--input-file=?)(.*)$/, acts: /\b(?:on-\w+|header|referer|http-\w+)\b|~\// },
  dc: { flags: /^(?:-f|--file=?)(.*)$/, hasOperands: true, takesInput: true, acts: /!\s*[A-Za-z/]|\ba\b.*\bx/ },
  bc: { hasOperands: true, takesInput: true, acts: /(?!)/ },
  coffee: { hasOperands: true, acts: /\b(?:require|import|process|fetch|eval|global\w*)\b/ },
  gradle: { files: ['**/*.gradle', '**/*.gradle.kts', '*.gradle', '*.gradle.kts'], acts: GRADLE_ACTS },
  'ansible-playbook': { hasOperands: true, acts: PLAYBOOK_ACTS },
  ...Object.fromEntries(
    'apt apt-get dpkg rpm dnf yum zypper pacman apk snap flatpak installer msiexec adb'
      .split(' ')
      .map((name) => [name, PACKAGE] as const),
  ),
  quarto: {
    hasOperands: true,
    acts: /\{(?:r|julia)\b[\s\S]*\b(?:system2?|shell|pipe|download\w*|curl\w*|httr2?|socket\w*|source|run)\b/,
  },
  node: { flags: /^--experimental-config-file(?:=(.*))?$/, acts: /"(?:import|require|loader|experimental-loader)"/ },
  'docker-compose': {
    flags: /^(?:-f|--file=?)(.*)$/,
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
    acts: COMPOSE_ACTS,
  },
};

const SAME: Readonly<Record<string, string>> = { gradlew: 'gradle', 'ansible-pull': 'ansible-playbook' };

/** Behind a runner of packages stands the tool that is meant; `docker compose` is one of its own. */
export function toolOf(program: string, args: readonly string[]): { name: string; words: readonly string[] } {
  if (program === 'docker' && args[0] === 'compose') return { name: 'docker-compose', words: args.slice(1) };
  const at = PACKAGE_RUNNERS.has(program)
    ? args.findIndex((word) => /^[a-z@]/.test(word) && !/^(?:exec|dlx|x|run)$/.test(word))
    : -1;
  const name = at === -1 ? program : (args[at] ?? '').replace(/(?<=.)@.*$/, '');
  return { name: own(SAME, name) ?? name, words: args.slice(at + 1) };
}

const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'pnpm', 'yarn', 'uvx', 'pipx']);

function filesOf(orders: Orders, words: readonly string[]): string[] {
  const flagged = words.flatMap((word, at) => {
    const match = orders.flags?.exec(word) ?? null;
    return match === null ? [] : [match[1] || (words[at + 1] ?? '')];
  });
  const plain = words.filter((word) => !word.startsWith('-'));
  const operands = orders.hasOperands ? plain : plain.filter((word) => orders.operands?.test(word));
  return [...flagged, ...operands, ...(orders.files ?? [])].filter((file) => file !== '');
}

/** Files that give a program its orders in a language nobody here reads: unread where they do anything. */
export function noteOrderFiles({ program, args, context, span, stdin }: Invoked): void {
  const { name, words } = toolOf(program, args.map(shown));
  const orders = own(ORDERS, name);
  if (orders === undefined) return;
  const unread = `orders for ${name}, in a language that has no reader here`;
  const { unit, analysis } = context;
  for (const path of filesOf(orders, words).flatMap((one) => lookedFor(context.session, words, one)))
    analysis.noteRun({ path, language: 'unknown', unit, at: span, unread, acts: orders.acts });
  if (orders.takesInput && stdin?.text && orders.acts.test(stdin.text))
    for (const path of inputFiles(span.view.text.slice(span.start, span.end)))
      analysis.noteRun({ path, language: 'unknown', unit, at: span, unread });
}

const inputFiles = (command: string): string[] =>
  [...command.matchAll(/<\s*([^\s<>&|;]+)/g)].map((match) => match[1] ?? '');

/** Builders whose orders are a program of a language that is read here, under whatever name. */
const PROGRAMS: Readonly<Record<string, { readonly flag: RegExp; readonly language: Language }>> = {
  rake: { flag: /^(?:-f|--rakefile=?)(.*)$/, language: 'ruby' },
  doit: { flag: /^(?:-f|--file=?)(.*)$/, language: 'python' },
  nox: { flag: /^(?:-f|--noxfile=?)(.*)$/, language: 'python' },
  fab: { flag: /^(?:-c|--collection=?)(.*)$/, language: 'python' },
  scons: { flag: /^(?:-f|--file=?|--sconstruct=?)(.*)$/, language: 'python' },
  locust: { flag: /^(?:-f|--locustfile=?)(.*)$/, language: 'python' },
  gulp: { flag: /^(?:-f|--gulpfile=?)(.*)$/, language: 'javascript' },
  just: { flag: /^(?:-f|--justfile=?)(.*)$/, language: 'makefile' },
};

export function notePrograms({ program, args, context, span, stdin, isElevated }: Invoked): void {
  const words = args.map(shown);
  if (program === 'uv' && words[0] === 'run' && words.at(-1) === '-' && stdin !== null)
    context.execute(stdin, { lang: 'python', span, isElevated });
  const builder = own(PROGRAMS, program);
  if (builder === undefined) return;
  for (const [at, word] of words.entries()) {
    const match = builder.flag.exec(word);
    const path = match === null ? '' : match[1] || (words[at + 1] ?? '');
    for (const one of path === '' ? [] : lookedFor(context.session, words, path))
      context.analysis.noteRun({ path: one, language: builder.language, unit: context.unit, at: span });
  }
}

/** A script of the bundle is changed by orders that stand in a file: it is not the one that was read. */
export function noteChanged({ program, args, context, span }: Invoked): void {
  const words = args.map(shown);
  const isOrdered =
    words.some((word) => /^-[a-zA-Z]*f$|^--file/.test(word)) && words.some((word) => /^-i|^--in-place/.test(word));
  if (!(program === 'ed' || program === 'ex' || (program === 'sed' && isOrdered))) return;
  for (const path of words.filter((word) => !word.startsWith('-'))) {
    const file = context.analysis.findFile(path, context.unit.file)?.file;
    const language = file === undefined ? undefined : context.analysis.unitOf(file)?.lang;
    if (language === undefined || !SCRIPTS.has(language)) continue;
    const unread = `changed by ${program} in a way that nobody follows here`;
    context.analysis.noteRun({ path, language: 'unknown', unit: context.unit, at: span, unread });
  }
}

const SCRIPTS: ReadonlySet<Language> = new Set<Language>([
  'shell',
  'python',
  'javascript',
  'typescript',
  'ruby',
  'perl',
  'php',
  'makefile',
]);

const FED = /^(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)$/;
const EVALUATES = /^(?:eval|iex|invoke-expression|source|\.)$/;

/** A file of the bundle is run, changed on the way in a manner that nobody can follow here: by a pipe, or by what a command printed. */
export function noteFed({ program, args, stdin, context, span }: Fed): void {
  const { text } = span.view;
  noteFedString({ program, args, stdin, context, span });
  const isEvaluated =
    EVALUATES.test(program) || (FED.test(program) && args.some((arg) => /^-[a-z]*c$/.test(shown(arg))));
  const from = isEvaluated
    ? span.start
    : Math.max(text.lastIndexOf('\n', span.start - 1) + 1, span.start - PIPE_CHARS_MAX);
  const before = text.slice(from, isEvaluated ? span.end : span.start);
  if (isEvaluated ? !isChanged(args, before) : !isPiped(program, args, stdin) || !before.includes('|')) return;
  const unread = `handed to ${program} after it was changed on the way`;
  for (const path of before.split(/[\s"'`|<>()]+/).filter((word) => /[./]/.test(word)))
    if (isHere(path, context) && (!isEvaluated || isPlainData(path, context)))
      context.analysis.noteRun({ path, language: 'unknown', unit: context.unit, at: span, unread });
}

type Fed = Pick<Invoked, 'program' | 'args' | 'stdin' | 'context' | 'span'>;

/** `sh <<< "$text"`, with a text that was made of files of the bundle before. */
function noteFedString({ program, args, stdin, context, span }: Fed): void {
  if (!isPiped(program, args, stdin) || !/<<<\s*["']?\$/.test(span.view.text.slice(span.start, span.end))) return;
  const unread = `handed to ${program} after it was changed on the way`;
  for (const path of [...context.session.ownData].filter((one) => isPlainData(one, context)))
    context.analysis.noteRun({ path, language: 'unknown', unit: context.unit, at: span, unread });
}

const isPiped = (program: string, args: readonly Value[], stdin: Value | null): boolean =>
  FED.test(program) &&
  stdin !== null &&
  !isFullyKnown(stdin) &&
  stdin.taints.length === 0 &&
  !args.some((arg) => !/^-[a-z]*$/.test(shown(arg)) || /^-[a-z]*[cem]$/.test(shown(arg)));

const isChanged = (args: readonly Value[], command: string): boolean =>
  /\$\(|`|<\(/.test(command) && args.some((arg) => !isFullyKnown(arg) && arg.taints.length === 0);

/** No program of its own: what a program of the bundle prints is followed where that program is read. */
function isPlainData(path: string, { analysis, unit }: ShellContext): boolean {
  const file = analysis.findFile(path, unit.file)?.file;
  const language = file === undefined ? undefined : analysis.unitOf(file)?.lang;
  return language === undefined || !SCRIPTS.has(language);
}

const isHere = (path: string, { analysis, unit }: ShellContext): boolean =>
  analysis.findFile(path, unit.file) !== undefined || analysis.findOpaque(path, unit.file) !== undefined;

const PIPE_CHARS_MAX = 2_000;

const FISH = /^(?:fish|csh|tcsh)$/;

/** Shells whose grammar is another: what they are given by a name that does not say so was read as something else. */
export function noteOtherShells({ program, args, context, span }: Invoked): void {
  const older = program === 'zsh' ? ZSH_ACTS : /^python2/.test(program) ? PYTHON_2_ACTS : undefined;
  if (older === undefined && !FISH.test(program)) return;
  const file = args.map(shown).find((word) => !word.startsWith('-'));
  if (file === undefined || args.some((arg) => /^-[a-z]*c$/.test(shown(arg))) || /\.(?:fish|csh|tcsh)$/.test(file))
    return;
  const unread = `run by ${program}, whose language has no reader here`;
  const acts = older ?? FISH_ACTS;
  context.analysis.noteRun({ path: file, language: 'unknown', unit: context.unit, at: span, unread, acts });
}
