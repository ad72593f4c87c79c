/** A real OpenID Connect provider on loopback, and a person who logs in there. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

type Person = { readonly email: string; readonly isVerified: boolean };
type Options = { readonly redirectUri: string; readonly people: Readonly<Record<string, Person>> };
export type OidcProvider = { readonly issuer: string; readonly clientId: string; close(): Promise<void> };

const CLIENT_ID = 'assay';
/** The package has no types; these are the ones used here. */
const PACKAGE: string = 'oidc-provider';
type ProviderClass = new (issuer: string, configuration: object) => { callback(): RequestListener };

export async function startOidcProvider({ redirectUri, people }: Options): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { default: Provider } = (await import(PACKAGE)) as { default: ProviderClass };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => {
      const person = people[id];
      if (person === undefined) return undefined;
      return { accountId: id, claims: () => ({ sub: id, email: person.email, email_verified: person.isVerified }) };
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    clientId: CLIENT_ID,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Acts as a browser at the provider: follows redirects with cookies, logs in and consents. Returns the callback URL. */
export async function logInAtProvider(start: string, login: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  const send = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...body });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  let url = start;
  for (let left = 20; left > 0; left--) {
    if (url.startsWith(redirectUri)) return new URL(url).search;
    let response = await send(url);
    if (response.status === 200) {
      const page = await response.text();
      const prompt = page.includes('value="login"') ? 'login' : 'consent';
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? url;
      response = await send(new URL(action, url).href, { prompt, login, password: 'any' });
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('The provider did not send the browser back.');
}
