import type { Language } from '../../types/index.ts';

/**
 * Rewrites batch files and makefiles as shell scripts of the same length, so that the shell parser finds the commands
 * and every offset stays. `undefined` if the text does not change.
 */
export function asShell(text: string, language: Language): string | undefined {
  const written = language === 'batch' ? asCmd(text) : language === 'makefile' ? asMake(text) : text;
  return written === text ? undefined : written;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The command after `!=` runs when the file is read, also inside `$(eval …)`. */
const asMake = (text: string): string =>
  text.replace(/^(?!\t)([^\n#]*?)!=/gm, (_, before: string) => {
    const at = before.lastIndexOf('$(');
    return at === -1 ? blank(`${before}!=`) : `${blank(before.slice(0, at))}$(${blank(`${before.slice(at + 2)}!=`)}`;
  });

/**
 * In cmd, `'` quotes nothing, `#` begins no comment, `\` escapes nothing, `$` and a backtick are ordinary characters,
 * `<<` opens no here-document, and an unclosed quotation mark ends with the line.
 */
const asCmd = (text: string): string => text.split('\n').map(cmdLine).join('\n');

function cmdLine(line: string): string {
  if (/^\s*@?(?:rem\b|::)/i.test(line)) return blank(line);
  const loops = line.replace(/\\/g, '/').replace(/\$/g, '_').replace(LOOP, toLoop);
  const plain = loops
    .replace(/%%(?:~[a-z]*)?([a-z])\b/gi, (word, letter: string) => `%${letter}%`.padEnd(word.length))
    .replace(/['`]/g, ' ')
    .replace(/(^|[\s&|(])#/g, '$1_')
    .replace(/<</g, '< ');
  const closed = closeQuotes(plain);
  return withoutConditions(closed);
}

function closeQuotes(line: string): string {
  if ((line.split('"').length - 1) % 2 === 0) return line;
  const last = line.lastIndexOf('"');
  return `${line.slice(0, last)} ${line.slice(last + 1)}`;
}

/** `for /f %%i in ('command') do …` and `for %%f in (names) do …`. */
const LOOP = /\bfor\s+(\/\S+\s+)?(?:"[^"\n]*"\s+)?%{1,2}(\w)\s+in\s*\(([^)\n]*)\)\s*do\b/gi;

/** A quoted command in the parentheses is run, and the loop variable holds its output. Names are not run. */
function toLoop(whole: string, _option: string, letter: string, set: string): string {
  const command = /^\s*(['`])(.*)\1\s*$/.exec(set)?.[2];
  if (command === undefined) return blank(whole);
  const assigned = `${letter}=$(${command}) ;`;
  return assigned.length > whole.length ? blank(whole) : assigned.padEnd(whole.length);
}

const CONDITION =
  /(^|[&|(;]|\bdo\b|\belse\b)(\s*@?)\b(if\s+(?:\/i\s+)?(?:not\s+)?(?:(?:exist|defined|errorlevel|cmdextversion)\s+(?:"[^"\n]*"|[^\s"(]+)|(?:"[^"\n]*"|[^\s"=]+)\s*(?:==|(?:equ|neq|lss|leq|gtr|geq)\b)\s*(?:"[^"\n]*"|[^\s"(]+)))/gi;
const NESTED_MAX = 8;

/** The command after a condition runs if the condition holds; the parser reads it in any case. */
function withoutConditions(line: string): string {
  let now = line.replace(/\belse\b/gi, ' ;  ');
  for (let depth = 0; depth < NESTED_MAX; depth += 1) {
    const next = now.replace(
      CONDITION,
      (_, before: string, gap: string, condition: string) => `${before}${gap}${blank(condition)}`,
    );
    if (next === now) break;
    now = next;
  }
  return now;
}
