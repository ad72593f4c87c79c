import { toSafeJson, toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** The log of a validator: a fixed sentence and fields, one line each. Never contains a key, a salt or bundle content. */
export type Journal = {
  note(what: string, fields?: Fields): void;
  warn(what: string, fields?: Fields): void;
};

const CLOCK = { from: 11, to: 19 } as const;

/** JSON on standard output for programs, lines on standard error for people. */
export function createJournal({ out, err }: Terminal, isJson: boolean): Journal {
  const write = (level: 'info' | 'warn', what: string, fields: Fields = {}): void => {
    const at = new Date().toISOString();
    const told = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
    if (isJson) out(`${toSafeJson({ at, level, what, ...fields })}\n`);
    else err(`${at.slice(CLOCK.from, CLOCK.to)} ${level === 'warn' ? '! ' : ''}${toSafeText(what + told.join(''))}\n`);
  };
  return {
    note: (what, fields) => write('info', what, fields),
    warn: (what, fields) => write('warn', what, fields),
  };
}

const MARK_DECIMALS = 6;

/** `1000000` minor units are one mark. */
export function toMarks(minor: bigint): string {
  const digits = minor.toString().padStart(MARK_DECIMALS + 1, '0');
  const part = digits.slice(-MARK_DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -MARK_DECIMALS)}${part && `.${part}`}`;
}
