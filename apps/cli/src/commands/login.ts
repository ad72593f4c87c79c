import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, AssayError, type CallAnswer } from '@assay/client/api';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay login [options]

Shows a code and an address: open it in a browser where you are logged in, compare the code, and allow this machine. The token of
30 days is kept in the settings for this service only. Without a browser, let a code come by mail: --email.

Options
  --label NAME       what the page shows as the one that asks (the name of this machine when left out)
  --email ADDRESS    log in with a code that comes to your address instead
  --register         with --email: make an account, and accept the terms of the service
  --challenge ID     finish a login by mail that was begun before, together with --code
  --code CODE        the code of the mail (asked for when left out)
  --no-wait          only have the code sent by mail, and print the challenge
${COMMON_HELP}`;

const OWN = {
  label: { type: 'string' },
  email: { type: 'string' },
  register: { type: 'boolean' },
  challenge: { type: 'string' },
  code: { type: 'string' },
  'no-wait': { type: 'boolean' },
} as const;
type Values = Partial<Record<'label' | 'email' | 'challenge' | 'code', string>> & {
  readonly register?: boolean;
  readonly 'no-wait'?: boolean;
};
type Entered = CallAnswer<'verifyLoginCode'>;

export async function login(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { what: 'login' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, settingsOf] = await Promise.all([
    import('../service/connect.ts'),
    import('../service/settings.ts'),
  ]);
  const { values } = parsed;
  const { api, settings } = connect(terminal, values);
  const isByMail = values.email !== undefined || values.challenge !== undefined || values.register === true;
  const entered = isByMail ? await enterByMail(api, values, terminal) : await enterByBrowser(api, values, terminal);
  if (entered === undefined) return EXIT.undecided;
  const { token, account } = entered;
  if (token === undefined) throw new UsageError('The service gave no token.');
  const base = settingsOf.toBase(settings.url);
  if (base === undefined) throw new UsageError(`${settings.url} is not the address of a service.`);
  const user = settingsOf.readUserSettings(terminal);
  settingsOf.writeUserSettings(terminal, { ...user, tokens: { ...user.tokens, [base]: token } });
  terminal.out(`${toSafeText(`Logged in as ${account.email} at ${settings.url}.`)}\n`);
  return EXIT.safe;
}

async function enterByMail(api: Api, values: Values, terminal: Terminal): Promise<Entered | undefined> {
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
    terminal.out(`${toSafeText(challengeId)}\n`);
    return undefined;
  }
  const code = (values.code ?? (await terminal.ask('Code from the mail: '))).trim();
  return api.call(values.register ? 'verifyEmail' : 'verifyLoginCode', { body: { challengeId, code } });
}

async function enterByBrowser(api: Api, { label }: Values, terminal: Terminal): Promise<Entered> {
  const body = { label: label ?? hostname() };
  const { deviceCode, userCode, verificationUri, intervalSeconds } = await api.call('startDeviceLogin', { body });
  terminal.err(
    `Open ${toSafeText(verificationUri)}\nand allow the code ${toSafeText(`${userCode.slice(0, 4)}-${userCode.slice(4)}`)}.\n`,
  );
  for (;;) {
    try {
      return await api.call('collectDeviceLogin', { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof AssayError) || error.problem !== 'login_pending') throw error;
    }
    await wait(intervalSeconds * 1000);
  }
}
