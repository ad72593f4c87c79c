import type { CommandValue, FactOf, Facts } from '../model.ts';

export type CommandFact = FactOf<'command'>;

/** Commands of these programs. */
export const commands = (facts: Facts, ...programs: readonly string[]): CommandFact[] => {
  const wanted = new Set(programs);
  return facts.of('command').filter(({ value }) => wanted.has(value.program));
};

/** The whole line as expanded: program and arguments. */
export const lineOf = ({ program, args }: CommandValue): string => [program, ...args].join(' ');

export const commandsMatching = (facts: Facts, shape: RegExp): CommandFact[] =>
  facts.of('command').filter(({ value }) => shape.test(lineOf(value)));

export const hasFlag = ({ args }: CommandValue, letter: string, ...longs: readonly string[]): boolean =>
  args.some((arg) => (/^-[A-Za-z]+$/.test(arg) && arg.includes(letter)) || longs.includes(arg));

/** Calls by resolved name. */
export const calls = (facts: Facts, shape: RegExp): FactOf<'call'>[] =>
  facts.of('call').filter(({ value }) => shape.test(value.callee));
