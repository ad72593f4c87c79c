import { known, shown, UNKNOWN, type Value } from '../value.ts';
import type { Handler, Invoked } from './session.ts';

const PLAIN_NAME = /^[A-Za-z][\w.+-]{0,60}$/;
/** `which -a`, `type -ap`, `whence -p`, `command -v`: asked for a place. */
const ASKS_PLACE = /^-[apPvVs]+$/;

/** A program called by the place that was looked up is that program. */
const placeOf = (args: readonly Value[]): Value => {
  const name = args.map(shown).find((word) => !word.startsWith('-')) ?? '';
  return PLAIN_NAME.test(name) ? known(`/usr/bin/${name}`) : UNKNOWN;
};

const located: Handler = ({ args }) => placeOf(args);

const isAsked = ({ args: [first] }: Invoked): boolean => ASKS_PLACE.test(shown(first ?? UNKNOWN));

/** Programs that tell where another one lies, whatever else they do. */
export const LOCATED_PROGRAMS: ReadonlyMap<string, Handler> = new Map([
  ['which', located],
  ['whence', located],
  ['where', located],
  ['where.exe', located],
]);

/** The same word does something else unless it is asked for a place. */
export const orLocated =
  (handler: Handler | undefined): Handler =>
  (invoked) =>
    isAsked(invoked) || handler === undefined ? placeOf(invoked.args) : handler(invoked);
