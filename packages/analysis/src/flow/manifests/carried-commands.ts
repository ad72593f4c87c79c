import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { hasPartsElsewhere, plainXml, withLetters } from '../character-references.ts';
import { isRecord, parseJson } from './json.ts';

/** A file of some tool or system that holds command lines in a form of its own, and how they are taken out of it. */
type Carrier = { readonly file: RegExp; readonly commands: (text: string) => string[] };

/** So many that the budget for reading ends before them, and says so. */
const COMMANDS_MAX = 20_000;
const TEXT_MAX = 4_194_304;

const quoted = (word: string): string =>
  /^[\w@%+=:,./~$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Words of a list as one command line. */
export const asLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const captured =
  (...shapes: readonly RegExp[]) =>
  (text: string): string[] =>
    shapes.flatMap((shape) => [...text.matchAll(shape)].map((match) => match[1] ?? match[2] ?? ''));

const unescapeText = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Programs and their arguments in a property list. */
const propertyList = (text: string): string[] =>
  [
    ...text.matchAll(
      /<key>\s*(?:ProgramArguments|Program|BundleProgram)\s*<\/key>\s*(?:<array>([\s\S]*?)<\/array>|<string>([^<]*)<\/string>)/g,
    ),
  ].map((match) =>
    match[2] === undefined
      ? asLine([...(match[1] ?? '').matchAll(/<string>([^<]*)<\/string>/g)].map((word) => withLetters(word[1] ?? '')))
      : withLetters(match[2]),
  );

const RUN_KEY =
  /\\(?:Run|RunOnce|RunServices\w*|Winlogon|Windows|command|Image File Execution Options\\[^\]]*|Active Setup\\[^\]]*|Command Processor|Environment|AppCertDlls|Print\\Monitors[^\]]*|Services\\[^\]]*)$/i;

/** Values under keys of the registry whose content is started. */
function registryScript(text: string): string[] {
  let isRun = false;
  return text.split(/\r?\n/).flatMap((line) => {
    const key = /^\[-?(.+)\]\s*$/.exec(line)?.[1];
    if (key !== undefined) isRun = RUN_KEY.test(key);
    const value = /^(?:@|"[^"]*")\s*=\s*"(.*)"\s*$/.exec(line)?.[1];
    return isRun && key === undefined && value !== undefined ? [unescapeText(value)] : [];
  });
}

const CRON_LINE =
  /^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\d*/,\w-]+)[ \t]+(?:[a-z_][\w-]*[ \t]+(?=[/~]|(?:curl|wget|sh|bash|python3?|node|perl|nc)\b))?(.+)$/gm;

/** Lists of words between brackets, as several languages write an argument vector. */
const wordLists =
  (shape: RegExp) =>
  (text: string): string[] =>
    [...text.matchAll(shape)].map((match) =>
      asLine(
        [...(match[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)].map((word) =>
          unescapeText(word[1] ?? word[2] ?? ''),
        ),
      ),
    );

const STRING = String.raw`"((?:[^"\\]|\\.){2,4000})"`;
const both = (before: string): RegExp[] => [
  new RegExp(`${before}${STRING}`, 'g'),
  new RegExp(String.raw`${before}'((?:[^'\\]|\\.){2,4000})'`, 'g'),
];
const strings =
  (before: string) =>
  (text: string): string[] =>
    captured(...both(before))(text).map(unescapeText);

const scriptsOf =
  (...keys: readonly string[]) =>
  (text: string): string[] => {
    const manifest = parseJson(text);
    if (!isRecord(manifest)) return [];
    return keys.flatMap((key) => (isRecord(manifest[key]) ? Object.values(manifest[key]).flat() : []).filter(isText));
  };
const isText = (value: unknown): value is string => typeof value === 'string';

const TERRAFORM = (text: string): string[] => [
  ...[...text.matchAll(/\bcommand\s*=\s*<<[-~]?"?(\w+)"?\n([\s\S]*?)\n\s*\1/g)].map((match) => match[2] ?? ''),
  ...captured(new RegExp(String.raw`\bcommand\s*=\s*${STRING}`, 'g'))(text).map(unescapeText),
  ...wordLists(/\bprogram\s*=\s*\[([^\]]{2,4000})\]/g)(text),
];

