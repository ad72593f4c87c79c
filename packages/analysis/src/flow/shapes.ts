import { toUrlValue } from '../models/origins/origin.ts';
import type { FactValues, Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { recordKeyTexts } from './key-texts.ts';
import { recordMailedOut } from './mailed-out.ts';
import { filledFiles } from './shapes.filled.ts';
import { type Found, meetings } from './shapes.harm.ts';
import { hostages } from './shapes.hostage.ts';
import { renewals } from './shapes.renewed.ts';
import { timedDestruction } from './shapes.timed.ts';
import { askedCalls, openedPrograms, unseenRuns } from './shapes.unseen.ts';
import { recordIndex } from './shell/install.ts';
import { recordSqlRows } from './sql-rows.ts';

type Harm = FactValues['shape']['harm'];

const TEXT_MAX = 524_288;
const FOUND_MAX = 10;
const BRANCH_CHARS = 700;

export const PROGRAMS: ReadonlySet<Language> = new Set<Language>([
  'shell',
  'powershell',
  'batch',
  'python',
  'javascript',
  'typescript',
  'ruby',
  'php',
  'go',
  'perl',
  'lua',
  'rust',
  'java',
  'csharp',
  'swift',
  'applescript',
  'sql',
  'makefile',
]);

const SCRIPT_NAME = /\.(?:vbs|vbe|wsf|hta|ahk|au3)$/i;

/** Harm that shows in how a program is built, in whatever language: each needs two parts that honest code keeps apart. */
export function recordShapes(analysis: Analysis, unit: Unit): void {
  const isPage = unit.lang === 'html' || unit.lang === 'svg';
  if (!PROGRAMS.has(unit.lang) && !SCRIPT_NAME.test(unit.file) && !isPage) return;
  const { view } = unit.span;
  const text = view.text.slice(0, TEXT_MAX);
  const found = [
    ...requestCalls(text, unit.lang),
    ...calledWords(text, unit.lang),
    ...filledFiles(text, unit.lang, visitorsWords(text, unit.lang)),
    ...askedCalls(text, unit.lang),
    ...unseenRuns(text, unit.lang),
    ...openedPrograms(text, unit.lang),
    ...renewals(text, unit.lang),
    ...goShapes(text, unit.lang),
    ...scriptDoors(text, unit.lang),
    ...codesThatRun(text, unit.lang),
    ...[...text.matchAll(ANSWER_RUN)].map((match) => at('codes-run', match)),
    ...timedDestruction(text),
    ...hostages(text),
    ...meetings(text, unit.lang),
    ...[...text.matchAll(CELLS_SENT)].map((match) => at('page-watch', match)),
    ...(isPage ? pageThieves(text) : [...pageWatchers(text), ...loginMirrors(text), ...formTakers(text)]),
  ];
  for (const { harm, start, end } of found.slice(0, FOUND_MAX))
    analysis.recorder.add('shape', { harm, text: text.slice(start, end).slice(0, 160) }, unit, { view, start, end });
  recordExchange(analysis, unit, text);
  recordSqlRows(analysis, unit, text);
  recordIndexLines(analysis, unit, text);
  recordApprovals(analysis, unit, text);
  recordKeyTexts(analysis, unit, text);
  recordMailedOut(analysis, unit, text);
}

/** Settings of an agent as an object of a program that names their file: whatever they are merged with, they are written. */
const APPROVES =
  /\bdefaultMode["']?\s*:\s*["'](bypassPermissions)["']|["'](?:chat\.tools\.(?:global\.)?autoApprove)["']\s*:\s*([Tt]rue)\b/g;
const AGENT_FILE = /["'`][^"'`\n]{0,80}\.(?:claude|vscode|cursor|gemini|codex)\/[\w.-]*settings[\w.-]*["'`]/;

function recordApprovals(analysis: Analysis, unit: Unit, text: string): void {
  if (unit.lang === 'shell' || !AGENT_FILE.test(text)) return;
  for (const { index, 0: words, 1: mode = 'true' } of [...text.matchAll(APPROVES)].slice(0, FOUND_MAX))
    analysis.recorder.add(
      'setting',
      { effect: 'approves', key: words.split(/["']?\s*:/)[0] ?? '', value: mode },
      unit,
      {
        view: unit.span.view,
        start: index,
        end: index + words.length,
      },
    );
}

/** A line of a list of packages, as a text of its own: whoever writes it somewhere names another index. */
const INDEX_LINE = /["'`](?:--extra-index-url|--index-url|--find-links)[ =](https?:\/\/[^"'`\s\\]+)/g;

function recordIndexLines(analysis: Analysis, unit: Unit, text: string): void {
  for (const { index, 0: line, 1: address = '' } of [...text.matchAll(INDEX_LINE)].slice(0, FOUND_MAX)) {
    const url = toUrlValue(address);
    const at = { view: unit.span.view, start: index, end: index + line.length };
    if (url !== undefined) recordIndex(analysis, unit, at, url);
  }
}

const at = (harm: Harm, { index, 0: text }: RegExpExecArray | RegExpMatchArray): Found => ({
  harm,
  start: index ?? 0,
  end: (index ?? 0) + text.length,
});

/** What a visitor of a page sends, and names that hold it. */
const REQUEST = /\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b|php:\/\/input|getallheaders\(\)/;
const HOLDS_REQUEST =
  /\$(\w{1,40})\s*=\s*[^;\n]{0,80}(?:\$_(?:GET|POST|REQUEST|COOKIE)\b|\$_SERVER\s*\[\s*["']HTTP_|php:\/\/input|getallheaders\(\))/g;
const CALLERS =
  'array_map|array_filter|array_walk|array_reduce|call_user_func(?:_array)?|usort|uasort|register_shutdown_function|preg_replace_callback|eval|assert|system|exec|shell_exec|passthru|popen|proc_open|create_function|ob_start';

const holdersOf = (text: string): string => {
  const names = [...text.matchAll(HOLDS_REQUEST)].map((match) => match[1] ?? '').filter((name) => name !== 'this');
  return ['_(?:GET|POST|REQUEST|COOKIE)', ...new Set(names)].slice(0, FOUND_MAX).join('|');
};

/** What a visitor sends, by whatever name it goes here. */
const visitorsWords = (text: string, lang: Language): RegExp | undefined =>
  lang === 'php' && REQUEST.test(text) ? new RegExp(`\\$(?:${holdersOf(text)})\\b|php://input`) : undefined;

/** A function that a visitor names is called, or what a visitor writes is run: a door for whoever knows of it. */
function requestCalls(text: string, lang: Language): Found[] {
  if (lang !== 'php' || !REQUEST.test(text)) return [];
  const holders = holdersOf(text);
  const called = new RegExp(
    `(?:^|[^\\w>])(?:${CALLERS})\\s*\\(\\s*(?:@|\\(string\\)\\s*|(?!escapeshell|intval|int\\b|basename)\\w{1,30}\\(\\s*){0,3}\\$(?:${holders})\\b`,
    'g',
  );
  const variable = new RegExp(`\\$(?:${holders})(?:\\[[^\\]\\n]{1,60}\\])?\\s*\\(\\s*\\$`, 'g');
  const unpacked = /\bextract\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)\b/.test(text)
    ? text.matchAll(/\$\w+\s*\(\s*\$\w+\s*\)/g)
    : [];
  return [...text.matchAll(called), ...text.matchAll(variable), ...unpacked].map((match) => at('door', match));
}

/** `[$how, $value] = explode('=', $text)` and then `$how(…)`: a word of a text is called as a function. */
const SPLIT =
  /(?:\[|\blist\()\s*\$(\w{1,40})\s*,[^\])=\n]{1,80}[\])]\s*=\s*(?:array_pad\s*\(\s*)?(?:explode|preg_split|sscanf|str_getcsv)\s*\(/g;

function calledWords(text: string, lang: Language): Found[] {
  if (lang !== 'php') return [];
  return [...text.matchAll(SPLIT)].flatMap((match) => {
    const called = new RegExp(`(?:^|[^\\w>:$])\\$${match[1]}\\s*\\(`).exec(
      text.slice(match.index, match.index + BRANCH_CHARS),
    );
    return called === null ? [] : [at('door', match)];
  });
}

/** Go: what a visitor sends is a command, or bytes are changed one by one and then are one. */
const GO_DOOR =
  /exec\.Command(?:Context)?\([^\n]{0,120}\b\w+\.(?:Header\.Get|FormValue|PostFormValue|URL\.Query\(\)\.Get)\(/g;
const GO_BYTES = /\b(\w{1,40})\[\w{1,20}\]\s*(?:\^=|[+-]=|=\s*[^\n]{0,60}(?:\^|[+-]\s*(?:0x)?[0-9a-f]))/g;

/** A server that runs what its visitors write. */
const SCRIPT_DOOR =
  /\b(?:exec|execSync|eval|spawnSync|execa)\s*\(\s*(?:req|request|ctx\.request|c\.req)\.(?:body|query|headers|params|header|get)\b/g;
const SCRIPTS: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript']);

const scriptDoors = (text: string, lang: Language): Found[] =>
  SCRIPTS.has(lang) ? [...text.matchAll(SCRIPT_DOOR)].map((match) => at('door', match)) : [];

/** Go: what was fetched is written as a program and started. */
const GO_WRITTEN = /\bos\.WriteFile\(\s*(\w{1,40})\s*,\s*(\w{1,40})\s*,\s*0o?7\d\d\s*\)/g;
const GO_CHECKED = /sha256|sha512|checksum|ed25519|minisign|cosign/i;

const fetchedPrograms = (text: string): Found[] =>
  GO_CHECKED.test(text)
    ? []
    : [...text.matchAll(GO_WRITTEN)]
        .filter(
          ([, path = '', body = '']) =>
            new RegExp(`\\b${body}\\b[^\\n]{0,20}:?=\\s*(?:io|ioutil)\\.ReadAll\\(`).test(text) &&
            /\bhttp\.Get\(\s*"https?:/.test(text) &&
            new RegExp(`exec\\.Command(?:Context)?\\((?:\\w+\\s*,\\s*)?${path}\\b`).test(text),
        )
        .map((match) => at('codes-run', match));

function goShapes(text: string, lang: Language): Found[] {
  if (lang !== 'go') return [];
  const letters = [...text.matchAll(GO_BYTES)].filter(([, name = '']) =>
    new RegExp(`exec\\.Command(?:Context)?\\([^\\n]{0,160}string\\(${name}\\b`).test(text),
  );
  return [
    ...[...text.matchAll(GO_DOOR)].map((match) => at('door', match)),
    ...letters.map((match) => at('codes-run', match)),
    ...fetchedPrograms(text),
  ];
}

/** Languages that are read word by word: letters made of numbers there, and what runs text. */
const LOOSE: ReadonlySet<Language> = new Set<Language>([
  'perl',
  'ruby',
  'php',
  'powershell',
  'lua',
  'csharp',
  'applescript',
]);
const LETTERS_OF_NUMBERS =
  /[$@]?(\b[A-Za-z_]\w{0,40})(?:\[[^\]\n]{1,40}\])?\s*[\^+-]?=\s*[^\n;]{0,160}(?:\bchr\b\s*\(?|\.chr\b|\bpack\s*\(?\s*["'][CcUw]\*?["']|\.pack\(\s*["'][CcUw]\*|\[char(?:\[\])?\]|string\.char\(|-bxor\b|\(char\)\s*\()/g;

/** Windows script: what a request answered is run as it is. */
const ANSWER_RUN = /\b(?:ExecuteGlobal|Execute|Eval)\b\s*\(?\s*\w+\.responseText\b/gi;

/** A text is made of numbers and then run. */
function codesThatRun(text: string, lang: Language): Found[] {
  if (!LOOSE.has(lang)) return [];
  const direct = [...text.matchAll(LETTERS_OF_NUMBERS)].filter(({ 1: name = '', index }) => {
    const rest = text.slice(index);
    return namesFor(name, rest).some((one) => runs(one, lang).test(rest));
  });
  const made = [...text.matchAll(MAKES_LETTERS)].filter(({ 1: maker = '', index }) => {
    const given = new RegExp(`[$@]?(\\w{1,40})\\s*=\\s*\\(?\\s*${escaped(maker)}\\b`, 'g');
    const names = [...text.slice(index).matchAll(given)].map(([, name = '']) => name);
    return [maker, ...names.slice(0, FOUND_MAX)].some((name) => runs(escaped(name), lang).test(text.slice(index)));
  });
  return [...direct, ...made].map((match) => at('codes-run', match));
}

/** The name, and names that are given something made of it. */
function namesFor(name: string, text: string): string[] {
  const given = new RegExp(`[$@]?\\b([A-Za-z_]\\w{0,40})\\s*:?=\\s*[^\\n;=]{0,80}?[$@]?\\b${name}\\b`, 'g');
  return [name, ...[...text.matchAll(given)].map(([, other = '']) => other).slice(0, FOUND_MAX)];
}

const runs = (name: string, lang: Language): RegExp =>
  new RegExp(
    `(?:\\b(?:system|exec|eval|popen|shell_exec|passthru|assert|instance_eval|iex|Invoke-Expression|loadstring|load|os\\.execute|Start-Process|scriptblock\\]::Create|InvokeScript|AddScript)\\b\\s*\\(?\\s*(?:-\\w+\\s+)?|(?:^|[\\s;|])&\\s*|\`|qx[{(/])[$@]?${name}\\b${lang === 'php' ? `|\\$${name}\\s*\\(` : ''}`,
    'mi',
  );
const escaped = (name: string): string => name.replace(/[-$]/g, '\\$&');
/** A function that makes letters of numbers, whatever it is called. */
const MAKES_LETTERS =
  /\b(?:function|def|sub)\s+([A-Za-z_][\w-]{1,40})\b[^\n]{0,160}\n?(?:[^\n]{0,200}\n){0,6}?[^\n]{0,200}(?:\[char\]\s*\(|\bchr\b\s*\(|\.chr\b|\.pack\(\s*["'][CcUw]\*|\bpack\s*\(?\s*["'][CcUw]\*|string\.char\()/gi;

/** Code for pages, kept as text in a program that writes it into files: it listens to forms or keys, and sends. */
const LISTENS =
  /addEventListener\(\s*\\?["'](?:submit|keydown|keyup|keypress|input|change|paste)\\?["']|document\.cookie|new FormData\(\s*[^\s)]/;
const SENDS_OFF =
  /(?:new Image\b\)?(?:\(\))?\)?\.src\s*=|navigator\.sendBeacon\(|\bfetch\(|XMLHttpRequest|new WebSocket\(|\.src\s*=)\s*\\?["'`]?(?:https?:)?\/\/(?!localhost|127\.)[\w.-]+/;
/** Short ones too: whoever leaves them out takes what stands between two texts for one. */
const TEXTS = /"""[\s\S]{0,8000}?"""|`(?:[^`\\]|\\.){0,8000}`|"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'/g;
const TEMPLATE_CHARS_MIN = 80;
const WRITES = /writeFile|appendFile|\.write\(|write_text|fs\.write|file_put_contents|File\.write|Set-Content|>>/;

function pageWatchers(text: string): Found[] {
  if (!LISTENS.test(text)) return [];
  const isWritten = WRITES.test(text);
  const isWatcher = (code: string): boolean =>
    code.length >= TEMPLATE_CHARS_MIN &&
    LISTENS.test(code) &&
    SENDS_OFF.test(code) &&
    (isWritten || TAKES_ALL.test(code));
  const whole = [...text.matchAll(TEXTS)].filter(([literal]) => isWatcher(literal));
  const joined = whole.length > 0 ? [] : [...text.matchAll(PIECES)].filter(([pieces]) => isWatcher(asOne(pieces)));
  return [...whole, ...joined].map((match) => at('page-watch', match));
}

/** A text that is put together of pieces on lines of their own, by the sign of the language or by none. */
const PIECE = String.raw`(?:"(?:[^"\\\n]|\\.){1,2000}"|'(?:[^'\\\n]|\\.){1,2000}')`;
const JOINT = String.raw`(?:\.\.|[+.]|<<|\\)`;
const PIECES = new RegExp(`${PIECE}(?:\\s*(?:${JOINT}\\s*)?${PIECE}|\\s*${JOINT}\\s*[\\w$]{1,60}){1,40}`, 'g');
const asOne = (pieces: string): string => pieces.replace(/(["'])\s*(?:[+.]|\.\.|<<|\\)?\s*(["'])/g, '');
/** All fields of a form, or every key: nobody counts visits with these. */
const TAKES_ALL =
  /new FormData\(\s*[^\s)]|\.elements\b|querySelectorAll\(\s*\\?["'](?:input|form)|addEventListener\(\s*\\?["']key(?:down|up|press)/;

/** The login of every request, taken out of its headers and sent as the body of another. */
const TAKEN_LOGIN =
  /\b(?:const|let|var)\s+(\w{1,40})\s*=\s*[^\n;]{0,100}(?:\.get\(\s*["']authorization["']\s*\)|headers\??\.?(?:\[\s*["'])?authorization\b)/gi;

const loginMirrors = (text: string): Found[] =>
  [...text.matchAll(TAKEN_LOGIN)]
    .filter(({ index, 1: name = '' }) =>
      new RegExp(
        String.raw`(?:fetch|sendBeacon)\(\s*["']https?:\/\/(?!localhost|127\.)[^"']+["']\s*,[^;]{0,160}?\bbody:[^;}]{0,120}\b${name}\b`,
      ).test(text.slice(index, index + BRANCH_CHARS)),
    )
    .map((match) => at('page-watch', match));

/** All fields of a form with a password in it, handed on by whoever listens to every page. */
const FORM_TAKEN =
  /addEventListener\(\s*\\?["']submit\\?["'](?=[\s\S]{0,300}type=["'\\]{0,2}password)(?=[\s\S]{0,500}new FormData\()[\s\S]{0,600}?\b(?:runtime\.sendMessage|\.postMessage)\(/g;

const formTakers = (text: string): Found[] => [...text.matchAll(FORM_TAKEN)].map((match) => at('page-watch', match));

/** A formula that asks an address for something, with a whole range of other cells behind it; one cell is what is looked up. */
const CELLS_SENT =
  /=\s*(?:IMPORT(?:XML|DATA|HTML|FEED)|WEBSERVICE|IMAGE)\(\s*(?:CONCAT(?:ENATE)?\(\s*)?\\?["']{1,2}https?:\/\/(?!localhost|127\.)[\w.-]+[^\n]{0,120}?(?:&|,)\s*(?:\w{1,20}\((?:\s*[^()\n]{0,20},)?\s*){0,4}(?:\w{1,30}!)?\$?[A-Z]{1,2}\$?\d{0,6}:\$?[A-Z]{1,2}/g;

/** All of what a browser keeps for a page, sent to a place that is named in full. */
const KEPT = String.raw`(?:document\.cookie|JSON\.stringify\(\s*(?:localStorage|sessionStorage)\s*\))`;
const SENT_TO = String.raw`(?:fetch\(|sendBeacon\(|\.src\s*=|\.open\()\s*(?:["']\w+["'],\s*)?["'\`]https?:\/\/(?!localhost|127\.)[^"'\`]+["'\`]`;
const THIEVES = new RegExp(`${SENT_TO}[^;<]{0,200}?${KEPT}|${KEPT}[^<]{0,200}?${SENT_TO}`, 'g');

const pageThieves = (text: string): Found[] => [...text.matchAll(THIEVES)].map((match) => at('page-watch', match));

const ADDRESS = String.raw`(bc1[a-z0-9]{20,60}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})`;
const TAKES_CLIPBOARD =
  /Get-Clipboard|pbpaste|wl-paste|xclip[^\n]{0,40}-o\b|xsel[^\n]{0,20}-\w*o|GetText\(|clipboard\.(?:read\w*|paste|get\w*)|pyperclip\.paste|clipboard_get|Clipboard\.(?:paste|read)|GetClipboardData|the clipboard/i;
const GIVES_CLIPBOARD =
  /Set-Clipboard|\bpbcopy\b|wl-copy|xclip|xsel[^\n]{0,20}-\w*i|SetText\(|clipboard\.(?:write\w*|copy|set\w*)|pyperclip\.copy|clipboard_append|Clipboard\.copy|SetClipboardData|set the clipboard/i;
const QUOTED_ADDRESS = new RegExp(`["'\`]${ADDRESS}["'\`]`, 'g');
/** A field that says where money goes, put in the place of the one that was there. */
const MERGED = new RegExp(
  String.raw`(?:\.merge!?|\.update|\.assign|\.with|\.put|\.set|\.replace)\s*\(?[^()\n]{0,60}["':]?(?:iban|bic|account|wallet|address|pay_?to|recipient|beneficiary|destination)["']?\s*(?:=>|:|,|=)\s*["']${ADDRESS}["']`,
  'gi',
);

const PAYEE = String.raw`(?:iban|account\w{0,12}|payee|beneficiary|wallet|destination|recipient|pay_?to|payout_?address)`;
/** `if total > 5000 { inv.IBAN = "…" }`: from some amount on, somebody else. */
const ABOVE = new RegExp(
  String.raw`\bif\b[^\n{;]{0,120}[<>]=?\s*[\d_.]{3,}[^\n]{0,40}\s*[\s\S]{0,120}?\b${PAYEE}["'\]\})]{0,3}\s*:?=\s*["']${ADDRESS}["']`,
  'gi',
);
/** `total > 2000 ? HOUSE : row['iban']`, with an address of that name. */
const CHOSEN = new RegExp(
  String.raw`[<>]=?\s*[\d_.]{3,}[^\n?]{0,60}\?\s*(?:self::|static::|[$@])?(\w{2,40})\s*:\s*[^\n;]{0,60}\b${PAYEE}\b`,
  'gi',
);

function chosenPayees(text: string, lang: Language): RegExpMatchArray[] {
  if (!LOOSE.has(lang) && lang !== 'go' && lang !== 'java' && lang !== 'swift') return [];
  const chosen = [...text.matchAll(CHOSEN)].filter(([, name = '']) =>
    new RegExp(String.raw`\b${name}\b["']?\s*(?:=>|:?=|,)\s*["']${ADDRESS}["']`).test(text),
  );
  return [...text.matchAll(ABOVE), ...chosen];
}

/** What the user copied, or a setting named, is exchanged for an address that is written in the program. */
function recordExchange(analysis: Analysis, unit: Unit, text: string): void {
  const isClipboard = TAKES_CLIPBOARD.test(text) && GIVES_CLIPBOARD.test(text);
  const found = [
    ...(isClipboard ? text.matchAll(QUOTED_ADDRESS) : []),
    ...text.matchAll(MERGED),
    ...chosenPayees(text, unit.lang),
  ];
  for (const match of found.slice(0, FOUND_MAX))
    analysis.recorder.add(
      'replacement',
      { name: isClipboard ? 'what was copied' : 'who is paid', by: match[1] ?? '' },
      unit,
      {
        view: unit.span.view,
        start: match.index ?? 0,
        end: (match.index ?? 0) + match[0].length,
      },
    );
}
