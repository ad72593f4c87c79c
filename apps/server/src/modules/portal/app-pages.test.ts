/** The way of a developer through the portal, then the operator's: a real browser, a wallet of its own, a real review. */
import type { LocalAccount } from '@assay/chain';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOwnAddress, openBrowser } from '../../testing/browser.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { newestCode } from '../../testing/developer.ts';
import { commitOf } from '../../testing/github-stand-in.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { GOD_API_KEY, type TestServer } from '../../testing/test-server.ts';

const EMAIL = 'portal@example.org';
const FILES = { 'SKILL.md': benignSkill('portal-notes'), LICENSE: 'free\n' };
const COMMIT = commitOf(FILES);
const QUESTION = 'Why did the second panel sit on my submission?';
const PATIENT = { timeout: 90_000 };

let house: ChainServer;
let server: TestServer;
let browser: Browser | undefined;
let wallet: LocalAccount;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  const commits = { [COMMIT]: FILES };
  const github = { repositories: { 'acme/portal-notes': { commits, branches: { main: COMMIT } } } };
  house = await atOwnAddress((env) => startChainServer({ github, env: { ASSAY_ROLES: 'api,worker', ...env } }));
  ({ server } = house);
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

/** A wallet of the browser: it announces itself, and asks us to sign. `says` is what its owner does next. */
async function addWallet(page: Page, says: { answer: 'sign' | 'decline' }): Promise<void> {
  await page.exposeFunction('askWallet', async (method: string, params: string[]): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [wallet.address];
    if (method === 'eth_chainId') return `0x${house.chain.chainId.toString(16)}`;
    if (says.answer === 'decline') return { declined: true };
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
}

async function logIn(page: Page, isNew: boolean): Promise<void> {
  await page.getByLabel('E-mail address').fill(EMAIL);
  if (isNew) await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await newestCode(server, EMAIL));
  await page.getByRole('button', { name: 'Log in' }).click();
}

it('takes a developer from a code to a certificate, and loses nothing that was typed', async ({ skip }) => {
  if (browser === undefined) return skip();
  const { page, context } = await openPage(browser);
  const owner: { answer: 'sign' | 'decline' } = { answer: 'decline' };
  await addWallet(page, owner);

  await page.goto(`${server.url}/account`);
  await expectAccessible(page);
  await logIn(page, true);
  await page.getByText('Nothing waits for you').waitFor();

  await page.getByRole('link', { name: 'New submission' }).click();
  await page.getByLabel('Address').fill('https://github.com/acme/portal-notes');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByText(COMMIT).waitFor();
  await page.getByRole('button', { name: 'Review this' }).click();
  const pay = page.getByRole('button', { name: 'Pay with Test wallet' });
  await pay.waitFor();
  await expectAccessible(page);
  await pay.click();
  await page.getByText('You declined in the wallet').waitFor();
  owner.answer = 'sign';
  await pay.click();
  await page.getByText('It is certified').waitFor(PATIENT);
  expect(await page.locator('[data-verdict]').count()).toBe(0);
  await page.getByRole('link', { name: 'The certificate, with badge and commands' }).click();
  expect(await page.locator('h1').innerText()).toContain('portal-notes');

  await page.goto(`${server.url}/account/tickets`);
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill(QUESTION);
  await page.route('**/support/tickets', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('The service does not answer').waitFor();
  await page.unroute('**/support/tickets');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your session has ended').waitFor();
  await logIn(page, false);
  await page.getByText('Your session has ended').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Message').inputValue()).toBe(QUESTION);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Reply' }).waitFor();
  expect(await page.getByText(QUESTION).count()).toBe(1);
  await context.close();
});

it('lets an operator decide with a written reason, and keeps the key in the page', async ({ skip }) => {
  if (browser === undefined) return skip();
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/operator`);
  await page.getByLabel('Administrative key').fill('wrong-key-that-is-long-enough-to-be-one');
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Administrative key').fill(GOD_API_KEY);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByRole('link', { name: 'Ticket' }).click();
  await page.getByText(QUESTION).first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Reply', { exact: true }).check();
  await page.getByLabel('Reason').fill('Because the first one was not of one mind.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('Decided and written down').waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(GOD_API_KEY);
  await context.close();
});
