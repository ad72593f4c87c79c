/** What a script asks in order to tell one machine from another: files of the system, its names, its size, its screen. */
const ASKS_MACHINE =
  /\/(?:run|proc|sys|dev|var|etc|usr|opt|snap|Applications|Library)\/|\b(?:uname|hostname|nproc|uptime|free|lscpu|lsblk|dmesg|dmidecode|who|last|ifconfig|ip|df|tty|systemd-detect-virt|pgrep|ps|id|whoami|date)\b|\$\{?(?:SSH_\w+|DISPLAY|TERM|XDG_\w+|DBUS_\w+|SHLVL|PPID)\b/;

/** An end behind a condition: not at the beginning of a line, where everything before it was meant to be all. */
const EARLY_END =
  /(\|\||&&|\bthen\b|\belse\b|[;{(]|^[ \t])([ \t]*)(?:exit|return|kill[ \t]+\$\$)\b(?:[ \t]+[^\s;&|)}]+)?/gm;

/** The same script, going on where it would end on a machine it does not like; `undefined` when it asks nothing of that kind. */
export function withoutEarlyEnds(code: string): string | undefined {
  if (!ASKS_MACHINE.test(code)) return undefined;
  const onward = code.replace(EARLY_END, '$1$2:');
  return onward === code ? undefined : onward;
}
