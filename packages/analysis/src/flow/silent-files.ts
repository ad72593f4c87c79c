import type { TakenFile } from '../bundle/read-bundle.ts';
import type { Language } from '../types/index.ts';

/** Languages of files whose name does not tell whether they are data or a program. */
export const SILENT: ReadonlySet<Language> = new Set<Language>(['unknown', 'text', 'ini']);
const DOCUMENT_NAME = /\.(?:md|markdown|txt|rst|adoc)$|(?:^|\/)(?:readme|licen[cs]e|notice|authors|changelog)$/i;

const CHARS_MAX = 262_144;
/** Every program with an effect beyond computation contains one of these words. */
const ACTS =
  /\b(?:curl|wget|nc|ncat|socat|telnet|ssh|scp|sftp|rsync|ftp|mail|dig|nslookup|openssl|base64|xxd|sockets?|fetch|requests?|urllib\w*|urlopen|https?|exec\w*|eval|system|popen|spawn\w*|subprocess|child_process|import|require|source|python\d?|node|perl|ruby|php|(?:ba|z|da)?sh)\b/;

export const isDocumentName = (path: string): boolean => DOCUMENT_NAME.test(path);

/** The languages in which such a file may be run or followed, besides the language of its name. */
export function languagesOf({ path, text, language }: TakenFile): readonly Language[] {
  if (text === null || !SILENT.has(language) || isDocumentName(path)) return [];
  if (text.length > CHARS_MAX || !ACTS.test(text)) return [];
  return language === 'unknown' ? ['shell', 'python', 'javascript', 'text'] : ['shell', 'python', 'javascript'];
}

/** Data formats that no program executes. The unread end of such a file cannot contain a missed instruction. */
const DATA_NAME =
  /\.(?:csv|tsv|jsonl|ndjson|bib|bst|cls|sty|tex|css|po|pot|srt|vtt|sum|lock|csproj|strings|geojson|ics|vcf)$|(?:^|\/)\.(?:docker|git|npm|prettier|eslint|claw)ignore$/i;

export const isDataName = (path: string): boolean => DATA_NAME.test(path);
