import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay login [options]

Sends a code to your mail address and turns it into a token of 30 days, which is kept in the settings for this service only.

Options
  --email ADDRESS    your address (asked for when left out)
  --register         make an account, and accept the terms of the service
  --challenge ID     finish a login that was begun before, together with --code
  --code CODE        the code of the mail (asked for when left out)
  --no-wait          only have the code sent, and print the challenge
${COMMON_HELP}`;

export async function login(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    email: { type: 'string' },
    register: { type: 'boolean' },
    challenge: { type: 'string' },
    code: { type: 'string' },
    'no-wait': { type: 'boolean' },
  } as const;
  const parsed = parseOptions(args, own, { what: 'login' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, settingsOf, { toSafeText }] = await Promise.all([
    import('../service/connect.ts'),
    import('../service/settings.ts'),
    import('../render/safe-text.ts'),
  ]);
  const { values } = parsed;
  const { api, settings } = connect(terminal, values);
  const begin = async () => {
    const email = values.email ?? (await terminal.ask('Mail address: ')).trim();
    if (email === '') throw new UsageError('Give --email.');
    const { challengeId } = values.register
      ? await api.call('registerAccount', { body: { email, acceptTerms: true } })
      : await api.call('requestLoginCode', { body: { email } });
    return challengeId;
  };
  const challengeId = values.challenge ?? (await begin());
  if (values['no-wait']) {
    terminal.out(`${challengeId}\n`);
    return EXIT.undecided;
  }
  const code = (values.code ?? (await terminal.ask('Code from the mail: '))).trim();
  const route = values.register ? 'verifyEmail' : 'verifyLoginCode';
  const { token, account } = await api.call(route, { body: { challengeId, code } });
  if (token === undefined) throw new UsageError('The service gave no token.');
  const user = settingsOf.readUserSettings(terminal);
  settingsOf.writeUserSettings(terminal, { ...user, tokens: { ...user.tokens, [settings.url]: token } });
  terminal.out(`${toSafeText(`Logged in as ${account.email} at ${settings.url}.`)}\n`);
  return EXIT.safe;
}
