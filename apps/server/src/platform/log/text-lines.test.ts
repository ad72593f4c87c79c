import { describe, expect, it } from 'vitest';
import { createLogger, textLines } from './index.ts';

function setup() {
  const lines: string[] = [];
  return { lines, log: createLogger('info', textLines({ write: (line: string) => lines.push(line) })) };
}

describe('a text line', () => {
  it('contains the time, the sentence and its fields', () => {
    const { lines, log } = setup();

    log.warn({ model: 'one' }, 'the budget is spent');

    expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d {2}warning: the budget is spent model="one"\n$/)]);
  });

  it('omits details of the start, but no warning of the same name', () => {
    const { lines, log } = setup();

    log.info({ line: 'LOG: listening' }, 'postgres');
    log.info('migration applied');
    log.warn({ line: 'PANIC' }, 'postgres');

    expect(lines).toEqual([expect.stringContaining('PANIC')]);
  });

  it('shows the message and stack of an error', () => {
    const { lines, log } = setup();

    log.error({ err: new Error('no such table') }, 'a job failed');

    expect(lines[0]).toContain('error: a job failed');
    expect(lines[1]).toBe('    no such table\n');
    expect(lines[2]).toMatch(/^ {8}at /);
  });

  it('never passes external control characters to the terminal', () => {
    const { lines, log } = setup();

    log.error({ err: new Error('\u001b[2J\u202e') }, 'red \u001b[31m');

    for (const character of ['\u001b', '\u202e']) expect(lines.join('')).not.toContain(character);
  });

  it('never shows a secret', () => {
    const { lines, log } = setup();

    log.info({ token: 'hush-hush' }, 'signed in');

    expect(lines[0]).toContain('token="[redacted]"');
  });
});
