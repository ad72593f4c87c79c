import type { Letter } from '../../platform/mail/index.ts';

const IGNORE = 'If you did not ask for this, ignore this mail. Nobody can enter without the code.';

const codeLetter = (to: string, code: string, minutes: number, first: string): Letter => ({
  to,
  subject: 'Your code for Assay',
  paragraphs: [first, `The code is valid for ${minutes} minutes and can be used once. Give it to nobody.`, IGNORE],
  code,
});

export const registrationLetter = (to: string, code: string, minutes: number): Letter =>
  codeLetter(to, code, minutes, 'This code proves your address and opens your account:');

export const loginLetter = (to: string, code: string, minutes: number): Letter =>
  codeLetter(to, code, minutes, 'This code logs you in:');

export const unknownAddressLetter = (to: string, docsUrl: string): Letter => ({
  to,
  subject: 'No account with this address at Assay',
  paragraphs: [
    'Somebody asked for a code to log in with this address, but no account has it.',
    `To open an account: POST /api/v1/certsvc/dev/register with \`email\` and \`acceptTerms\`, or follow ${docsUrl}`,
    'If it was not you, ignore this mail.',
  ],
});
