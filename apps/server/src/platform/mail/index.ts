export { type MailContent, writeMail } from './mail-content.ts';
export { createMailSender } from './mail-sender.ts';
export { type MailRow, type MailStore, mailStore } from './mails.store.ts';
