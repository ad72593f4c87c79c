import type { CommandValue, FactOf, Facts, RawFinding, Severity } from '@assay/analysis/types';

type CommandFact = FactOf<'command'>;

/** Commands of these programs. */
export const commands = (facts: Facts, ...programs: readonly string[]): CommandFact[] => {
  const wanted = new Set(programs);
  return facts.of('command').filter(({ value }) => wanted.has(value.program));
};

const lines = new WeakMap<CommandValue, string>();

/** The whole line as expanded: program and arguments. Dozens of rules ask for it. */
export function lineOf(command: CommandValue): string {
  const known = lines.get(command);
  if (known !== undefined) return known;
  const line = [command.program, ...command.args].join(' ');
  lines.set(command, line);
  return line;
}

/** Hints at commands of this shape. */
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

/** Calls by resolved name. */
export const calls = (facts: Facts, shape: RegExp): FactOf<'call'>[] =>
  facts.of('call').filter(({ value }) => shape.test(value.callee));

/** Whoever sits on the line may answer: certificates are not compared, in a command or in a call. */
export const isUnverified = (text: string): boolean => UNVERIFIED.test(text);
const UNVERIFIED =
  /\bcurl\b[^\n|;]{0,400}?\s(?:-[fsSLgivNRJO#]{0,8}k[fsSLgivNRJOo]{0,8}|--insecure)(?=\s|$)|\s--no-check-certificate\b|\s--check-certificate=false\b|\bverify\s*=\s*False\b|\brejectUnauthorized["']?\s*:\s*false\b|\s-SkipCertificateCheck\b|\bInsecureSkipVerify\b|\bVERIFY_NONE\b|_create_unverified_context\b/;
