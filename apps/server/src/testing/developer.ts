import { InboxMail, LoginChallenge, LoginResult, listOf } from '@assay/protocol';
import type { Answer, TestServer } from './test-server.ts';

export const DEV = '/api/v1/certsvc/dev';

export type TestDeveloper = {
  readonly email: string;
  readonly accountId: string;
  readonly token: string;
  readonly headers: { readonly authorization: string };
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
};

/** Mails to one address, newest first, from the inbox of the development server. */
export async function mailsTo(server: TestServer, email: string): Promise<InboxMail[]> {
  const { body } = await server.get('/dev/inbox.json?limit=100');
  return listOf(InboxMail)
    .parse(body)
    .items.filter(({ to }) => to === email);
}

export const findCode = (text: string): string | undefined => /^[0-9A-HJKMNP-TV-Z]{8}$/m.exec(text)?.[0];

export async function newestCode(server: TestServer, email: string): Promise<string> {
  const [mail] = await mailsTo(server, email);
  const code = mail && findCode(mail.text);
  if (code === undefined) throw new Error(`No code was sent to ${email}.`);
  return code;
}

/** Registers like a person: requests a code, reads the mail and enters the code. */
export async function registerDeveloper(server: TestServer, email: string): Promise<TestDeveloper> {
  const asked = await server.post(`${DEV}/register`, { email, displayName: 'Robin', acceptTerms: true });
  const { challengeId } = LoginChallenge.parse(asked.body);
  const code = await newestCode(server, email);
  const entered = await server.post(`${DEV}/verify-email`, { challengeId, code });
  const { token, account } = LoginResult.parse(entered.body);
  if (token === undefined) throw new Error('The login gave no token.');
  return { email, accountId: account.id, token, ...clientWith(server, token) };
}

export function clientWith(server: TestServer, secret: string) {
  const headers = { authorization: `Bearer ${secret}` };
  return {
    headers,
    get: (path: string) => server.get(path, headers),
    post: (path: string, body?: unknown) =>
      body === undefined ? server.request('POST', path, headers) : server.post(path, body, headers),
    patch: (path: string, body: unknown) =>
      server.request('PATCH', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body)),
    delete: (path: string) => server.request('DELETE', path, headers),
  };
}
