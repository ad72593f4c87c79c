import type { BundleAbout, FactOf, Facts, InstructionAct, Modifier, UrlValue } from '../model.ts';
import { isRecognisedOrigin, isShadyOrigin, registrableDomain, toUrlValue } from '../ruleset/origins/origin.ts';

/** What the prose rules share: choosing instruction facts and looking around them. */
export type Instruction = FactOf<'instruction'>;

/** Asked for, not forbidden, not merely described or offered. */
export const isAsked = ({ value }: Instruction): boolean =>
  !value.negated && value.modality !== 'plain' && value.modality !== 'may' && value.addressee !== 'user';

/** Asked for, or described as what happens: "the skill uploads …" counts, "you may …" does not. */
export const isStated = ({ value }: Instruction): boolean => !value.negated && value.modality !== 'may';

export function instructions(facts: Facts, ...acts: readonly InstructionAct[]): Instruction[] {
  return facts.of('instruction').filter(({ value }) => acts.includes(value.act));
}

/** Characters between two facts of one view; infinite across views. */
export function distance(a: Instruction, b: Instruction): number {
  if (a.span.view !== b.span.view) return Number.POSITIVE_INFINITY;
  return Math.max(0, b.span.start - a.span.end, a.span.start - b.span.end);
}

const byFile = new WeakMap<Facts, Map<string, readonly Instruction[]>>();

/** The instructions of a file in the order of their places; sorted once per audit, so that looking around stays cheap. */
function sortedIn(facts: Facts, file: string): readonly Instruction[] {
  const files = byFile.get(facts) ?? new Map<string, readonly Instruction[]>();
  byFile.set(facts, files);
  const known = files.get(file) ?? [...facts.in(file, 'instruction')].sort((a, b) => a.span.start - b.span.start);
  files.set(file, known);
  return known;
}

/** Index of the first instruction that starts at or after `offset`. */
function firstFrom(sorted: readonly Instruction[], offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.span.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** No instruction is longer than a sentence. */
const INSTRUCTION_CHARS_MAX = 600;

/** Instructions with one of the acts within `chars` of a fact in the same text, nearest first. */
export function around(facts: Facts, fact: Instruction, chars: number, acts: readonly InstructionAct[]): Instruction[] {
  const sorted = sortedIn(facts, fact.file);
  const found: Instruction[] = [];
  for (let at = firstFrom(sorted, fact.span.start - chars - INSTRUCTION_CHARS_MAX); at < sorted.length; at += 1) {
    const other = sorted[at];
    if (!other || other.span.start > fact.span.end + chars) break;
    if (other === fact || !acts.includes(other.value.act) || other.value.negated) continue;
    if (distance(fact, other) <= chars) found.push(other);
  }
  return found.sort((a, b) => distance(fact, a) - distance(fact, b));
}

/** The words of the line around a fact, addresses left out, for a closer look. */
export function lineAround({ span }: Instruction): string {
  const { text } = span.view;
  const start = Math.max(text.lastIndexOf('\n', span.start - 1) + 1, span.start - LINE_CHARS_MAX);
  const end = text.indexOf('\n', span.end);
  const line = text.slice(start, Math.min(end < 0 ? text.length : end, span.end + LINE_CHARS_MAX));
  return line.replace(WEB_ADDRESS, 'URL');
}

const LINE_CHARS_MAX = 160;
const WEB_ADDRESS =
  /\bhttps?:\/\/[^\s)>\]"'`]{1,400}|[\w.+-]{1,64}@[\w.-]{3,200}|\b(?:[\w-]{1,63}\.){1,4}(?:invalid|test|example|com|net|org|io)\b/g;

/** Acts that change something, reveal something or hand control away. */
export const RISKY_ACTS = [
  'send',
  'run',
  'install',
  'download',
  'delete',
  'remember',
  'configure-agent',
  'disable-safeguard',
  'move-money',
  'message-people',
  'obey-remote',
  'poll-orders',
  'alter-output',
  'reveal-prompt',
  'request-secret',
  'override-rules',
  'bypass-check',
] as const satisfies readonly InstructionAct[];

/** Acts that no honest text asks for out of sight or inside data. */
export const HOSTILE_ACTS = [
  'override-rules',
  'adopt-persona',
  'sway-reviewer',
  'obey-remote',
  'reveal-prompt',
  'send',
  'remember',
  'configure-agent',
  'disable-safeguard',
  'poll-orders',
  'move-money',
  'alter-output',
  'request-secret',
  'forge-turn',
] as const satisfies readonly InstructionAct[];

export function destinationUrl({ value }: Instruction): UrlValue | undefined {
  if (value.destination === null) return undefined;
  const { destination } = value;
  return toUrlValue(/^[a-z][a-z0-9+.-]*:\/\//i.test(destination) ? destination : `https://${destination}`);
}

const isMail = (destination: string): boolean => /^[^\s/]+@[^\s/]+$/.test(destination);

/** A place outside: an address that is not the product's own, not local and not a recognised index or documentation site. */
export function isForeign(fact: Instruction, about: BundleAbout): boolean {
  const { destination, objectKind } = fact.value;
  // "run setup.py": a file of the bundle whose ending happens to be a country.
  if (destination === null || objectKind === 'script') return false;
  if (isMail(destination)) return !sharesBrand(destination.split('@')[1] ?? '', about);
  const url = destinationUrl(fact);
  if (!url?.host.includes('.') || isRecognisedOrigin(url.origin)) return false;
  return isShadyOrigin(url.origin) || !sharesBrand(url.host, about);
}

export const isShady = (fact: Instruction): boolean => isShadyOrigin(destinationUrl(fact)?.origin ?? 'unknown');

/** Hosting domains where the customer's name stands in front. */
const TENANTS: ReadonlySet<string> = new Set([
  'fly.dev',
  'vercel.app',
  'netlify.app',
  'github.io',
  'pages.dev',
  'workers.dev',
  'web.app',
  'onrender.com',
  'supabase.co',
  'herokuapp.com',
  'azurewebsites.net',
  'railway.app',
  'deno.dev',
  'hf.space',
]);
const GENERIC =
  /^(?:api|www|app|docs?|cloud|data|dev|get|com|org|net|io|test|example|invalid|skill|tool|agent|the|and|for|with|code|file|files|notes|web|http|https)$/;

/** Declared, or named like the product or its owner. */
export function sharesBrand(host: string, about: BundleAbout): boolean {
  if (about.declaredHosts.has(host)) return true;
  const domain = registrableDomain(host);
  const label = (TENANTS.has(domain) ? host : domain).split('.')[0] ?? '';
  return (
    label.length > 2 &&
    !GENERIC.test(label) &&
    [...about.brandTokens].some(
      (token) => token.length > 2 && (label === token || (token.length > 4 && label.includes(token))),
    )
  );
}

/** Severity modifiers every instruction carries of itself. */
export function moods(fact: Instruction): Modifier[] {
  const found: Modifier[] = [];
  if (fact.context === 'hidden') found.push('+hidden');
  if (fact.value.concealed) found.push('+concealed');
  if (fact.value.pressure) found.push('+pressure');
  return found;
}

/** The user is asked first, in the same passage: a question that follows in another paragraph is about something else. */
export const isConfirmed = (facts: Facts, fact: Instruction): boolean =>
  around(facts, fact, 160, ['confirm']).some(
    ({ span: { view, start } }) => start < fact.span.end || !PARAGRAPH.test(view.text.slice(fact.span.end, start)),
  );

const PARAGRAPH = /\n\s*\n/;
