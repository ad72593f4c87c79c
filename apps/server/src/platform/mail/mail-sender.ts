import type { Transporter } from 'nodemailer';
import type { Logger } from '../log/index.ts';
import type { MailRow, MailStore } from './mails.store.ts';

type Deps = {
  readonly store: MailStore;
  readonly smtpUrl: string;
  readonly from: string;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const MAIL_LIMITS = { batch: 20, connectMs: 10_000, replyMs: 20_000, triesMax: 8 } as const;
/** Longer than the maximum duration of a delivery, so that a slow sender does not cause a second one. */
const LEASE_MS = 120_000;
const RETRY_AFTER_MS = 30_000;

/** Sends queued mails through the configured mail server. */
export function createMailSender({ store, smtpUrl, from, clock, log }: Deps) {
  let transport: Promise<Transporter> | undefined;
  const openTransport = () => {
    transport ??= createTransport(smtpUrl);
    return transport;
  };

  async function send(mail: MailRow): Promise<void> {
    try {
      const { recipient: to, subject, text, html } = mail;
      const server = await openTransport();
      await server.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      await store.delete(mail.id);
    } catch (error) {
      const isLast = mail.tries >= MAIL_LIMITS.triesMax;
      log.warn({ err: error, mailId: mail.id, tries: mail.tries, isLast }, 'sending a mail failed');
      if (isLast) await store.delete(mail.id);
      else await store.postpone(mail.id, new Date(clock.now().getTime() + RETRY_AFTER_MS * 2 ** (mail.tries - 1)));
    }
  }

  /** Runs one round and returns the number of mails taken. */
  async function sendDue(): Promise<number> {
    const now = clock.now();
    const mails = await store.takeDue(now, new Date(now.getTime() + LEASE_MS), MAIL_LIMITS.batch);
    await Promise.all(mails.map(send));
    return mails.length;
  }

  return { sendDue, close: async () => (await transport)?.close() };
}

/** Loaded with the first mail, because most processes send none. */
async function createTransport(url: string): Promise<Transporter> {
  const { createTransport: create } = await import('nodemailer');
  return create({
    url,
    connectionTimeout: MAIL_LIMITS.connectMs,
    greetingTimeout: MAIL_LIMITS.connectMs,
    socketTimeout: MAIL_LIMITS.replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
