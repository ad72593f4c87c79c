import { derivedView, sliceView, type ViewIds } from '../bundle/decode/view.ts';
import type { Block, Inline, MarkdownDocument } from '../languages/markdown/index.ts';
import { own } from '../own.ts';
import type { Language, Reach, Span, Unit, UnitOrigin, View } from '../types/index.ts';
import { looksLikeCommand } from './command-shape.ts';
import { guessLanguage } from './guess-language.ts';

/** Numbers units in the order they are found. */
export class UnitMaker {
  readonly units: Unit[] = [];
  readonly ids: ViewIds;

  constructor(ids: ViewIds) {
    this.ids = ids;
  }

  make(lang: Language, origin: UnitOrigin, span: Span, reach: Reach, within: Unit | null = null): Unit {
    const unit: Unit = { id: this.units.length + 1, lang, origin, span, file: span.view.file, reach, within };
    this.units.push(unit);
    return unit;
  }
}

const FENCE_LANGUAGES: Readonly<Record<string, Language>> = {
  bash: 'shell',
  sh: 'shell',
  shell: 'shell',
  zsh: 'shell',
  console: 'shell',
  terminal: 'shell',
  'shell-session': 'shell',
  shellsession: 'shell',
  ksh: 'shell',
  fish: 'shell',
  python: 'python',
  py: 'python',
  python3: 'python',
  ipython: 'python',
  js: 'javascript',
  javascript: 'javascript',
  node: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'typescript',
  powershell: 'powershell',
  ps1: 'powershell',
  pwsh: 'powershell',
  ps: 'powershell',
  cmd: 'batch',
  bat: 'batch',
  batch: 'batch',
  dos: 'batch',
  ruby: 'ruby',
  rb: 'ruby',
  php: 'php',
  go: 'go',
  golang: 'go',
  perl: 'perl',
  lua: 'lua',
  rust: 'rust',
  rs: 'rust',
  java: 'java',
  kotlin: 'java',
  csharp: 'csharp',
  cs: 'csharp',
  c: 'c',
  cpp: 'c',
  'c++': 'c',
  swift: 'swift',
  applescript: 'applescript',
  osascript: 'applescript',
  sql: 'sql',
  html: 'html',
  svg: 'svg',
  xml: 'svg',
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  jsonc: 'json',
  toml: 'toml',
  ini: 'ini',
  dockerfile: 'dockerfile',
  docker: 'dockerfile',
  makefile: 'makefile',
  make: 'makefile',
};

const wholeOf = (view: View): Span => ({ view, start: 0, end: view.text.length });

/** Code inside a document: fences, code spans that are commands, command lines in prose. Code in hidden text comes last. */
export function collectDocumentUnits(maker: UnitMaker, document: MarkdownDocument, owner: Unit): Unit[] {
  const found: Unit[] = [];
  for (const block of document.blocks) {
    if (block.kind === 'fence') found.push(...fenceUnits(maker, block, owner));
    else if (block.kind !== 'html') found.push(...textUnits(maker, block, owner));
  }
  for (const hidden of document.hidden) {
    const code = HIDDEN_CODE.exec(hidden.text);
    if (code !== null) {
      const shownAt = owner.span.view.text.slice(hidden.start, hidden.end).indexOf(code[1] ?? '');
      const view = sliceView(maker.ids, owner.span.view, hidden.start + Math.max(0, shownAt), hidden.end);
      found.push(maker.make(guessLanguage(view.text), 'comment', wholeOf(view), owner.reach, owner));
    }
    if (!looksLikeCommand(hidden.text)) continue;
    const view = sliceView(maker.ids, owner.span.view, hidden.start, hidden.end);
    found.push(...commandLines(maker, view, 0, view.text.length, owner, 'comment'));
  }
  return found;
}

