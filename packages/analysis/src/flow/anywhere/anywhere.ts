import type { Language, Unit } from '../../types/index.ts';
import { isLooseLanguage } from '../loose/interpret.ts';
import { DATA, READ } from '../named-together.ts';
import { isDocumentName } from '../silent-files.ts';
import { isSender, isTelling, joined, mayTakeKeys, unescaped } from './plain-text.ts';
import type { Trial } from './trial.ts';
import { assembledOrders, writtenOrders } from './written-orders.ts';

const ORDERS_MAX = 1_000;

/**
 * Some program reads every file by a rule of its own, and nobody has a list of these programs. So whatever text of a file is by
 * itself a complete theft is one, whoever may read it.
 */
export function recordTheftsAnywhere(trial: Trial, unit: Unit, onCut: () => void): void {
  const { text } = unit.span.view;
  if (READ.has(unit.lang)) return;
  if (!mayTakeKeys(joined(unescaped(text))) && !mayTakeKeys(joined(unescaped(text, 10)))) return;
  const isRead = unit.lang === 'text' || isLooseLanguage(unit.lang) || isDocumentName(unit.file);
  const orders = isRead ? assembledOrders(text) : writtenOrders(text, unit.lang);
  if (orders.length > ORDERS_MAX) onCut();
  for (const order of orders.slice(0, ORDERS_MAX)) {
    if (!isTold(order)) trial.order(unit, withoutAsides(order), 'shell');
    for (const language of programLanguages(order)) trial.order(unit, order, language);
  }
  if (isRead || DATA.has(unit.lang)) return;
  const program = tellingPart(text);
  if (program.length > CHARS_MAX.part) onCut();
  else for (const language of ['shell', 'python', 'javascript'] as const) trial.program(unit, program, language);
}

/** A sentence about keys and places begins with a capital letter and has no options; programs that send may be written so too. */
const TOLD = /^[A-Z][a-z]+ (?!.*(?:\s-{1,2}\w|[|<>;&$@]))/;
const isTold = (order: string): boolean => TOLD.test(order) && !isSender(order.slice(0, order.indexOf(' ')));

/** A sentence that names a command between marks is not that command. */
const SENTENCE = /^[A-Z][a-z]+(?: [\w,'’-]+){2,} `/;
const withoutAsides = (order: string): string => (SENTENCE.test(order) ? order.replace(/`[^`]*`/g, '') : order);

const programLanguages = (order: string): Language[] => [
  ...(/\bimport\b|\bopen\(/.test(order) ? (['python'] as const) : []),
  ...(/\brequire\(|\bimport\(|=>|\bfetch\(/.test(order) ? (['javascript'] as const) : []),
];

const CHARS_MAX = { whole: 65_536, part: 131_072 } as const;
const LINES_AROUND = 40;

/** A file as it is; of a long one what stands around lines that may tell something. */
function tellingPart(text: string): string {
  if (text.length <= CHARS_MAX.whole) return text;
  const lines = text.split('\n');
  const kept = new Set<number>();
  for (const [at, line] of lines.entries())
    if (isTelling(joined(line)))
      for (let near = at - LINES_AROUND; near <= at + LINES_AROUND; near += 1) kept.add(near);
  return lines.filter((line, at) => kept.has(at) && !COMMENT.test(line)).join('\n');
}

const COMMENT = /^\s*(?:#|\/\/|--|;|\*(?!\/)|\/\*(?!.*\*\/)|\*\/\s*$|$)/;
