import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Outcome } from '../review/outcome.ts';
import type { Terminal } from '../terminal.ts';

const SHORTEST = 6;

/** Prints the exploit of one finding, which has just been run again, call by call. */
export function printReplay(fingerprint: string, outcomes: readonly Outcome[], terminal: Terminal): ExitCode {
  if (!/^[0-9a-f]+$/.test(fingerprint) || fingerprint.length < SHORTEST)
    throw new UsageError(`--replay takes at least the first ${SHORTEST} characters of a finding's fingerprint.`);
  const findings = outcomes.flatMap((outcome) => (outcome.kind === 'reviewed' ? outcome.report.findings : []));
  const found = findings.find((finding) => finding.fingerprint.startsWith(fingerprint));
  if (found === undefined) {
    terminal.err('assay: no finding has this fingerprint.\n');
    return EXIT.undecided;
  }
  const { ruleId, title, file, range, exploit } = found;
  terminal.out(`${toSafeText(`${ruleId} ${title}, ${file}:${range.startLine}`)}\n`);
  if (exploit === undefined) {
    terminal.err('assay: the finding was not reproduced. This does not disprove it.\n');
    return EXIT.undecided;
  }
  exploit.steps.forEach(({ from, call, args, value }, at) => {
    const paid = value === '0' ? '' : `, paying ${value} wei`;
    terminal.out(`  ${at + 1}. ${toSafeText(`${from}: ${call} (${args.join(', ')})${paid}`)}\n`);
  });
  terminal.out(`  ${toSafeText(exploit.detail)}\n`);
  return EXIT.unsafe;
}
