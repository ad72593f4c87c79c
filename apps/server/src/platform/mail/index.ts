export { type Letter, writeMail } from './letter.ts';
export { createMailSender, type MailSender } from './mail-sender.ts';
export { type MailRow, type MailStore, mailStore } from './mails.store.ts';
