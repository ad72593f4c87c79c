import { once } from 'node:events';
import { LoginChallenge, LoginResult } from '@assay/protocol';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEV, findCode } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const received: Email[] = [];
let refuses = false;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refuses ? new Error('come back later') : null),
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        received.push(mail);
        done();
      }, done);
    });
  },
});

let server: TestServer;
beforeAll(async () => {
  const listener = smtp.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server does not listen.');
  server = await startTestServer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${address.port}`,
      MAIL_FROM: 'Assay <codes@assay.test>',
      ASSAY_ROLES: 'api,worker',
    },
  });
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const mailTo = (email: string): Promise<Email> =>
  vi.waitFor(
    () => {
      const mail = received.find(({ to }) => to?.some(({ address }) => address === email));
      if (mail === undefined) throw new Error('The mail has not come yet.');
      return mail;
    },
    { timeout: 60_000 },
  );
const waiting = async (): Promise<number> =>
  (await server.database.pool.query('SELECT FROM outgoing_mails')).rowCount ?? 0;

describe('mail', () => {
  it('delivers a code through a real mail server, as text and as HTML, and the code opens an account', async () => {
    const email = 'robin@example.org';
    const asked = await server.post(`${DEV}/register`, { email, acceptTerms: true });

    const mail = await mailTo(email);
    const code = findCode((mail.text ?? '').replaceAll('\r', '')) ?? '';
    const { challengeId } = LoginChallenge.parse(asked.body);
    const entered = await server.post(`${DEV}/verify-email`, { challengeId, code });

    expect(mail.from).toMatchObject({ name: 'Assay', address: 'codes@assay.test' });
    expect(mail.html).toContain(`<code>${code}</code>`);
    expect(LoginResult.parse(entered.body).account.email).toBe(email);
  });

  it('is deleted after delivery', async () => {
    await server.post(`${DEV}/register`, { email: 'gone@example.org', acceptTerms: true });
    await mailTo('gone@example.org');

    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000 });
  });

  it('stays queued and is sent again when the mail server refuses it', async () => {
    refuses = true;
    await server.post(`${DEV}/register`, { email: 'later@example.org', acceptTerms: true });
    await vi.waitFor(
      async () => {
        const { rows } = await server.database.pool.query(
          "SELECT tries, due_at > now() + interval '20 s' AND due_at < now() + interval '40 s' AS later FROM outgoing_mails",
        );
        expect(rows).toEqual([{ tries: 1, later: true }]);
      },
      { timeout: 60_000 },
    );

    refuses = false;
    server.clock.advance(60_000);
    await server.post(`${DEV}/register`, { email: 'next@example.org', acceptTerms: true });

    expect((await mailTo('later@example.org')).subject).toBe('Your code for Assay');
  });
});
