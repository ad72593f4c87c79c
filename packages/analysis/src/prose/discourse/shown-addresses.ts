import type { Block, MarkdownDocument } from '../../languages/markdown/index.ts';
import { isRecognisedOrigin, toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath } from '../../models/paths/path-class.ts';
import type { Discourse, PathClass } from '../../types/index.ts';

const ADDRESS =
  /\bhttps?:\/\/[^\s"'`<>)]+|\/dev\/tcp\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|xyz|top|ru|cn|tk|ml)\b/gi;
/** Names that stand for somebody: what a lesson writes where an attack has an address. */
const STAND_IN =
  /attacker|evil|malicious|victim|target|lhost|rhost|hacker|example\.(?:com|org|net|edu|io)|your[-_.]|[<{$%]|\b(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|localhost|collaborator|oast|interact\.sh|x\.x\.x\.x|0\.0\.0\.0|1\.2\.3\.4|\.(?:test|invalid|local|lab|htb)\b|\/x{3,}\b/i;

/** An enemy by name: nobody is attacked from there, and nobody's attack is shown with another. */
export const ENEMY = /attacker|evil|malicious|hacker/i;

type Standing = { readonly isLesson: boolean; readonly isTopical: boolean };

/** A lesson that shows several attacks, each by its own enemy: nobody attacks in three ways in one document that says so. */
const CATALOGUE_ENEMIES_MIN = 3;
const catalogues = new WeakMap<MarkdownDocument, boolean>();

export function isCatalogue(document: MarkdownDocument): boolean {
  const known = catalogues.get(document);
  if (known !== undefined) return known;
  const enemies = (document.text.match(ADDRESS) ?? []).filter((address) => ENEMY.test(address));
  const is = enemies.length >= CATALOGUE_ENEMIES_MIN;
  catalogues.set(document, is);
  return is;
}

/**
 * In a lesson the command names no place at all, or only ones that stand for somebody. In the entry of a skill about attacks
 * that is enough for what is not to be run; a command must go to an enemy by name.
 */
export function isShownOnly(addresses: readonly string[], { isLesson, isTopical }: Standing, live: Discourse): boolean {
  if (isLesson || (isTopical && live === 'reference')) return addresses.every((address) => STAND_IN.test(address));
  return isTopical && addresses.length > 0 && addresses.every((address) => ENEMY.test(address));
}

const KEYS: ReadonlySet<PathClass> = new Set<PathClass>(['ssh-key', 'cloud-credential', 'wallet', 'token-file']);

/** A command with the name of a key in it, and a place of somebody who is no stand-in. */
export function takesKey(text: string, start: number, end: number, addresses: readonly string[]): boolean {
  if (addresses.length === 0 || addresses.some((address) => STAND_IN.test(address))) return false;
  return linesAround(text, start, end)
    .split(/[\s"'`=@<>(){}|;]+/)
    .some((word) => KEYS.has(classifyPath(word)));
}

const LINES_CHARS_MAX = 4_000;
const VARIABLE = /\$\{?([A-Za-z_]\w{0,60})\}?|%([A-Za-z_]\w{0,60})%/g;
const HANDED_IN = /\$\{?[\d@*]/;

/**
 * The places that a command names: on its own lines, and by the variables it has. A variable stands for somebody only where
 * the document does not say for whom.
 */
export function addressesOf(document: MarkdownDocument, block: Block, start: number, end: number): string[] {
  const lines = linesAround(document.text, start, end);
  const known = settingsOf(document);
  const settled = new Map<string, string>();
  const told = fill(lines, known, settled);
  const found = told.match(ADDRESS) ?? [];
  const values = [...settled.values()].flatMap((value) => value.match(ADDRESS) ?? []);
  // A command without a place of its own gets it from the lines around it.
  const isOpen = found.length === 0 || HANDED_IN.test(lines);
  const near = block.kind === 'fence' && isOpen ? (fill(block.text, known, settled).match(ADDRESS) ?? []) : [];
  return [...found, ...values, ...near.filter((address) => !isEverybodys(address))];
}

const isEverybodys = (address: string): boolean => {
  const url = toUrlValue(/^https?:/i.test(address) ? address : `https://${address}/`);
  return url !== undefined && (url.origin === 'code-host' || isRecognisedOrigin(url.origin));
};

const FILLS_MAX = 3;

/** Variables by what the document sets them to, where it does. */
function fill(command: string, known: Settings, settled: Map<string, string>): string {
  let filled = command;
  for (let round = 0; round < FILLS_MAX; round += 1) {
    const before = filled;
    filled = before.replace(VARIABLE, (whole, plain = '', percent = '') => {
      const name = `${plain}${percent}`;
      const value = known.get(name);
      if (value !== undefined) settled.set(name, value);
      return value ?? whole;
    });
    if (filled === before) break;
  }
  return filled;
}

type Settings = ReadonlyMap<string, string>;
/** What is behind the sign is looked at and not taken: another name may be set there. */
const SETTING = /(?:^|[\s;&(])(?:export\s+|set\s+|\$)?([A-Za-z_]\w{0,60})\s?=(?=\s?["']?([^\s"';]{1,200}))/gm;
/** `TARGET=$1`, `HOST=<ip>`: whoever runs it says who. */
const LEFT_OPEN = /[<]|^\$\{?\d/;
const settings = new WeakMap<MarkdownDocument, Settings>();

/** What a document first sets each variable to: read once, since every command in it asks. */
function settingsOf(document: MarkdownDocument): Settings {
  const known = settings.get(document);
  if (known !== undefined) return known;
  const first = new Map<string, string>();
  for (const [, name = '', value = ''] of document.text.matchAll(SETTING)) if (!first.has(name)) first.set(name, value);
  const said = new Map([...first].filter(([, value]) => !LEFT_OPEN.test(value)));
  settings.set(document, said);
  return said;
}

function linesAround(text: string, start: number, end: number): string {
  const close = text.indexOf('\n', Math.max(start, end - 1));
  return text
    .slice(text.lastIndexOf('\n', start - 1) + 1, close === -1 ? text.length : close)
    .slice(0, LINES_CHARS_MAX);
}
