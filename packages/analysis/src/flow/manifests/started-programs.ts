import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { asLine } from './carried-commands.ts';
import { findValue, isRecord, parseJson } from './json.ts';

/** Files by which a plugin or an agent is told what to start: servers of languages, watchers, formatters, status lines. */
const STARTS =
  /(?:^|\/)(?:\.?lsp|plugin|monitors|marketplace|(?:gemini|qwen)-extension|opencode|crush|settings(?:\.local)?)\.jsonc?$|(?:^|\/)\.[\w-]+-plugin\/[^/]+\.json$/i;
/** Commands of agents that are written in TOML: what stands in `!{…}` is run when the command is loaded. */
const PROMPT_FILE = /(?:^|\/)commands\/(?:[^/]+\/)*[^/]+\.toml$/i;

/** Programs that an agent starts by itself, by the shape of the setting and not by what the key above it is called. */
export function recordStarted(analysis: Analysis, unit: Unit): void {
  if (STARTS.test(unit.file))
    for (const words of commandsOf(parseJson(unit.span.view.text), 0)) start(analysis, unit, words);
  if (PROMPT_FILE.test(unit.file)) recordPrompt(analysis, unit);
}

const DEPTH_MAX = 16;

function commandsOf(value: unknown, depth: number): string[][] {
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => commandsOf(item, depth + 1));
  if (!isRecord(value)) return [];
  const args = Array.isArray(value.args) ? texts(value.args) : [];
  const command = Array.isArray(value.command) ? texts(value.command) : texts([value.command]);
  return [
    ...(command.length === 0 ? [] : [[...command, ...args]]),
    ...Object.values(value).flatMap((inner) => commandsOf(inner, depth + 1)),
  ];
}

const texts = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');

function start(analysis: Analysis, unit: Unit, words: readonly string[]): void {
  const [command = '', ...args] = words;
  const text = args.length === 0 ? command : asLine(words);
  analysis.descend({ lang: 'shell', text, at: findValue(unit.span.view, command), unit, origin: 'hook', layer: null });
}

function recordPrompt(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  for (let from = view.text.indexOf('!{'); from !== -1; from = view.text.indexOf('!{', from + 2)) {
    const end = closingAt(view.text, from + 2);
    const command = unescaped(view.text.slice(from + 2, end));
    const at = { view, start: from + 2, end };
    analysis.recorder.add('hook', { event: 'load', command }, unit, at);
    analysis.descend({ lang: 'shell', text: command, at, unit, origin: 'hook', layer: null });
  }
}

/** Where the bracket is closed that was opened before this place. */
function closingAt(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const ESCAPE = /\\(?:u([\da-f]{4})|U([\da-f]{8})|x([\da-f]{2})|(["\\]))/gi;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, short = '', long = '', byte = '', plain = '') =>
    plain === '' ? String.fromCodePoint(Math.min(Number.parseInt(`${short}${long}${byte}`, 16), 0x10ffff)) : plain,
  );