/** Where a program starts inside hidden text. */
const HIDDEN_CODE =
  /(?:^|[:\n]\s*)((?:const|let|var|import|from|async function|def|exec\(|eval\(|require\(|fetch\()[\s\S]{8,})/;

const PROMPT = /^([ \t]*)(?:\$|%|>|PS [^>\n]{0,80}>|[\w.-]{1,32}@[\w.-]{1,64}[^$#\n]{0,40}[$#]) (?=\S)/gm;

function fenceUnits(maker: UnitMaker, block: Block, owner: Unit): Unit[] {
  const declared = own(FENCE_LANGUAGES, block.language);
  const lang =
    declared ??
    (block.language === '' || block.language === 'text' || block.language === 'plaintext'
      ? guessFence(block.text)
      : undefined);
  const stray = lang === 'shell' || lang === 'powershell' || lang === 'batch' ? [] : strayCommands(maker, block, owner);
  if (lang === undefined) return stray;
  // Prompts are blanked, not cut: offsets must stay those of the file.
  const text =
    lang === 'shell' || lang === 'powershell'
      ? block.text.replace(PROMPT, (prompt) => ' '.repeat(prompt.length))
      : block.text;
  const length = block.end - block.start;
  const derived = { text, segments: [{ start: 0, length, parentStart: block.start, parentLength: length }] };
  const view = derivedView(maker.ids, owner.span.view, derived, null);
  return [maker.make(lang, 'fence', wholeOf(view), owner.reach, owner), ...stray];
}

/** A shell command line inside a fence of another language. A user may paste it into a terminal anyway. */
const STRAY =
  /^[ \t]*(?:[$%>] )?((?:sudo )?(?:curl|wget|ncat?|bash|sh|zsh|iwr|irm|base64|osascript|powershell|pwsh|certutil|mshta) +[-"'$(/h<\w][^\n]{4,2000})$/gm;

function strayCommands(maker: UnitMaker, block: Block, owner: Unit): Unit[] {
  return [...block.text.matchAll(STRAY)].slice(0, STRAY_MAX).flatMap((match) => {
    const line = match[1] ?? '';
    const start = block.start + match.index + match[0].length - line.length;
    return looksLikeCommand(line) && !/^\w+ *(?:[=(:,.]|in |is )/.test(line)
      ? [commandUnit(maker, owner.span.view, start, start + line.length, owner, 'stray')]
      : [];
  });
}

const STRAY_MAX = 40;

function guessFence(text: string): Language | undefined {
  if (/^\s*(?:\$|>) \S/m.test(text)) return 'shell';
  if (/^\s*(?:import|from)\s+\w+.*\n/m.test(text) && /\b(?:def|print\(|import)\b/.test(text)) return 'python';
  if (/\b(?:iwr|Invoke-WebRequest|Invoke-Expression|iex|New-Object)\b/i.test(text)) return 'powershell';
  return looksLikeCommand(text) ? 'shell' : undefined;
}

function textUnits(maker: UnitMaker, block: Block, owner: Unit): Unit[] {
  const found: Unit[] = [];
  const codes = block.inlines.filter(({ kind }) => kind === 'code');
  for (const code of codes) {
    const { start, end } = code.inner;
    const text = owner.span.view.text.slice(start, end);
    // A fragment that starts with an operator is a sample of injected input, not a command line.
    const isOrdered = ORDERED.test(owner.span.view.text.slice(Math.max(0, start - ORDER_CHARS), start));
    if ((looksLikeCommand(text) || (isOrdered && WORDS.test(text))) && !/^\s*[;&|]/.test(text))
      found.push(commandUnit(maker, owner.span.view, start, end, owner, 'inline'));
  }
  found.push(...cutSpans(maker, block, owner));
  const bare = blankOut(block, codes);
  if (looksLikeCommand(bare)) {
    const derived = {
      text: bare,
      segments: [{ start: 0, length: bare.length, parentStart: block.start, parentLength: bare.length }],
    };
    const view = derivedView(maker.ids, owner.span.view, derived, null);
    found.push(...commandLines(maker, view, 0, bare.length, owner, 'prose'));
  }
  return found;
}

/** An unescaped pipe in a code span splits a table cell in two. The reader of the line still sees one command. */
function cutSpans(maker: UnitMaker, block: Block, owner: Unit): Unit[] {
  if (block.kind !== 'cell' || block.text.split('`').length % 2 === 1) return [];
  const { view } = owner.span;
  const start = block.start + block.text.lastIndexOf('`') + 1;
  const end = view.text.indexOf('`', start);
  const text = end === -1 ? '' : view.text.slice(start, end);
  return !text.includes('\n') && text.includes('|') && looksLikeCommand(text)
    ? [commandUnit(maker, view, start, end, owner, 'inline')]
    : [];
}

/** An instruction such as "Run `tool file`" marks a code span as a command even when the tool is unknown. */
const ORDERED = /\b(?:run|execute|call|invoke|start|launch|type|enter)s?\b[\s:*_`"'(]{1,8}(?:[a-z]{1,12} ){0,2}`$/i;
const ORDER_CHARS = 48;
const WORDS = /^[a-z][\w.+-]*(?:\s+[^\s`]+)+$/i;

/** The block's text with its code spans replaced by spaces, which keeps the offsets. */
function blankOut(block: Block, codes: readonly Inline[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of codes) {
    const from = Math.max(start - block.start, at);
    pieces.push(block.text.slice(at, from), ' '.repeat(Math.max(0, end - block.start - from)));
    at = Math.max(at, end - block.start);
  }
  pieces.push(block.text.slice(at));
  return pieces.join('');
}

function commandUnit(
  maker: UnitMaker,
  parent: View,
  start: number,
  end: number,
  owner: Unit,
  origin: UnitOrigin,
): Unit {
  const view = sliceView(maker.ids, parent, start, end);
  const isPowerShell = /\b(?:iwr|irm|iex|invoke-|new-object|downloadstring|\$env:)/i.test(view.text);
  return maker.make(isPowerShell ? 'powershell' : 'shell', origin, wholeOf(view), owner.reach, owner);
}

/** The first command word of a line: in "then run curl … | sh" the command follows two words of prose. */
const COMMAND_START =
  /(?:^|[\s:,"“”'(>])((?:sudo\s+)?(?:curl|wget|bash|sh|zsh|eval|python3?|node|ruby|perl|php|powershell|pwsh|iwr|irm|iex|base64|echo|printf|nc|ncat|socat|rm|chmod|chown|osascript|certutil|mshta|bitsadmin|npx|npm|pip3?|uvx?|git|docker|crontab|cat|tar|zip|gpg|scp|rsync|ssh|openssl|xattr|launchctl|systemctl|schtasks|reg|dig|nslookup|env|printenv|security|xxd|find|grep|awk|sed|tail|head|cp|mv|dd|mkfifo|pbpaste|history|sqlite3|aws|gcloud|kubectl|gh|export|source|vssadmin|wmic|net)\s+[^\s])/i;

/** A program that a sentence only mentions: "a public Docker image that …", "the PowerShell command (…". */
const NAMED_IN_WORDS = /^[A-Z][A-Za-z]+\s+[a-z]+[\s,.)]/;

function firstCommand(line: string, origin: UnitOrigin): RegExpExecArray | null {
  for (let from = 0; from < line.length; ) {
    const match = COMMAND_START.exec(line.slice(from));
    if (match === null) return null;
    match.index += from;
    const isSpokenOf =
      origin === 'prose' &&
      NAMED_IN_WORDS.test(match[1] === undefined ? '' : line.slice(match.index).trimStart()) &&
      /\w/.test(line.slice(0, match.index));
    if (!isSpokenOf) return match;
    from = match.index + match[0].length;
  }
  return null;
}

function commandLines(
  maker: UnitMaker,
  view: View,
  start: number,
  end: number,
  owner: Unit,
  origin: UnitOrigin,
): Unit[] {
  const found: Unit[] = [];
  for (let at = start; at < end; ) {
    const eol = view.text.indexOf('\n', at);
    const stop = eol === -1 || eol > end ? end : eol;
    const line = view.text.slice(at, stop);
    const match = firstCommand(line, origin);
    // A `](` without a preceding `[` means that the match lies inside the text of a link.
    const isInLink = match !== null && /^[^[\n]*\]\(/.test(line.slice(match.index));
    if (match !== null && !isInLink && looksLikeCommand(line.slice(match.index))) {
      const word = at + match.index + match[0].length - (match[1]?.length ?? 0);
      // An opening parenthesis directly before the first word starts a subshell and belongs to the command.
      found.push(commandUnit(maker, view, view.text[word - 1] === '(' ? word - 1 : word, stop, owner, origin));
    }
    at = stop + 1;
  }
  return found;
}
