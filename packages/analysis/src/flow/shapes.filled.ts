import type { Language } from '../types/index.ts';
import type { Found } from './shapes.harm.ts';

/** How a language fills a file: what holds its name, and what goes in. */
const FILLS: Readonly<Partial<Record<Language, RegExp>>> = {
  php: /\b(?:file_put_contents|fwrite|fputs)\s*\(\s*([^,\n]{2,120}?)\s*,\s*([^;]{1,400});/g,
  ruby: /\b(?:File|IO)\.(?:bin)?write\s*\(?\s*([^,\n]{1,80}?)\s*,\s*([^\n]{1,400})|\b(\w{1,40})\.(?:write|puts|print|<<)[ (]\s*([^\n]{1,400})/g,
  perl: /(?:->mirror|\bmirror|\bgetstore|\bis_success\s*\(\s*getstore)\s*\(\s*(["'][^"'\n]{8,300}["'])\s*,\s*(\$\w{1,40})/g,
};

/** What comes from outside the program: an address that is fetched, or something that has to be decoded first. */
const FETCHED =
  /\b(?:file_get_contents|curl_exec|wp_remote_(?:get|retrieve_body)|URI(?:\.parse\([^)]{1,200}\))?\.open|open-uri|Net::HTTP\.get|HTTParty\.get|Faraday\.get)\b/;
const FETCHED_FROM = /["']https?:|\$\w*(?:url|uri|host|addr)|\b(?:url|uri|addr)\b/i;
const DECODED =
  /\b(?:base64_decode|gzinflate|gzuncompress|gzdecode|hex2bin|str_rot13|convert_uudecode|Base64\.(?:strict_)?decode64|Zlib::|\.unpack1?\()/;

/** The same name, taken in as a program. */
const takesIn = (name: string): RegExp =>
  new RegExp(
    `\\b(?:include|include_once|require|require_once|load|do|require_relative)\\s*\\(?\\s*@?${escaped(name)}(?:\\.path)?(?![\\w(])`,
  );
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A file is filled with what nobody has read here, and taken in as a program. */
export function filledFiles(text: string, lang: Language, asked: RegExp | undefined): Found[] {
  const fills = FILLS[lang];
  if (fills === undefined) return [];
  return [...text.matchAll(fills)].flatMap((match): Found[] => {
    const [name = '', content = ''] =
      lang === 'perl' ? [match[2], match[1]] : [match[1] ?? match[3], match[2] ?? match[4]];
    const isVisitors = asked?.test(content) === true;
    const full = contentOf(text, content.trim());
    const isFetched = lang === 'perl' || (FETCHED.test(full) && FETCHED_FROM.test(full));
    if (!isVisitors && !isFetched && !DECODED.test(full)) return [];
    if (!takesIn(nameOf(text, name.trim())).test(text)) return [];
    return [{ harm: isVisitors ? 'door' : 'codes-run', start: match.index, end: match.index + match[0].length }];
  });
}

/** What a name was given, with the texts that constants of the program stand for. */
function contentOf(text: string, content: string): string {
  const [, name] = /^\$(\w+)\s*\)?$/.exec(content) ?? [];
  const given = name === undefined ? undefined : new RegExp(`\\$${name}\\s*=(?!=)\\s*([^;]{1,400});`).exec(text)?.[1];
  return (given ?? content).replace(/\b(?:self|static)::(\w{1,40})/g, (whole, constant: string) => {
    const value = new RegExp(`\\bconst\\s+(?:string\\s+)?${constant}\\s*=\\s*("[^"\\n]*"|'[^'\\n]*')`).exec(text)?.[1];
    return value ?? whole;
  });
}

/** `$handle = fopen($file, …)`: what is written to the one goes into the other. */
function nameOf(text: string, name: string): string {
  if (!/^\$\w+$/.test(name)) return name;
  return new RegExp(`${escaped(name)}\\s*=\\s*@?fopen\\s*\\(\\s*([^,\\n]{2,120}?)\\s*,`).exec(text)?.[1] ?? name;
}
