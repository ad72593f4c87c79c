import type { MailContent } from '../../platform/mail/index.ts';

const IGNORE = 'If you did not request this code, ignore this mail. A login needs the code.';

const codeMail = (to: string, code: string, minutes: number, first: string): MailContent => ({
  to,
  subject: 'Your code for Assay',
  paragraphs: [first, `The code is valid for ${minutes} minutes and works once. Do not share it.`, IGNORE],
  code,
});

export const registrationMail = (to: string, code: string, minutes: number): MailContent =>
  codeMail(to, code, minutes, 'Use this code to confirm your address and open your account:');

export const loginMail = (to: string, code: string, minutes: number): MailContent =>
  codeMail(to, code, minutes, 'Use this code to log in:');

export const unknownAddressMail = (to: string, docsUrl: string): MailContent => ({
  to,
  subject: 'No Assay account with this address',
  paragraphs: [
    'A login code was requested for this address, but no account has this address.',
    `To open an account: POST /api/v1/certsvc/dev/register with \`email\` and \`acceptTerms\`, or follow ${docsUrl}/guides/developers`,
    'If you did not request it, ignore this mail.',
  ],
});
