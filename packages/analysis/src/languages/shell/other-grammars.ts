import type { Language } from '../../types/index.ts';

/**
 * Scripts that are no shell's, written as one, place by place and letter for letter: what runs in them runs here too, and
 * every place is where it was. `undefined` where the text already says the same.
 */
export function asShell(text: string, language: Language): string | undefined {
  const written = language === 'batch' ? asCmd(text) : language === 'makefile' ? asMake(text) : text;
  return written === text ? undefined : written;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** What follows `!=` is run when the file is read, inside `$(eval …)` too. */
const asMake = (text: string): string =>
  text.replace(/^(?!\t)([^\n#]*?)!=/gm, (_, before: string) => {
    const at = before.lastIndexOf('$(');
    return at === -1 ? blank(`${before}!=`) : `${blank(before.slice(0, at))}$(${blank(`${before.slice(at + 2)}!=`)}`;
  });

/**
 * In cmd `'` quotes nothing, `#` begins no comment, `\` escapes nothing, `$` and a backtick stand for themselves, `<<` is
 * no document, and a quotation mark that is not closed on its line ends with the line.
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

/** A command among the brackets is run, and the letter holds what it prints; names are only names. */
function toLoop(whole: string, _option: string, letter: string, set: string): string {
  const command = /^\s*(['`])(.*)\1\s*$/.exec(set)?.[2];
  if (command === undefined) return blank(whole);
  const assigned = `${letter}=$(${command}) ;`;
  return assigned.length > whole.length ? blank(whole) : assigned.padEnd(whole.length);
}

const CONDITION =
  /(^|[&|(;]|\bdo\b|\belse\b)(\s*@?)\b(if\s+(?:\/i\s+)?(?:not\s+)?(?:(?:exist|defined|errorlevel|cmdextversion)\s+(?:"[^"\n]*"|[^\s"(]+)|(?:"[^"\n]*"|[^\s"=]+)\s*(?:==|(?:equ|neq|lss|leq|gtr|geq)\b)\s*(?:"[^"\n]*"|[^\s"(]+)))/gi;
const NESTED_MAX = 8;

/** What stands behind a condition is run when it holds; that is enough to look at it. */
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
