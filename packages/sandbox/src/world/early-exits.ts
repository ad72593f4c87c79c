import type { Observation } from '@assay/analysis/runs/observation';
import type { ExerciseUnit } from '@assay/analysis/runs/plan';

/** Checks by which a script tells machines apart: system files, names, size and screen. */
const ASKS_MACHINE =
  /\/(?:run|proc|sys|dev|var|etc|usr|opt|snap|Applications|Library)\/|\b(?:uname|hostname|nproc|uptime|free|lscpu|lsblk|dmesg|dmidecode|who|last|ifconfig|ip|df|tty|systemd-detect-virt|pgrep|ps|id|whoami|date)\b|\$\{?(?:SSH_\w+|DISPLAY|TERM|XDG_\w+|DBUS_\w+|SHLVL|PPID)\b/;

/** An exit behind a condition. An exit at the start of a line is the regular end of the script. */
const SHELL_END =
  /(\|\||&&|\bthen\b|\belse\b|[;{(]|^[ \t])([ \t]*)(?:exit|return|kill[ \t]+\$\$)\b(?:[ \t]+[^\s;&|)}]+)?/gm;

type Rewrite = (code: string) => string;

const inShell: Rewrite = (code) => code.replace(SHELL_END, '$1$2:');

/** The arguments of the exit call are still evaluated: `sys.exit(main())`. */
const inPython: Rewrite = (code) =>
  code
    .replace(/(?<![\w.])(?:sys\.exit|os\._exit|exit|quit|raise[ \t]+SystemExit)[ \t]*\(/g, '(lambda *_: None)(')
    .replace(/\braise[ \t]+SystemExit\b/g, 'pass')
    .replace(
      /^([ \t]*(?:if|elif)\b[^\n]*:[ \t]*(?:\n[ \t]+)?)return(?:[ \t]+(?:-?\d+|None|False))?[ \t]*$/gm,
      '$1pass',
    );

const inJavaScript: Rewrite = (code) =>
  code
    .replace(/\bprocess\.(?:exit|abort|reallyExit)[ \t]*\([ \t]*\)/g, 'void 0')
    .replace(/\bprocess\.(?:exit|reallyExit)[ \t]*\(/g, 'void (')
    .replace(
      /(\bif[ \t]*\([^\n]{0,300}\)\s*\{?\s*)return\b[ \t]*(?:-?\d+|null|undefined|false)?[ \t]*(?:;|(?=[\n}]))/g,
      '$1{}',
    );

const REWRITES: Record<ExerciseUnit['language'], Rewrite | undefined> = {
  bash: inShell,
  sh: inShell,
  python: inPython,
  javascript: inJavaScript,
  typescript: inJavaScript,
  other: undefined,
};

/** The same program without its early exits; `undefined` when it has none. */
export function withoutEarlyEnds(code: string, language: ExerciseUnit['language']): string | undefined {
  const onward = REWRITES[language]?.(code);
  return onward === code ? undefined : onward;
}

/**
 * Selects the acts past an early exit that count. For a script that checks its machine, all acts count. For any other
 * script, only theft counts, because an honest program also misbehaves after a failed check.
 */
export function countedOnward(code: string, language: ExerciseUnit['language'], acts: Observation[]): Observation[] {
  return REWRITES[language] === inShell && ASKS_MACHINE.test(code) ? acts : theftAmong(acts);
}

/** Acts that send planted secrets, and the acts that read them. */
export function theftAmong(acts: Observation[]): Observation[] {
  const isSecret = ({ data }: Observation): boolean => data.some((tag) => tag.startsWith('canary:'));
  if (!acts.some((act) => act.kind === 'net' && isSecret(act) && !act.data.includes('auth'))) return [];
  return acts.filter((act) => isSecret(act) && (act.kind === 'net' || act.kind === 'read'));
}
