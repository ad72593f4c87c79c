import { toUrlValue } from '../models/origins/origin.ts';
import { classifyPath } from '../models/paths/path-class.ts';
import type { Language, Span, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { putTogether } from './put-together.ts';
import { sourcesOfPath } from './shell/sources.ts';
import { recordReckonedNames, recordUntoldNames } from './untold-names.ts';
import type { Taint } from './value.ts';

/** Followed as programs, or read as documents, from the first letter to the last. */
export const READ: ReadonlySet<Language> = new Set<Language>([
  'markdown',
  'shell',
  'batch',
  'dockerfile',
  'makefile',
  'python',
  'javascript',
  'typescript',
  'html',
  'svg',
]);
/** Grammars of data: such a file is no program as a whole. */
export const DATA: ReadonlySet<Language> = new Set<Language>(['json', 'yaml', 'toml']);

/** Languages whose data is followed, and texts that are no programs. */
const FOLLOWED: ReadonlySet<Language> = new Set([...READ, ...DATA]);

const RECKONS: ReadonlySet<Language> = new Set<Language>(['python', 'javascript', 'typescript']);

/** Data as often as a program: what runs it, or its name, must say. */
const UNSURE: ReadonlySet<Language> = new Set<Language>(['unknown', 'text', 'ini', 'sql']);
const PROGRAM_NAME = /\.(?:vbs|vbe|wsf|hta|tcl|exp|r|jl|gradle|el|vim|exs?|erl|nim|cr|hs|ml|ahk|au3|inc|gdb)$/i;

const COMMENT_LINE = /^[ \t]*(?:#(?!!)|\/\/|--|;|%|REM\b|').*$/gim;
/** Pieces of a path as they are put together: strings with a comma or a sign of joining between them. */
const STRINGS = /(["'])(?:(?!\1)[^\\\n]|\\.){1,200}\1(?:\s*(?:,|\+|\.|&|<>)\s*(["'])(?:(?!\2)[^\\\n]|\\.){1,200}\2)*/g;
const LOOSE_PATH = /(?:~|\$\{?\w*HOME\}?|%\w+%|\$ENV\{HOME\}|\$env:\w+)?[/\\.][\w./\\~-]{3,120}/g;
/** The same with whatever stands between the parts of a name. */
const KEY_PARTS = /\.(?:ssh|aws|gnupg|kube)\b[\s"',/\\)(]{1,6}(?:id_\w+|credentials|config|private\w*)/g;
const ENVIRONMENT =
  /\bSystem\.getenv\(\s*\)|\bSys\.getenv\(\s*\)|\barray get (?:::)?env\b|%ENV\b|\bENV\.(?:to_h|to_a|select|filter|filter_map|each|each_pair|map|reject|find_all|grep|inspect|sort|entries)\b(?!\?)|\$_ENV\b(?!\[)|\bgetenv\(\s*\)|\bos\.Environ\(\)|\b(?:gci|dir|ls|Get-ChildItem)\s+env:|\.Environment\("?(?:process|user)/i;
const SENDS =
  /\b(?:post|put|send|upload\w*|connect|socket\w*|request\w*|open|fetch|write|exec\w*|system\w*|shell\w*|spawn\w*|curl|wget|run|urlopen|sendto|http\w*|fwrite|puts|print|\w{0,20}connection|outputstream)\b/i;
const ADDRESS = /\bhttps?:\/\/[^\s"'`<>)\\]+|\b\d{1,3}(?:\.\d{1,3}){3}(?=[\s"':,)])/g;
/** Ways out beside the web, in whatever language: for these a name of a host is enough. */
const CHANNEL =
  /\bResolv\b|getaddress(?:es)?\b|gethostby\w+|dns_get_record|LookupHost|LookupTXT|LookupIP|GetHost(?:Entry|Addresses)|Resolve-DnsName|TCPSocket|UDPSocket|Net::(?:SMTP|FTP|SFTP|SCP)|IO::Socket|Sockets?\.(?:Tcp|Udp)Client|fsockopen|stream_socket_client|ftp_connect|ssh2_connect|net\.Dial|smtp\.SendMail|\bmail\s*\(|sendmail|Send-MailMessage|DatagramSocket|new Socket\(|TcpStream|socket\.(?:http|smtp|tcp|udp)/;
const HOSTNAME = /(?<=["'@./}])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?=["'`:\\])/gi;
const FILE_ENDING =
  /\.(?:rb|js|mjs|ts|json|txt|html?|md|ya?ml|pl|pm|php|go|py|sh|xml|css|png|jpe?g|gif|svg|exe|dll|so|ps1|psm1|lua|log|conf|cfg|ini|toml|csv|tsv|sql|db|sqlite|pem|key|crt|pub|lock|tmp|bak|gz|zip|tar|java|rs|cs|swift|c|h|cpp|class|jar|netrc|npmrc|pypirc|new|call|each|map|join|env|mod|sum|home|ssh|aws|git|local|example\.com)$/i;
const HARMLESS = new Set(['loopback', 'docs', 'package-index', 'code-host', 'vendor-installer']);
const TEXT_MAX = 1_048_576;
const MATCHES_MAX = 400;

/**
 * A program in a language that is only read word by word names keys and an address of somebody: what lies between the two
 * cannot be followed here, and whoever runs it cannot follow it either.
 */
export function recordNamedTogether(analysis: Analysis, unit: Unit, isRun: boolean): void {
  if (RECKONS.has(unit.lang)) recordReckonedNames(analysis, unit);
  if (FOLLOWED.has(unit.lang) || (UNSURE.has(unit.lang) && !isRun && !PROGRAM_NAME.test(unit.file))) return;
  recordUntoldNames(analysis, unit);
  const whole = unit.span.view.text.slice(0, TEXT_MAX);
  const written = (unit.lang === 'rust' ? whole.replace(RUST_TESTS, blank) : whole).replace(COMMENT_LINE, blank);
  const text = putTogether(written, unit.lang, (made) => /^https?:\/\/\w/.test(made) || KEYS.has(classifyPath(made)));
  const hosts = CHANNEL.test(text) ? [...text.matchAll(HOSTNAME)].filter(([name]) => !FILE_ENDING.test(name)) : [];
  const address = [...text.matchAll(ADDRESS), ...hosts].find(([found]) => isForeign(found));
  if (address === undefined || !(SENDS.test(text) || CHANNEL.test(text))) return;
  // Pieces side by side are letters of one name, or names of one path.
  const apart = secretsIn(written, unit);
  const taints = apart.length > 0 ? apart : secretsIn(text, unit);
  if (taints.length === 0) return;
  const destination = toUrlValue(address[0].includes('://') ? address[0] : `tcp://${address[0]}`) ?? null;
  const sink = { class: 'network' as const, label: 'an address in the same program', destination };
  analysis.recorder.flow(taints, sink, 'body', unit, spanOf(unit, address.index, address[0].length));
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
/** By custom the last part of a file; no program that is built has it. */
const RUST_TESTS = /^#\[cfg\(test\)\]\s*mod\s+\w+\s*\{[\s\S]*$/m;

function isForeign(found: string): boolean {
  const url = toUrlValue(found.includes('://') ? found : `tcp://${found}`);
  return url !== undefined && url.host !== '' && !HARMLESS.has(url.origin) && !NOBODYS.test(url.host);
}

/** Names inside of a cluster or a house, and the one that manuals are written with: nobody collects anything there. */
const NOBODYS = /(?:^|\.)(?:svc|svc\.cluster\.local|internal|local|localdomain|example\.com)$/i;

/** What was put together stands at no place of its own: then the whole program is it. */
const spanOf = (unit: Unit, start: number, length: number): Span => ({
  view: unit.span.view,
  start: start + length > unit.span.view.text.length ? 0 : start,
  end: Math.min(start + length, unit.span.view.text.length),
});

function secretsIn(text: string, unit: Unit): Taint[] {
  const found: Taint[] = [];
  const everything = ENVIRONMENT.exec(text);
  if (everything !== null)
    found.push({
      class: 'environment',
      label: 'all environment variables',
      at: spanOf(unit, everything.index, everything[0].length),
      isEncoded: false,
      url: null,
    });
  for (const match of [...text.matchAll(STRINGS), ...text.matchAll(LOOSE_PATH), ...text.matchAll(KEY_PARTS)].slice(
    0,
    MATCHES_MAX,
  )) {
    const path = match[0]
      .replace(/["']\s*(?:,|\+|\.|&|<>)\s*["']/g, '/')
      .replace(/^(\.\w+)[\s"',)(]+(\w)/, '$1/$2')
      .replace(/["']/g, '');
    if (/\s|^https?:/.test(path) || !KEYS.has(classifyPath(path))) continue;
    found.push(...sourcesOfPath(path, spanOf(unit, match.index, match[0].length)));
  }
  return found.slice(0, 4);
}

/** Files that open everything; settings of the program itself are not among them. */
export const OPENING_FILES: ReadonlySet<string> = new Set([
  'ssh-key',
  'cloud-credential',
  'token-file',
  'wallet',
  'browser-store',
  'keychain',
  'password-store',
  'system-secret',
]);
const KEYS: ReadonlySet<string> = new Set([...OPENING_FILES, 'shell-history']);
