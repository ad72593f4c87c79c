/** Reversible encodings for payloads. */
export const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

export const toHex = (text: string): string => Buffer.from(text).toString('hex');

export const toHexEscapes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

export const toOctalEscapes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

export const toRot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

export const XOR_KEY = 23;

export const toXorHex = (text: string): string =>
  Buffer.from([...Buffer.from(text)].map((byte) => byte ^ XOR_KEY)).toString('hex');

export const toCharCodes = (text: string): string => [...Buffer.from(text)].join(', ');

export const reverse = (text: string): string => [...text].reverse().join('');

/** Cuts a text into pieces of `length` characters. */
export const toPieces = (text: string, length: number): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [];

/** A string literal that Python and JavaScript both read. */
export const quote = (text: string): string => JSON.stringify(text);

/** A word for the shell, in single quotes. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
