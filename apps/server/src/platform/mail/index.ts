export { type Letter, writeMail } from './letter.ts';
export { createMailSender } from './mail-sender.ts';
export { type MailRow, type MailStore, mailStore } from './mails.store.ts';
