import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { View } from '@assay/analysis/types';
import type { ToolFacts, ToolHit } from '../rule.ts';

/** Where a value that the agent fills in becomes part of something. */
type Sink = 'shell' | 'code' | 'sql' | 'path' | 'url';
type Flow = { readonly sink: Sink; readonly name: string; readonly view: View; readonly start: number };

const CALL =
  '(?:exec|execSync|execCommand|execaCommand|shell|sh|system|popen|create_subprocess_shell|getoutput|getstatusoutput|check_output|check_call|run|call|Popen)';
/** Somebody in this file hands lines to a shell. */
const HAS_SHELL =
  /["'](?:\/bin\/)?(?:ba|z|da)?sh["']\s*,\s*\[?\s*["']-l?c["']|\bshell\s*[=:]\s*(?:True|true)\b|\bos\.(?:system|popen)\b|create_subprocess_shell|getoutput|\bexec(?:Sync)?\b[^\n]{0,60}child_process|child_process["')]?\)?\.exec(?:Sync)?\b|import \* as \w+ from ["'](?:node:)?child_process|shelljs|execaCommand|execSync/;
const ALIAS = /\b(\w+)\s*=\s*(?:util\.)?promisify\(\s*(?:\w+\.)?exec\s*\)/g;

/** A text with holes that stands as a call's argument, or under the name of a command. */
const inShell = (text: string): RegExp => {
  const aliases = [...text.matchAll(ALIAS)].map(([, name = '']) => name);
  const callee = aliases.length === 0 ? CALL : `(?:${[CALL, ...aliases].join('|')})`;
  return new RegExp(
    String.raw`(?:\b${callee}\s*\(\s*|\b(?:cmd|command|line|script|cmdline)\w*\s*=\s*)(?:\x60([^\x60]{0,400})\x60|f(?:"([^"\n]{0,400})"|'([^'\n]{0,400})')|["'][^"'\n]{0,200}["']\s*(?:\+|%)\s*\(?\s*([\w.]+)|["'][^"'\n]{0,200}["']\.format\(\s*([\w.]+))`,
    'g',
  );
};
/** A line that was put together before, handed to what takes lines. */
const LINE_RUN =
  /(?<![\w.])(?:\w+\.)?(?:exec|execSync|system|popen|getoutput|getstatusoutput|create_subprocess_shell|execaCommand)\(\s*([\w.]+)\s*[,)]/g;
