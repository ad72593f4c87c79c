import { z } from 'zod';
import { Time } from './common.ts';

export const MailId = z.uuidv7().lowercase().brand<'MailId'>();
export type MailId = z.infer<typeof MailId>;

/** A mail that was not sent, because the deployment has no mail server. */
export const InboxMail = z
  .object({ id: MailId, to: z.string(), subject: z.string(), text: z.string(), sentAt: Time })
  .meta({ id: 'InboxMail' });
export type InboxMail = z.infer<typeof InboxMail>;
