import type { CommandValue, FactOf, Facts, RawFinding, Severity } from '@assay/analysis/types';

type CommandFact = FactOf<'command'>;

/** Commands of these programs. */
export const commands = (facts: Facts, ...programs: readonly string[]): CommandFact[] => {
  const wanted = new Set(programs);
  return facts.of('command').filter(({ value }) => wanted.has(value.program));
};

const lines = new WeakMap<CommandValue, string>();

/** The expanded command line: program and arguments. Cached, because dozens of rules use it. */
export function lineOf(command: CommandValue): string {
  const known = lines.get(command);
  if (known !== undefined) return known;
  const line = [command.program, ...command.args].join(' ');
  lines.set(command, line);
  return line;
}

/** Hints for commands that match a pattern. */
export const commandHints = (facts: Facts, shape: RegExp, severity?: Severity): RawFinding[] =>
  commandsMatching(facts, shape).map(({ span }) => ({
    at: span,
    confidence: 'firm',
    ...(severity === undefined ? {} : { severity }),
  }));

export const commandsMatching = (facts: Facts, shape: RegExp): CommandFact[] =>
  facts.of('command').filter(({ value }) => shape.test(lineOf(value)));

export const hasFlag = ({ args }: CommandValue, letter: string, ...longs: readonly string[]): boolean =>
  args.some((arg) => (/^-[A-Za-z]+$/.test(arg) && arg.includes(letter)) || longs.includes(arg));

/** Calls whose resolved name matches a pattern. */
export const calls = (facts: Facts, shape: RegExp): FactOf<'call'>[] =>
  facts.of('call').filter(({ value }) => shape.test(value.callee));
