/** What any client can do with an address and a wallet. */

type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>>; readonly method?: string };
export type Json = Record<string, unknown>;

/** A request as any client makes it. */
export async function ask(url: string, { body, headers = {}, method }: Sent = {}) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, body: (answer === '' ? {} : JSON.parse(answer)) as Json };
}

type Wallet = { readonly address: string; signMessage(input: { message: string }): Promise<string> };

/** A wallet becomes an actor with an API key: it signs the text that the service writes for it. */
export async function linkWallet({ url }: { readonly url: string }, wallet: Wallet): Promise<Json> {
  const { body: nonce } = await ask(`${url}/api/v1/auth/nonce?walletAddress=${wallet.address}`);
  const message = String(nonce.message);
  const linked = await ask(`${url}/api/v1/auth/link`, {
    body: { message, signature: await wallet.signMessage({ message }) },
  });
  if (linked.status !== 201) throw new Error(JSON.stringify(linked.body));
  return linked.body;
}
