import { describe, expect, it } from 'vitest';
import { createLogger } from './index.ts';

const SECRET = 'a-secret-of-somebody';

function setup() {
  const lines: string[] = [];
  return { lines, log: createLogger('info', { write: (line) => lines.push(line) }) };
}

describe('a log line', () => {
  it('is one JSON object with a time and a fixed sentence', () => {
    const { lines, log } = setup();

    log.info({ certificateId: 'x' }, 'certificate issued');

    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      certificateId: 'x',
      msg: 'certificate issued',
    });
  });

  it.each([
    [{ authorization: SECRET }],
    [{ headers: { authorization: SECRET, cookie: SECRET } }],
    [{ request: { headers: { authorization: SECRET } } }],
    [{ body: { signature: SECRET, password: SECRET } }],
    [{ token: SECRET, apiKey: SECRET, secret: SECRET, privateKey: SECRET }],
  ])('never shows a secret member: %o', (fields) => {
    const { lines, log } = setup();

    log.info(fields, 'something happened');

    expect(lines[0]).not.toContain(SECRET);
    expect(lines[0]).toContain('[redacted]');
  });

  it('never shows the values of a failed statement, even when it is the cause of another error', () => {
    const { lines, log } = setup();
    const cause = Object.assign(new Error('canceling statement'), { code: '57014', detail: `Key (email)=(${SECRET})` });
    const failed = Object.assign(new Error(`Failed query: insert into mails\nparams: ${SECRET}`), {
      query: 'insert into mails',
      params: [SECRET],
      cause,
    });

    log.error({ err: new Error('request failed', { cause: failed }) }, 'request failed');

    expect(lines[0]).not.toContain(SECRET);
    expect(lines[0]).toContain('insert into mails');
    expect(lines[0]).toContain('57014');
  });

  it('is omitted below the configured level', () => {
    const { lines, log } = setup();

    log.debug('too much detail');

    expect(lines).toEqual([]);
  });
});
