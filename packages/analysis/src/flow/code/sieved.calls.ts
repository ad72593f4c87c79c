import { tableOf } from '../../models/table.ts';
import type { CallModel } from './call-site.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';

/**
 * Everything is taken out but digits, blanks and signs to reckon with. What is left can be worked out, and can name nothing: there is no letter
 * and no bracket in it to call something by.
 */
const RECKONING = /^\[\^(?:\\[ds+*/().%,-]|0-9|[\d+*/().,% -])+\]\+?$/;

const isSieve = (pattern: string): boolean => RECKONING.test(pattern);

/** Fetched or not: as a program it is a sum. What else is known of it stays. */
const reckoned = ({ taints }: CodeValue): CodeValue =>
  withTaints(taints.filter(({ class: kind }) => kind !== 'network-input'));

const LITERAL =
  /\.replace(?:All)?\(\s*\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[a-z]*g[a-z]*\s*,\s*(["'`])\2\s*\)$/;

/** `text.replace(/[^0-9+]/g, '')`. */
const sieved: CallModel = ({ receiver, span }) => {
  const [, pattern = ''] = LITERAL.exec(span.view.text.slice(span.start, span.end)) ?? [];
  return isSieve(pattern) ? reckoned(receiver) : undefined;
};

/** `re.sub(r'[^0-9+]', '', text)`. */
const substituted: CallModel = ({ args: [pattern, by, input = NOTHING] }) =>
  by?.text === '' && isSieve(pattern?.text ?? '') ? reckoned(input) : undefined;

export const SIEVED_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([['re.sub', substituted]]);
export const SIEVED_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['replace', sieved],
  ['replaceAll', sieved],
]);
