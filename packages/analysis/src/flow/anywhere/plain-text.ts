import { withLetters } from '../character-references.ts';

/** `\x63`, `\u0063`, `\u{63}`, `\U00000063` and `%63`, in whatever language the text is written. */
const NUMBERED = /\\[xu]\{([\da-f]{1,6})\}|\\x([\da-f]{2})|\\u([\da-f]{4})|\\U([\da-f]{8})|%([2-7][\da-f])/gi;
/** `\143` counts by eights in C, Python and Ruby, and by tens in Lua. */
const DIGITS = /\\(\d{1,3})/g;
const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ', '\n': '' };

const letter = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');

/** A text as whoever takes it out of its file reads it: letters instead of their numbers. */
export const unescaped = (text: string, base: 8 | 10 = 8): string =>
  withLetters(text)
    .replace(NUMBERED, (_, ...codes) => letter(Number.parseInt(codes.slice(0, 5).find(isText) ?? '', 16)))
    .replace(DIGITS, (_, digits: string) => letter(Number.parseInt(digits, base) || Number(digits)))
    .replace(/\\([\s\S])/g, (_, sign: string) => SIGNS[sign] ?? sign);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Between two pieces of one text: marks, and what joins them in one language or the other. */
const JOIN = /["'`][\s,+.&~|<>\\]{0,40}["'`]/g;
/** Marks that a shell takes away. */
const MARKS = /["'\\]/g;

/** All pieces of a text side by side, for a first look: whoever splits a name splits it for readers, not for machines. */
export const joined = (text: string): string => text.replace(JOIN, '').replace(MARKS, '');

/** Programs and calls that send something. */
const SENDER = String.raw`\b(?:curlie|curl|wget2?|aria2c|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|rsync|lftp|tftp|mailx?|mutt|sendmail|swaks|dig|nslookup|openssl|fetch|axios|requests?|urllib\w*|urlopen|sockets?|gsutil|rclone|gist|iwr|irm|invoke-\w+|webclient|websocket\w*)\b`;
/** Words that tell of sending in programs that nobody knows. */
const SENDING = String.raw`\b(?:ftp|host|xh|https?|httpx|tcp|udp|s3|push|upload\w*|post|put|send\w*)\b`;
/** Where keys lie, and programs that print them. */
const KEY = String.raw`\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials|docker|azure|vault-token|pgpass)\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\/etc\/shadow|wallet|keystore|keychain|find-(?:generic|internet)-password|secret-tool|\bLogin Data\b|\bCookies\b|\.config\/`;
const HOME = String.raw`~|\bhome(?:dir)?\b|\$\{?HOME|\bUSERPROFILE\b|\/(?:root|home|Users)\/|expanduser`;

const SENDS = new RegExp(`${SENDER}|${SENDING}`, 'i');
const TAKES = new RegExp(`${KEY}|${HOME}`, 'i');
const TELLING = new RegExp(`${SENDER}|${KEY}`, 'i');

const SENDS_ALONE = new RegExp(`^${SENDER}$`, 'i');
export const isSender = (word: string): boolean => SENDS_ALONE.test(word);

/** Whether a theft may stand in a text at all; to be asked before anything costly. */
export const mayTakeKeys = (text: string): boolean => SENDS.test(text) && TAKES.test(text);

/** A line of a long text that is worth a look at what stands around it. */
export const isTelling = (line: string): boolean => TELLING.test(line);
