import type { DestinationStream } from 'pino';

type Line = { readonly level: number; readonly time: string; readonly msg?: string; readonly err?: LoggedError };
type LoggedError = { readonly message?: string; readonly stack?: string };

const WARN_LEVEL = 40;
const LABELS: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** Messages for programs and for debugging, which a person who starts the service does not need. */
const DETAILS =
  /^(postgres|migration applied|the database was given a password|ready|Server listening at .*|chain transaction mined|webhook delivered)$/;

/** Text from outside must not move the cursor or change colours. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}]/gu;
const toPlain = (text: string): string => text.replace(CONTROL_CHARACTERS, '\uFFFD');

/** For a terminal: one short readable line per event instead of JSON, without details of the start. */
export const textLines = (output: { write(text: string): unknown }): DestinationStream => ({
  write(json) {
    const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
    if (level < WARN_LEVEL && DETAILS.test(msg)) return;
    const values = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const head = [`${time.slice(11, 19)}  ${LABELS[level] ?? ''}${msg}`, ...values].join(' ');
    output.write(`${toPlain(head)}\n`);
    if (err === undefined) return;
    for (const line of [err.message ?? '', ...(err.stack?.split('\n') ?? [])]) output.write(`    ${toPlain(line)}\n`);
  },
});
