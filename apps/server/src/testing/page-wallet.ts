import { randomBytes } from 'node:crypto';
import { type LocalAccount, privateKeyToAccount } from '@assay/chain';
import type { Page } from 'playwright-core';

/** A new key without any balance. */
export const newPageWallet = (): LocalAccount => privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);

/** The next reaction of the wallet's owner. */
export type Owner = { answer: 'sign' | 'decline'; isElsewhere: boolean };

/** A browser wallet that announces itself by EIP-6963 and signs with a real key. */
export async function addWallet(page: Page, wallet: LocalAccount, chainId: number): Promise<Owner> {
  const owner: Owner = { answer: 'sign', isElsewhere: false };
  await page.exposeFunction('askWallet', async (method: string, params: string[]): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [wallet.address.toLowerCase()];
    if (method === 'eth_chainId') return owner.isElsewhere ? '0x1' : `0x${chainId.toString(16)}`;
    if (method === 'wallet_switchEthereumChain' || owner.answer === 'decline') return { declined: true };
    if (method === 'personal_sign') return wallet.signMessage({ message: { raw: params[0] as `0x${string}` } });
    const typed = JSON.parse(params[1] ?? '');
    for (const name of ['value', 'validAfter', 'validBefore']) typed.message[name] = BigInt(typed.message[name]);
    return wallet.signTypedData(typed);
  });
  await page.addInitScript(() => {
    const provider = {
      async request({ method, params = [] }: { method: string; params?: unknown[] }) {
        const ask = (window as unknown as { askWallet(m: string, p: unknown[]): Promise<unknown> }).askWallet;
        const answer = await ask(method, params);
        if ((answer as { declined?: boolean }).declined) throw Object.assign(new Error('declined'), { code: 4001 });
        return answer;
      },
    };
    const info = {
      uuid: '00000000-0000-4000-8000-000000000001',
      name: 'Test wallet',
      icon: 'data:,',
      rdns: 'org.example',
    };
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    addEventListener('eip6963:requestProvider', announce);
  });
  return owner;
}