/** A shell by another name: `spawn(…, { shell: true })`, `sh -c`. */
const SHELL_BY_OPTION =
  /\b(?:spawn|spawnSync|run|call|Popen|execFile|execFileSync|Command)\(([^\n]{0,200})\bshell\s*[:=]\s*(?:true|True)|\b(?:spawn|spawnSync|execFile|execFileSync|run|Command)\(\s*\[?\s*["'](?:\/bin\/)?(?:ba|z|da)?sh["']\s*,\s*\[?\s*["']-l?c["']\s*,([^\n]{0,200})/g;
const IN_CODE =
  /(?<![\w.])(?:eval|exec|Function|runInNewContext|runInThisContext|runInContext)\s*\(\s*([\w.]+)\s*[,)]|\.run(?:InNewContext|InThisContext|InContext)\(\s*([\w.]+)/g;
/** The last argument of the constructor of functions is a program. */
const IN_FUNCTION = /\bnew Function\(([^\n)]{0,200})\)/g;
/** A statement of a database, and no sentence that begins alike. */
const STATEMENT = String.raw`(?:SELECT\b(?=[^;]{0,400}?\bFROM\b)|INSERT INTO|UPDATE\s+\S{1,60}\s+SET\b|DELETE FROM|WITH\s+\w+\s+AS\b)`;
/** A statement that goes on with what somebody gave. */
const SQL_JOINED = new RegExp(
  String.raw`["'\x60]\s*${STATEMENT}[^\n]{0,400}?["'\x60]\s*(?:\+\s*([\w.]+)|%(?:\s+\(?|\()\s*([\w.]+)|\.format\(\s*([\w.]+))`,
  'gi',
);
/** The first in a text that is put together by a call: `fmt.Sprintf("SELECT …%s", name)`. */
const SQL_PRINTED = new RegExp(
  String.raw`\b(?:Sprintf|format!?|String\.format|sprintf|string\.Format)\(\s*["'\x60]\s*${STATEMENT}[^\n]{0,400}?["'\x60]\s*,([^\n)]{1,200})`,
  'gi',
);
const IN_SQL = new RegExp(
  String.raw`(?:\x60|f?""")\s*${STATEMENT}([^\x60"]{0,600})|["']\s*${STATEMENT}([^"\n]{0,600})`,
  'gi',
);
/** Literals that stand side by side, or are joined, are one. Every letter keeps its place. */
const SEAM = /["']\s*(?:\+\s*)?\\?\n\s*(?:\+\s*)?[fr]{0,2}["']|["'] \+ ["']/g;
const seamless = (text: string): string => text.replace(SEAM, (seam) => ' '.repeat(seam.length));
const IN_PATH =
  /(?<![\w."'])(?:(?:os\.)?path\.(?:join|resolve)|(?:fs(?:\.promises)?|os|shutil)\.\w+|join|resolve|open|readFile(?:Sync)?|writeFile(?:Sync)?|createReadStream|createWriteStream|readdir(?:Sync)?|unlink(?:Sync)?|Path|FileResponse|send_file|rmtree|remove)\s*\((?=([^)\n]{1,200}))|\b[A-Z][A-Z0-9_]+\s*\/\s*([a-z]\w*)\b/g;
const IN_URL =
  /(?<![\w])(?:fetch|urlopen|goto|axios(?:\.\w+)?|got(?:\.\w+)?|(?:httpx|requests|client|session|http)\.(?:get|post|put|request|stream))\s*\(\s*(?:["'](?:GET|POST|PUT)["']\s*,\s*)?([\w.]+)\s*[,)]/g;

/** A look at where a path lies or what a name may be, by any of the usual ways. */
const LOOKS_AT_PATH =
  /startsWith\(|startswith\(|is_relative_to|relative_to|realpath|commonpath|path\.relative|\brelative\(|basename\(|secure_filename|safe_join|sanitize|["']\.\.["']|fullmatch|re\.match|\.test\(|allow|ALLOW|\bnot in\b|\.has\(|z\.enum|\.regex\(|isalnum|Literal\[/;
const LOOKS_AT_HOST =
  /hostname|\.host\b|netloc|allow|ALLOW|urlparse|new URL\(|startsWith\(|startswith\(|\.test\(|z\.enum|\.regex\(/;
/** Held to a shape where the source takes it. */
const QUOTED_FOR_SHELL = /shlex\.quote|shellescape|shell-quote|shellQuote|escapeshellarg/;

const HOLE = /\$?\{\s*([^{}]{1,80})\}/g;
const NAME = /[A-Za-z_]\w*/g;

/** The names in the holes of a text. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(HOLE)].flatMap(([, inner = '']) => inner.match(NAME) ?? []);
const plainNames = (text: string): string[] => text.replace(/(["'\x60])(?:(?!\1).)*\1/g, ' ').match(NAME) ?? [];

const ASSIGNED =
  /(?:^|[\n;{])[ \t]*(?:(?:const|let|var) )?([A-Za-z_]\w{0,60})[ \t]*(?::[ \t]*[\w<>[\]|. ]{1,40})?=(?![=>])([^\n;]{1,300})/g;
/** What makes something else of a value than was given. */
const CLEANED =
  /basename|quote|escape|parseInt|Number\(|\bint\(|float\(|encodeURI|sanit|valid|allow|ALLOW|hash|uuid|\.get\(\s*\w+\s*\)|\bawait\b|\bdb\.|\.execute\(|\.query\(|\.length|\blen\(|\[\s*\w+\s*\]/;
const ROUNDS = 3;

/** Names that hold what was given, as it is or as part of a longer text. */
function carriersOf(text: string, free: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(free);
  const assigned = [...text.matchAll(ASSIGNED)].filter(([, , made = '']) => !CLEANED.test(made));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [, name = '', made = ''] of assigned)
      if ([...plainNames(made), ...namesIn(made)].some((one) => found.has(one))) found.add(name);
  return found;
}

/** Every place in the source where a free parameter of the list becomes part of a command, a program, a statement or a place. */
function flowsOf({ tools, sources }: Pick<ToolFacts, 'tools' | 'sources'>): Flow[] {
  const free = new Set(
    tools.flatMap(({ parameters }) => parameters.filter((one) => one.isFree).map(({ name }) => name)),
  );
  const live = sources.filter(({ file }) => !isTestFile(file));
  const all = live.map(({ text }) => text).join('\n');
  return live.flatMap((view): Flow[] => {
    const found: Flow[] = [];
    const carriers = carriersOf(view.text, free);
    const look = (
      sink: Sink,
      shape: RegExp,
      names: (groups: readonly string[]) => readonly string[],
      text = view.text,
    ): void => {
      for (const match of text.matchAll(shape)) {
        const groups = [...match].slice(1).filter((one) => one !== undefined);
        const name = names(groups).find((one) => carriers.has(one));
        if (name !== undefined) found.push({ sink, name, view, start: match.index });
      }
    };
    const inHoles = (groups: readonly string[]): string[] =>
      groups.flatMap((one) => (/^[\w.]+$/.test(one) ? [one] : namesIn(one)));
    const inText = (groups: readonly string[]): string[] =>
      groups.flatMap((one) => (one.trimStart().startsWith('[') ? [] : [...plainNames(one), ...namesIn(one)]));
    if (HAS_SHELL.test(view.text) && !QUOTED_FOR_SHELL.test(view.text)) {
      look('shell', inShell(view.text), inHoles);
      look('shell', LINE_RUN, inHoles);
      look('shell', SHELL_BY_OPTION, inText);
    }
    look('code', IN_CODE, inHoles);
    look('code', IN_FUNCTION, inText);
    const joined = seamless(view.text);
    look('sql', IN_SQL, (groups) => groups.flatMap(namesIn), joined);
    look('sql', SQL_JOINED, inHoles, joined);
    look('sql', SQL_PRINTED, inText, joined);
    if (!LOOKS_AT_PATH.test(all))
      look('path', IN_PATH, (groups) => groups.flatMap((one) => [...plainNames(one), ...namesIn(one)]));
    if (!LOOKS_AT_HOST.test(all)) look('url', IN_URL, (groups) => groups);
    return found;
  });
}

const TOLD: Readonly<Record<Sink, string>> = {
  shell: 'becomes part of a line for a shell',
  code: 'is run as code',
  sql: 'becomes part of a database statement',
  path: 'names a file, and nothing looks where it lies',
  url: 'is opened, whatever host it names',
};

/** One hit for each parameter and kind of place. */
export function flowHits(facts: Pick<ToolFacts, 'tools' | 'sources'>, sinks: readonly Sink[]): ToolHit[] {
  const seen = new Set<string>();
  return flowsOf(facts)
    .filter(({ sink }) => sinks.includes(sink))
    .filter(({ sink, name }) => !seen.has(`${sink} ${name}`) && seen.add(`${sink} ${name}`) !== undefined)
    .map(({ sink, name, view, start }) => ({
      at: {
        view,
        start,
        end: view.text.indexOf('\n', start) === -1 ? view.text.length : view.text.indexOf('\n', start),
      },
      confidence: 'firm',
      severity: sink === 'shell' || sink === 'code' ? 'HIGH' : 'MEDIUM',
      note: `"${name}" ${TOLD[sink]}.`,
    }));
}
