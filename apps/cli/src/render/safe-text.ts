/**
 * Third-party text on a terminal: control characters could move the cursor or set the clipboard; invisible and
 * reordering characters could change how it reads. Each is shown as ‹U+XXXX›. The pattern is created where it is needed,
 * because creating it takes about a millisecond, and a hook call without it about ten.
 */
function replaceUnsafe(text: string, by: (character: string) => string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800\ufffc]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu,
    by,
  );
}

const name = (character: string): string =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** A single line: tabs become spaces, line ends are shown. */
export const toSafeText = (text: string): string => replaceUnsafe(text.replaceAll('\t', '  '), name);

/** `##[group]`, `##vso[…]`, `##teamcity[…]`: commands anywhere in a line. */
const BRACKET_COMMAND = /##(?=\w{0,32}\[)/g;
/** `::add-mask::`, also after blanks. */
const COLON_COMMAND = /(^|[\r\n])([^\S\r\n]*):(?=:)/g;

/** Escapes text that a CI runner would treat as a command: third-party names and passages must not control a pipeline. */
export const escapeLogCommands = (text: string): string =>
  text
    .replace(COLON_COMMAND, (_, before: string, blanks: string) => `${before}${blanks}${name(':')}`)
    .replace(BRACKET_COMMAND, `#${name('#')}`);

/** JSON with all characters outside printable ASCII escaped. Every parser reads the same value. */
export const toSafeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .split('\n')
    .map((line) => replaceUnsafe(line, toEscapes).replace(BRACKET_COMMAND, '#\\u0023'))
    .join('\n');

const toEscapes = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
