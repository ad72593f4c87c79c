import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, AssayError, type CallAnswer } from '@assay/client/api';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay login [options]

Shows a code and a URL. Open the URL in a browser where you are logged in, compare the code and approve the login. The token is valid
for 30 days and is stored in your settings for this service only. Without a browser, log in with an emailed code: --email.

Options
  --label NAME       the name under which the page shows this request (default: the name of this machine)
  --email ADDRESS    log in with a code sent to this email address
  --register         with --email: create an account and accept the terms of the service
  --challenge ID     finish an earlier login by email, together with --code
  --code CODE        the emailed code (default: prompt for it)
  --no-wait          only send the code by email and print the challenge ID
${toCommonHelp('json')}`;

const OWN = {
  label: { type: 'string' },
  email: { type: 'string' },
  register: { type: 'boolean' },
  challenge: { type: 'string' },
  code: { type: 'string' },
  'no-wait': { type: 'boolean' },
} as const;
/** Limits on the poll interval and the total wait that the service requests. */
const WAIT_LIMITS = { intervalMsMin: 100, intervalMsMax: 60_000, totalMs: 1_800_000 } as const;

type Values = Partial<Record<'label' | 'email' | 'challenge' | 'code', string>> & {
  readonly register?: boolean;
  readonly 'no-wait'?: boolean;
};
type Entered = CallAnswer<'verifyLoginCode'>;

export async function login(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, OWN, { what: 'login', without: ['json'] });
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
  if (token === undefined) throw new UsageError('The service returned no token.');
  const base = settingsOf.toBase(settings.url);
  if (base === undefined) throw new UsageError(`${settings.url} is not a service URL.`);
  const user = settingsOf.readUserSettings(terminal);
  settingsOf.writeUserSettings(terminal, { ...user, tokens: { ...user.tokens, [base]: token } });
  terminal.out(`${toSafeText(`Logged in as ${account.email} at ${settings.url}.`)}\n`);
  return EXIT.safe;
}

async function enterByMail(api: Api, values: Values, terminal: Terminal): Promise<Entered | undefined> {
  const begin = async () => {
    const email = values.email ?? (await terminal.ask('Email address: ')).trim();
    if (email === '') throw new UsageError('Set --email.');
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
  const code = (values.code ?? (await terminal.ask('Code from the email: '))).trim();
  return api.call(values.register ? 'verifyEmail' : 'verifyLoginCode', { body: { challengeId, code } });
}

/** A timer treats delays above 2^31 ms and invalid numbers as 1 ms. */
export function toIntervalMs(seconds: unknown): number {
  const ms = typeof seconds === 'number' ? seconds * 1_000 : Number.NaN;
  return Math.min(WAIT_LIMITS.intervalMsMax, Math.max(WAIT_LIMITS.intervalMsMin, Number.isNaN(ms) ? 0 : ms));
}

async function enterByBrowser(api: Api, { label }: Values, terminal: Terminal): Promise<Entered> {
  const body = { label: label ?? hostname() };
  const { deviceCode, userCode, verificationUri, intervalSeconds } = await api.call('startDeviceLogin', { body });
  terminal.err(
    `Open ${toSafeText(verificationUri)}\nand approve the code ${toSafeText(`${userCode.slice(0, 4)}-${userCode.slice(4)}`)}.\n`,
  );
  const { totalMs } = WAIT_LIMITS;
  const intervalMs = toIntervalMs(intervalSeconds);
  for (const endsAt = performance.now() + totalMs; performance.now() <= endsAt; await wait(intervalMs)) {
    try {
      return await api.call('collectDeviceLogin', { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof AssayError) || error.problem !== 'login_pending') throw error;
    }
  }
  throw new AssayError('timeout', `The login was not approved within ${totalMs / 60_000} minutes. Run: assay login`);
}