/** Names that a pipeline binds credentials to. */
function asSecretWords(text: string, commands: readonly string[]): string[] {
  const names = [...text.matchAll(/\b(?:variable|passwordVariable|keyFileVariable)\s*:\s*['"](\w+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
  return commands.map((command) =>
    names.reduce((line, name) => line.replace(new RegExp(`\\$\\{?${name}\\b\\}?`, 'g'), `\${${name}_TOKEN}`), command),
  );
}

const SQL = captured(
  /\b(?:FROM|TO)\s+PROGRAM\s+'((?:[^']|''){2,4000})'/gi,
  /\bxp_cmdshell\s+N?'((?:[^']|''){2,4000})'/gi,
  /\bsys_(?:exec|eval)\s*\(\s*'((?:[^']|''){2,4000})'/gi,
  /^\s*(?:\\!|\.(?:shell|system)|system)\s+(\S[^\n]{2,2000})$/gim,
);

/** MSBuild reads `%63` as the letter of that number. */
const withBytes = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const STEPS =
  /<((?:[\w-]+:)?(?:exec|apply))\s[\s\S]*?<\/\1>|<configuration>[\s\S]*?<executable>[\s\S]*?<\/configuration>/g;
const BARE_STEPS = /<(?:[\w-]+:)?exec\s+((?:[^">]|"[^"]*")*)\/>/g;
const STARTED = new RegExp(String.raw`${STRING}\s*\.execute\(|\.exec\(\s*${STRING}`, 'g');

/** Programs that Ant and Maven start, in elements or in a script of theirs. */
function buildSteps(text: string): string[] {
  const blocks = [...text.matchAll(STEPS), ...text.matchAll(BARE_STEPS)].map(([block]) =>
    [
      asLine(
        captured(
          /executable\s*=\s*"([^"]+)"|<executable>([^<]+)<\/executable>/g,
          /<arg(?:ument)?\s+value\s*=\s*"([^"]*)"|<arg(?:ument)?>([^<]*)<\/arg(?:ument)?>/g,
        )(block).map(withLetters),
      ),
      ...captured(/<arg(?:ument)?\s+line\s*=\s*"([^"]*)"|<commandlineArgs>([^<]*)<\/commandlineArgs>/g)(block).map(
        withLetters,
      ),
      ...captured(/\bcommand\s*=\s*"([^"]*)"/g)(block).map(withLetters),
    ].join(' '),
  );
  return [...blocks, ...captured(STARTED)(withLetters(text)).map(unescapeText)];
}

