import { own } from '../../../own.ts';
import { decodeLatin1, decodeUtf8, decodeUtf16, decodeUtf32, isAscii, utf16Mark } from '../bytes.ts';
import { decodeRawUnicodeEscape, decodeUnicodeEscape, namesCharacters } from './escapes.ts';
import { decodeUtf7 } from './utf7.ts';

type Decoded = { readonly kind: 'text'; readonly text: string; readonly codec: string } | { readonly kind: 'unknown' };

/** Python ignores case, dashes and underscores in codec names: `UTF_7`, `utf-7` and `utf7` are one codec. */
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

/**
 * ASCII-compatible codecs: a pure ASCII text decodes to itself. Each is listed by name: `shift_jisx0213` looks like its
 * neighbours but decodes a backslash as a yen sign, and an unknown name may refer to any table.
 */
const EXTENDED: ReadonlySet<string> = new Set(
  [
    'windows1250 windows1251 windows1252 windows1253 windows1254 windows1255 windows1256 windows1257 windows1258',
    'cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp856',
    'cp857 cp858 cp860 cp861 cp862 cp863 cp865 cp866 cp869 cp874 cp1006 cp1125 cp932 cp936 cp949 cp950 ibm437 ibm850',
    'iso88592 iso88593 iso88594 iso88595 iso88596 iso88597 iso88598 iso88599 iso885910 iso885911 iso885913 iso885914',
    'iso885915 iso885916 latin2 latin3 latin4 latin5 latin6 latin7 latin8 latin9 latin10 l2 l3 l4 l5 l6 l7 l8 l9 l10',
    'koi8r koi8t koi8u kz1048 ptcp154 hproman8 tis620 thai maccyrillic macgreek maciceland maclatin2 macroman macintosh',
    'macturkish macromanian gb2312 euccn gbk gb18030 gb180302000 big5 big5tw csbig5 big5hkscs shiftjis sjis mskanji ms932',
    'eucjp ujis euckr ksc5601 ksx1001 korean uhc ms949',
  ].flatMap((line) => line.split(' ')),
);

/** Python accepts these encodings with any suffix: editors write `utf-8-unix`. */
const WITH_ENDING = /^(?:(utf-8)|latin-1|iso-8859-1|iso-latin-1)-/;

/** Decodes the bytes as the named Python codec does; `unknown` if the engine does not implement that codec. */
export function decodeBy(name: string, bytes: Uint8Array): Decoded {
  const ending = WITH_ENDING.exec(name.toLowerCase().replaceAll('_', '-'));
  const key = ending === null ? plain(name) : ending[1] === undefined ? 'latin1' : 'utf8';
  const unicode = own(UNICODE, key);
  if (key === 'unicodeescape' && namesCharacters(bytes)) return { kind: 'unknown' };
  if (unicode !== undefined) return { kind: 'text', text: unicode(bytes), codec: name };
  if (UTF8.has(key)) return { kind: 'text', text: decodeUtf8(bytes), codec: name };
  if (LATIN1.has(key)) return { kind: 'text', text: decodeLatin1(bytes), codec: name };
  if (!EXTENDED.has(key)) return { kind: 'unknown' };
  if (isAscii(bytes)) return { kind: 'text', text: decodeLatin1(bytes), codec: name };
  return decodeByTable(name, key, bytes);
}

/** Python codec names mapped to the names of the WHATWG encoding standard. */
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
    return { kind: 'unknown' }; // No such encoding here, or bytes that are invalid in it.
  }
}
