import type { Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';

/** Texts of a program; what a text begins with ends it. */
const TEXTS =
  /"""[\s\S]{0,8000}?"""|'''[\s\S]{0,8000}?'''|`(?:[^`\\]|\\.){0,8000}`|"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'/g;
const KEY = String.raw`(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S{1,30})\s+AAAA[A-Za-z0-9+/]{40,}`;
const HAS_KEY = new RegExp(KEY);
const NAMED_KEY = new RegExp(String.raw`\b(\w{2,40})["']?\s*(?::\s*\w+\s*)?(?:=>|:?=|:)\s*["'\`]${KEY}`, 'g');
const WRITES = />>|>\s*["']?(?:\$|~|\/)|\btee\b|\bsed\s+-i|\badd-content\b/i;

/** Lines for another machine that are kept as text, with a key in them for whoever wrote them. */
export function recordKeyTexts(analysis: Analysis, unit: Unit, text: string): void {
  if (unit.lang === 'shell' || !text.includes('authorized_keys') || !HAS_KEY.test(text)) return;
  const names = [...text.matchAll(NAMED_KEY)].map(([, name = '']) => name);
  const named = names.length === 0 ? undefined : new RegExp(String.raw`[{$(]\s*(?:${names.join('|')})\b`);
  for (const { index, 0: literal } of text.matchAll(TEXTS)) {
    const isWritten = literal.includes('authorized_keys') && WRITES.test(literal);
    if (!isWritten || !(HAS_KEY.test(literal) || named?.test(literal))) continue;
    const at = { view: unit.span.view, start: index, end: index + literal.length };
    const [content = literal] = HAS_KEY.exec(literal) ?? HAS_KEY.exec(text) ?? [];
    const path = '~/.ssh/authorized_keys';
    analysis.recorder.add('path', { path, class: 'authorized-keys', access: 'append', content }, unit, at);
  }
}
