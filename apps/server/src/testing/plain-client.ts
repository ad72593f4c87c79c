/** A client that has only a URL and a wallet. */

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly method?: string };
export type Json = Record<string, unknown>;

/**
 * `fetch` with a new connection. On a busy machine, a service may close a kept-alive connection just as the client
 * reuses it, and the client sees a reset.
 */
export function fetchOnce(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  request.headers.set('connection', 'close');
  return fetch(request);
}

/** A plain client request. */
export async function ask(url: string, { body, headers = {}, method }: Sent = {}) {
  const response = await fetchOnce(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, body: (answer === '' ? {} : JSON.parse(answer)) as Json };
}

type Wallet = { readonly address: string; signMessage(input: { message: string }): Promise<string> };

/** Links a wallet to an actor with an API key, by signing the text from the service. */
export async function linkWallet({ url }: { readonly url: string }, wallet: Wallet): Promise<Json> {
  const { body: nonce } = await ask(`${url}/api/v1/auth/nonce?walletAddress=${wallet.address}`);
  const message = String(nonce.message);
  const linked = await ask(`${url}/api/v1/auth/link`, {
    body: { message, signature: await wallet.signMessage({ message }) },
  });
  if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
  return linked.body;
}
