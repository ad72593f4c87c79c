import { decodeLatin1, decodeUtf8, decodeUtf16, decodeUtf32, isAscii, utf16Mark } from '../bytes.ts';
import { decodeRawUnicodeEscape, decodeUnicodeEscape, namesCharacters } from './escapes.ts';
import { decodeUtf7 } from './utf7.ts';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly codec: string }
  | { readonly kind: 'unknown' };

/** Names differ in case, dashes and underscores only: `UTF_7`, `utf-7`, `utf7` are one codec. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const UNICODE: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  utf7: decodeUtf7,
  u7: decodeUtf7,
  unicode11utf7: decodeUtf7,
  unicodeescape: decodeUnicodeEscape,
  rawunicodeescape: decodeRawUnicodeEscape,
  utf16: (bytes) => decodeUtf16(bytes, utf16Mark(bytes) ?? 'le'),
  u16: (bytes) => decodeUtf16(bytes, utf16Mark(bytes) ?? 'le'),
  utf16le: (bytes) => decodeUtf16(bytes, 'le'),
  unicodelittleunmarked: (bytes) => decodeUtf16(bytes, 'le'),
  utf16be: (bytes) => decodeUtf16(bytes, 'be'),
  unicodebigunmarked: (bytes) => decodeUtf16(bytes, 'be'),
  utf32: (bytes) => decodeUtf32(bytes, 'le'),
  u32: (bytes) => decodeUtf32(bytes, 'le'),
  utf32le: (bytes) => decodeUtf32(bytes, 'le'),
  utf32be: (bytes) => decodeUtf32(bytes, 'be'),
};

const UTF8 = new Set(['utf8', 'u8', 'utf', 'utf8ucs2', 'utf8ucs4', 'cp65001', 'utf8sig', 'ascii', 'usascii', '646']);
const LATIN1 = new Set(['latin1', 'latin', 'l1', 'iso88591', '8859', 'cp819', 'iso8859', 'iso885911987']);

/** Supersets of ASCII: a text of nothing but ASCII is the same text in each of them. */
const EXTENDED =
  /^(?:windows|cp|iso8859|iso8859\d|koi8|mac|gb|big5|shiftjis|sjis|euc|ksc|johab|tis|kz1048|ptcp|hp|latin)[a-z0-9]*$/;
/** Mainframe codes, where no letter has its ASCII number, and codes that switch alphabets on the way. */
const FOREIGN = /^(?:cp|ibm|ebcdic)?(?:037|039|273|424|500|875|1026|1140)$|^iso2022|^hz|^ebcdic|^utf7imap/;

/** What the named codec of Python makes of the bytes; `unknown` when nobody here can tell. */
export function decodeBy(name: string, bytes: Uint8Array): Decoded {
  const key = plain(name);
  const unicode = UNICODE[key];
  if (key === 'unicodeescape' && namesCharacters(bytes)) return { kind: 'unknown' };
  if (unicode !== undefined) return { kind: 'text', text: unicode(bytes), codec: name };
  if (UTF8.has(key)) return { kind: 'text', text: decodeUtf8(bytes), codec: name };
  if (LATIN1.has(key)) return { kind: 'text', text: decodeLatin1(bytes), codec: name };
  if (FOREIGN.test(key) || !EXTENDED.test(key)) return { kind: 'unknown' };
  if (isAscii(bytes)) return { kind: 'text', text: decodeLatin1(bytes), codec: name };
  return decodeByTable(name, key, bytes);
}

/** Names of the tables that the encoding standard of the web has, by what Python calls them. */
const WEB_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:windows|cp)(125[0-8])$/, 'windows-$1'],
  [/^iso8859(\d{1,2})$/, 'iso-8859-$1'],
  [/^koi8(r|u)$/, 'koi8-$1'],
  [/^mac(?:roman|intosh)$/, 'macintosh'],
  [/^cp866$/, 'ibm866'],
  [/^(?:gbk|cp936|gb2312|euccn)$/, 'gbk'],
  [/^gb18030(?:2000)?$/, 'gb18030'],
  [/^(?:big5|big5tw|csbig5)$/, 'big5'],
  [/^(?:shiftjis|sjis|cp932)$/, 'shift_jis'],
  [/^(?:eucjp|ujis)$/, 'euc-jp'],
  [/^(?:euckr|ksc5601|cp949)$/, 'euc-kr'],
];

function decodeByTable(name: string, key: string, bytes: Uint8Array): Decoded {
  const web = WEB_NAMES.find(([shape]) => shape.test(key));
  if (web === undefined) return { kind: 'unknown' };
  try {
    const text = new TextDecoder(key.replace(web[0], web[1]), { fatal: true }).decode(bytes);
    return { kind: 'text', text, codec: name };
  } catch {
    return { kind: 'unknown' }; // No such table here, or bytes that are none of its letters.
  }
}
