import { decodeLatin1, decodeUtf8 } from './bytes.ts';
import { foldNewlines, type Interpreter, type SourceRead } from './interpreter.ts';

const HALT = /__halt_compiler\s*\(\s*\)\s*(?:;|\?>)/i;
const OPEN = /<\?(?:php\b|=|(?!xml))/gi;

/** What hides a closing tag, and what does not: a string, a long comment; a comment to the end of its line ends at the tag. */
const HIDING =
  /\?>|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?:\/\/|#(?!\[))(?:(?!\?>)[^\n])*|<<<[ \t]*(["']?)([A-Za-z_]\w*)\1(?=\n)[\s\S]*?\n[ \t]*\2\b/g;

function closingTag(text: string, from: number): number {
  HIDING.lastIndex = from;
  for (let found = HIDING.exec(text); found !== null; found = HIDING.exec(text))
    if (found[0] === '?>') return found.index;
  return -1;
}

/** Text outside the tags is printed as it stands: blanked, so that an apostrophe in it opens no string. */
function codeOnly(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (OPEN.lastIndex = 0; ; ) {
    const open = OPEN.exec(text);
    if (open === null) break;
    const close = closingTag(text, open.index + 2);
    const stop = close === -1 ? text.length : close;
    pieces.push(text.slice(at, open.index).replace(/[^\n]/g, ' '), text.slice(open.index, stop));
    at = stop;
    OPEN.lastIndex = Math.max(stop, open.index + 2);
  }
  pieces.push(text.slice(at).replace(/[^\n]/g, ' '));
  return pieces.join('');
}

/** Bytes are source; `__halt_compiler()` ends it, and an archive behind that (a phar) is loaded by its own stub. */
function read(bytes: Uint8Array): SourceRead {
  const whole = foldNewlines(decodeUtf8(bytes));
  const halt = HALT.exec(whole);
  const source = codeOnly(halt === null ? whole : whole.slice(0, halt.index + halt[0].length));
  const isArchive = halt !== null && decodeLatin1(bytes.subarray(-8)).endsWith('GBMB');
  return {
    readings: [{ text: source, how: 'what stands between its tags', isPart: true }],
    unread: isArchive ? ['the archive behind its source'] : [],
  };
}

export const PHP: Interpreter = { id: 'php', language: 'php', read };