/** Members come from the tools' own documents: what each of them runs, and under which word it stands. */
const CARRIERS: readonly Carrier[] = [
  { file: /\.plist$/i, commands: propertyList },
  {
    file: /(?:^|\/)Jenkinsfile[\w.-]*$|\.jenkinsfile$/i,
    commands: (text) =>
      asSecretWords(text, strings(String.raw`\b(?:sh|bat|powershell|pwsh)\s*\(?\s*(?:script\s*:\s*)?`)(text)),
  },
  {
    file: /(?:^|\/)\.(?:idea|run)\/.*\.xml$/i,
    commands: (text) => captured(/name="SCRIPT_TEXT"\s+value="([^"]{2,4000})"/g)(text).map(withLetters),
  },
  {
    file: /(?:^|\/)(?:tox\.ini|noxfile\.toml)$/i,
    commands: captured(/^\s*commands(?:_pre|_post)?\s*=\s*((?:[^\n[]+(?:\n[ \t]+)?)+)/gm),
  },
  { file: /(?:^|\/)binding\.gyp$/i, commands: wordLists(/["']action["']\s*:\s*\[([^\]]{2,4000})\]/g) },
  {
    file: /(?:^|\/)\.tmux\.conf$/i,
    commands: captured(/\b(?:run-shell|run|if-shell)\s+(?:-b\s+)?\\?["']+([^\n]+?)\\?["']+\s*$/gm),
  },
  {
    file: /\.(?:service|timer|socket|mount)$|(?:^|\/)systemd\/.*\.conf$/i,
    commands: captured(/^\s*Exec\w*\s*=\s*[-@:+!|]*([^\n]+)/gm),
  },
  {
    file: /(?:^|\/)(?:\.aws\/)?config$|aws[\w.-]*config|credentials$/i,
    commands: captured(/^\s*credential_process\s*=\s*([^\n]+)/gim),
  },
  { file: /(?:^|\/)(?:\.psqlrc|\.sqliterc)$/i, commands: captured(/^\s*(?:\\!|\.shell|\.system)\s+([^\n]+)/gim) },
  {
    file: /(?:^|\/)logrotate|\.logrotate$/i,
    commands: captured(/\b(?:pre|post|first|last)(?:rotate|action)\n([\s\S]*?)\n\s*endscript/g),
  },
  { file: /\.rules$/i, commands: captured(/\bRUN\s*(?:\{program\})?\+?=\s*"([^"\n]+)"/g) },
  {
    file: /(?:^|\/)apt\.conf(?:\.d\/|$)/i,
    commands: captured(/::(?:Pre|Post)-Invoke(?:-Success)?\s*\{?\s*"([^"\n]+)"/g),
  },
  {
    file: /\.(?:tex|sty|cls|ltx)$/i,
    commands: captured(
      /\\(?:immediate\s*\\)?write18\s*\{([^\n]{2,2000}?)\}\s*$/gm,
      /\\input\s*\{?\|\s*"?([^"}\n]{2,2000})/g,
    ),
  },
  { file: /\.go$/i, commands: captured(/^\/\/go:generate[ \t]+([^\n]+)/gm) },
  {
    file: /\.ya?ml$/i,
    commands: captured(
      /!!python\/object\/(?:apply|new):(?:os\.(?:system|popen)|subprocess\.\w+|posix\.system)\s*(?:\[\s*|\n\s*-\s*)?["']?([^\n"'\]]{2,2000})/g,
    ),
  },
  { file: /\.desktop$/i, commands: captured(/^\s*Exec\s*=\s*([^\n]+)/gm) },
  { file: /\.reg$/i, commands: registryScript },
  {
    file: /(?:^|\/)crontab[\w.-]*$|\.cron(?:tab)?$|(?:^|\/)cron\.(?:d|daily|hourly|weekly)\//i,
    commands: captured(CRON_LINE),
  },
  { file: /\.(?:tf|tofu|hcl)$/i, commands: TERRAFORM },
  { file: /\.(?:sql|psql|pgsql|sqlite)$/i, commands: SQL },
  {
    file: /(?:^|\/)(?:\.ssh\/config|ssh_config)(?:$|[._-])|\.ssh_config$/i,
    commands: captured(
      /^\s*(?:ProxyCommand|LocalCommand|RemoteCommand|KnownHostsCommand)[ \t=]+([^\n]+)/gim,
      /^\s*Match\b[^\n]*\bexec\s+"([^"\n]+)"/gim,
    ),
  },
  {
    file: /(?:^|\/)jenkinsfile|\.(?:groovy|gradle|kts)$/i,
    commands: (text) => [
      ...captured(/\b(?:sh|bat|powershell|pwsh)\s*\(?\s*(?:script:\s*)?(?:'''([\s\S]*?)'''|"""([\s\S]*?)""")/g)(text),
      ...strings(String.raw`\b(?:sh|bat|powershell|pwsh)\s*\(?\s*(?:script:\s*)?`)(text),
      ...wordLists(/\bcommandLine\s*\(?\s*\[?([^\])\n]{2,2000})/g)(text),
      ...captured(new RegExp(String.raw`${STRING}\s*\.execute\(`, 'g'))(text).map(unescapeText),
    ],
  },
  {
    file: /\.(?:csproj|vbproj|fsproj|vcxproj|proj|targets|props)$/i,
    commands: (text) =>
      captured(
        /\bCommand\s*=\s*"([^"]{2,4000})"/g,
        /<(?:Pre|Post)(?:Build|Link)Event[^>]*>([\s\S]{2,4000}?)<\//g,
      )(text).map((command) => withBytes(withLetters(command))),
  },
  { file: /\.xml$/i, commands: buildSteps },
  {
    file: /(?:^|\/)cmakelists\.txt$|\.cmake$/i,
    commands: captured(
      /\bCOMMAND\s+([^)]{2,2000}?)(?=\s+(?:WORKING_DIRECTORY|OUTPUT_\w+|RESULT_\w+|ERROR_\w+|COMMENT|VERBATIM|DEPENDS|TIMEOUT|COMMAND)\b|\s*\))/g,
    ),
  },
  { file: /(?:^|\/)meson\.build$/i, commands: wordLists(/\brun_command\s*\(([^)]{2,2000})\)/g) },
  { file: /(?:^|\/)(?:build|workspace)(?:\.bazel)?$|\.bzl$/i, commands: strings(String.raw`\bcmd\s*=\s*`) },
  { file: /(?:^|\/)binding\.gyp$/i, commands: captured(/<!@?\(([^"'\n]{2,2000})\)/g) },
  {
    file: /(?:^|\/)(?:flake|shell|default)\.nix$/i,
    commands: captured(/\b(?:shellHook|\w+Phase|buildCommand|text)\s*=\s*''([\s\S]*?)''/g),
  },
  { file: /(?:^|\/)procfile$/i, commands: captured(/^[\w-]+:\s*([^\n]+)/gm) },
  { file: /(?:^|\/)tox\.ini$/i, commands: captured(/^commands(?:_pre|_post)?\s*=\s*([^\n]*(?:\n[ \t]+[^\n]+)*)/gm) },
  { file: /(?:^|\/)(?:pyproject|pixi|hatch|mise|\.mise)\.toml$/i, commands: taskTables },
  { file: /(?:^|\/)composer\.json$/i, commands: scriptsOf('scripts') },
  { file: /(?:^|\/)deno\.jsonc?$/i, commands: scriptsOf('tasks') },
  { file: /(?:^|\/)nodemon\.json$/i, commands: strings(String.raw`"(?:exec|start|restart)"\s*:\s*`) },
  {
    file: /(?:^|\/)\.?(?:_?vimrc|exrc|gvimrc|nvimrc)$|\.vim$/i,
    commands: captured(/^\s*(?:autocmd\b[^\n]*?|silent!?\s+|:)*!([^\n]+)/gim, /\bsystem\(\s*['"]([^\n]+?)['"]\s*\)/g),
  },
  { file: /(?:^|\/)\.(?:gdbinit|lldbinit)$/i, commands: captured(/^\s*(?:shell|!|platform shell)\s*([^\n]+)/gim) },
  { file: /(?:^|\/)\.?tmux\.conf$/i, commands: captured(/#\(([^)\n]{3,400})\)/g) },
  { file: /(?:^|\/)\.?tmux\.conf$/i, commands: captured(/\brun(?:-shell)?\s+(?:-b\s+)?["']([^\n]+)["']/g) },
  { file: /(?:^|\/)\.rprofile$|\.r$/i, commands: strings(String.raw`\bsystem2?\(\s*`) },
  {
    file: /(?:^|\/)(?:\.dir-locals|\.emacs|init)(?:\.el)?$|\.el$/i,
    commands: captured(new RegExp(String.raw`\((?:async-)?shell-command(?:-to-string)?\s+${STRING}`, 'g')),
  },
  {
    file: /\.(?:vbs|vbe|wsf|hta|vba|bas)$/i,
    commands: (text) =>
      captured(/\.(?:Run|Exec|ShellExecute)\s*\(?\s*"((?:[^"]|""){2,4000})"/gi)(text).map((one) =>
        one.replaceAll('""', '"'),
      ),
  },
  { file: /(?:^|\/)vagrantfile$/i, commands: strings(String.raw`\binline:\s*`) },
];

const TASK_TABLE =
  /^\[[\w."'-]*\b(?:tasks|scripts)\b[^\]\n]*\][^\n]*\n((?:(?!\[)[^\n]*(?:\n|$))*?)(?=\[|$(?![\s\S]))/gm;

/** Tasks of runners for Python projects: texts with more than one word are command lines. */
function taskTables(text: string): string[] {
  const tables = [...text.matchAll(TASK_TABLE)].map((match) => match[1] ?? '');
  return tables.flatMap((table) => captured(/["']([^"'\n]*\s[^\n]*?)["'](?=\s*[,}\]#]|\s*$)/gm)(table));
}

/** Command lines of a file, whatever kind of file it is by its name. */
export const carriedCommands = (path: string, text: string): string[] =>
  CARRIERS.filter(({ file }) => file.test(path))
    .flatMap(({ commands }) =>
      commands(XML_FILE.test(path) ? plainXml(text.slice(0, TEXT_MAX)) : text.slice(0, TEXT_MAX)),
    )
    .filter((command) => command.trim().length > 2)
    .slice(0, COMMANDS_MAX);

const XML_FILE = /\.(?:plist|xml|\w*proj|targets|props)$/i;

/** Settings that hold a program of another language. */
const PYTHON_HOOK = /^\s*["']?init-hook["']?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\n]+))/gm;
const PYTHON_FILES = /(?:^|\/)(?:\.?pylintrc|pyproject\.toml|setup\.cfg|tox\.ini)$/i;

/** `python … end` among the commands of a debugger. */
const PYTHON_BLOCK = /^[ \t]*(?:python|py|script)[ \t]*\n([\s\S]{0,20000}?)^[ \t]*end\b/gm;

function recordPython(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  const isDebugger = /(?:^|\/)\.(?:gdbinit|lldbinit)$|\.gdb$/i.test(unit.file);
  if (!PYTHON_FILES.test(unit.file) && !isDebugger) return;
  for (const match of view.text.matchAll(isDebugger ? PYTHON_BLOCK : PYTHON_HOOK)) {
    const at = { view, start: match.index, end: match.index + match[0].length };
    const text = match[1] ?? match[2] ?? match[3] ?? '';
    analysis.descend({ lang: 'python', text, at, unit, origin: 'hook', layer: null });
  }
}

/** `Tool\\\\Warm::up` under the scripts of a package: the class lies in a file of its name. */
function recordMethods(analysis: Analysis, unit: Unit): void {
  for (const match of unit.span.view.text.matchAll(/"(?:\w+\\\\)*(\w+)::\w+"/g)) {
    const at = { view: unit.span.view, start: match.index, end: match.index + match[0].length };
    analysis.noteRun({ path: `**/${match[1]}.php`, language: 'php', unit, at });
  }
}

/** Files whose commands the system starts by itself, again and again. */
const STARTED_FILE =
  /\.(?:plist|service|timer|socket|desktop|reg|rules|cron(?:tab)?)$|(?:^|\/)apt\.conf(?:\.d\/|$)|(?:^|\/)crontab[\w.-]*$|(?:^|\/)cron\.(?:d|daily|hourly|weekly)\//i;

/** Each is run by the tool the file is for. */
export function recordCarried(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  recordPython(analysis, unit);
  if (XML_FILE.test(unit.file) && hasPartsElsewhere(view.text))
    analysis.recorder.limit('a part of a document that lies elsewhere', unit.file);
  if (/(?:^|\/)composer\.json$/i.test(unit.file)) recordMethods(analysis, unit);
  for (const command of carriedCommands(unit.file, view.text)) {
    const at = placeOf(view.text, command);
    const origin = STARTED_FILE.test(unit.file) ? 'startup' : 'hook';
    analysis.descend({ lang: 'shell', text: command, at: { view, ...at }, unit, origin, layer: null });
  }
}

/** The first long word of the command that stands in the text as it is. */
function placeOf(text: string, command: string): { start: number; end: number } {
  const whole = text.indexOf(command);
  if (whole !== -1) return { start: whole, end: whole + command.length };
  const word = (command.match(/[\w./:~-]{6,}/g) ?? []).find((one) => text.includes(one)) ?? '';
  const start = Math.max(0, text.indexOf(word));
  return { start, end: start + Math.max(1, word.length) };
}
