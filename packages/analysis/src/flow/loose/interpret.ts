import { parseFine } from '../../languages/loose/fine.parse.ts';
import { parseLoose } from '../../languages/loose/loose.parse.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { interpretProgram } from '../code/interpret.ts';
import { recordNamedTogether } from '../named-together.ts';
import { interpretShell } from '../shell/interpret.ts';
import type { ShellSession } from '../shell/terminal.ts';
import { UNKNOWN, type Value } from '../value.ts';
import { recordPerlSockets } from './perl-sockets.ts';
import { readPlainNames } from './powershell-names.ts';
import { readProfileLines } from './profile-lines.ts';

const LOOSE = new Set([
  'powershell',
  'ruby',
  'php',
  'go',
  'perl',
  'lua',
  'rust',
  'java',
  'csharp',
  'c',
  'swift',
  'applescript',
]);

export const isLooseLanguage = (lang: Unit['lang']): boolean => LOOSE.has(lang);

/** Languages without a parser of their own. PowerShell is read twice: as commands in pipes, and as calls. */
export function interpretLoose(unit: Unit, session: ShellSession, analysis: Analysis, depth: number): Value {
  const { view, start, end } = unit.span;
  const text = view.text.slice(start, end);
  if (unit.lang === 'perl' && CHANGES_SOURCES.test(text))
    analysis.recorder.limit('a program that changes the text of others', unit.file);
  if (unit.lang === 'perl' && unit.reach !== 'none') noteModules(text, unit, analysis);
  if (unit.lang === 'perl') recordPerlSockets(text, unit, analysis);
  if (unit.lang === 'php') noteFiltered(text, unit, analysis);
  interpretProgram(parseLoose(text, unit.lang), unit, analysis);
  interpretProgram(parseFine(text, unit.lang), unit, analysis);
  if (COMMENTED.test(text)) interpretProgram(parseLoose(text, unit.lang, true), unit, analysis);
  if (unit.lang === 'applescript') shellScripts(text, DO_SHELL_SCRIPT, unit, analysis);
  // A program among the words of a command is no file that is looked at as a whole later.
  if (unit.origin !== 'file' && unit.origin !== 'fence') recordNamedTogether(analysis, unit, true);
  readPlainNames(analysis, unit, text);
  shellScripts(text, SHELL_WORDS, unit, analysis);
  if (BACKTICK_LANGUAGES.has(unit.lang)) shellScripts(text.replace(COMMENT, blank), BACKTICKS, unit, analysis);
  shellScripts(text, REMOTE_SCRIPT, unit, analysis);
  shellScripts(text, CONSUMER, unit, analysis, 'startup');
  readProfileLines(text, unit, analysis);
  return unit.lang === 'powershell' ? interpretShell(unit, session, analysis, depth) : UNKNOWN;
}

const USED = /^[ \t]*(?:use|require)[ \t]+([A-Z]\w*(?:::\w+)*)/gm;

/** Modules of the bundle that a program of Perl takes in, wherever they lie. */
function noteModules(text: string, unit: Unit, analysis: Analysis): void {
  for (const [, name = ''] of text.matchAll(USED))
    analysis.noteRun({ path: `**/${name.replaceAll('::', '/')}.pm`, language: 'perl', unit, at: unit.span });
}

const FILTERED =
  /\b(?:include|require)(?:_once)?\b[^;\n]{0,80}php:\/\/filter\/[^'"\n]{0,200}resource=([^'"\n]{1,200})/gi;

/** PHP runs what a filter makes of a file, and not the file. */
function noteFiltered(text: string, unit: Unit, analysis: Analysis): void {
  for (const [, path = ''] of text.matchAll(FILTERED))
    analysis.noteRun({ path, language: 'unknown', unit, at: unit.span, unread: 'run after it was changed on the way' });
}

/** What Perl reads after such a module is what the module makes of it: a filter, or a hook where modules are looked for. */
const CHANGES_SOURCES = /^[ \t]*(?:use|require)\s+Filter::|\bfilter_add\s*\(|@INC\s*,\s*(?:sub\b|\\&)/m;

/** A quotation that goes over the end of a line, or a number sign inside a word: a second look, line by line. */
const COMMENTED = /\S#|["'`][^"'`\n]{0,2000}\n/;

/** What stands between these marks is a command there, and what it prints the value. */
const BACKTICK_LANGUAGES: ReadonlySet<Unit['lang']> = new Set<Unit['lang']>(['ruby', 'perl', 'php']);
const BACKTICKS = /(?:`|%x[({[|!]|\bqx\s?[({[|!/])((?:[^`\n\\)}\]|!]|\\.){4,4000})[`)}\]|!/]/g;
const COMMENT = /^[ \t]*(?:#|\/\/|\*).*$/gm;
const blank = (line: string): string => ' '.repeat(line.length);

const DO_SHELL_SCRIPT = /do shell script\s+"((?:[^"\\]|\\.){1,4000})"/g;

/** `{"sh", "-c", "…"}`: a shell and what it runs, as a list of words in whatever brackets. */
const SHELL_WORDS =
  /"(?:\/\w+)*(?:\/)?(?:sh|bash|zsh|cmd(?:\.exe)?|powershell(?:\.exe)?)"\s*\)?\s*,\s*(?:\.?\w*\(?\s*)"(?:-c|\/c|-Command)"\s*\)?\s*,\s*(?:\.?\w*\(?\s*)"((?:[^"\\]|\\.){1,4000})"/g;

/** Lines for a shell, here or elsewhere, that are kept as text: who may log in, what is started, where a connection goes. */
const REMOTE_SCRIPT =
  /[`"']((?:[^`\n])*?(?:>>\s*["']?\S*(?:authorized_keys|\.bashrc|\.profile|crontab|sudoers\S*)|\|\s*crontab\s+-|\/dev\/tcp\/)[^`\n]*)[`"']\s*[,)\n+}]/g;

/** What the system runs when an event happens. */
const CONSUMER = /\bCommandLineTemplate\s*=\s*'((?:[^']|''){4,4000})'/g;

function shellScripts(
  text: string,
  shape: RegExp,
  unit: Unit,
  analysis: Analysis,
  origin: Unit['origin'] = 'argument',
): void {
  const { view, start } = unit.span;
  for (const match of text.matchAll(shape)) {
    const at = { view, start: start + match.index, end: start + match.index + match[0].length };
    analysis.descend({
      lang: 'shell',
      text: (match[1] ?? '').replace(/\\(.)/g, '$1'),
      at,
      unit,
      origin,
      layer: null,
    });
  }
}
