/** Everybody's way through the portal, one after the other on one server: a real browser, a wallet of its own, real payments. */
import type { LocalAccount } from '@assay/chain';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { panelIn } from '../../testing/council.ts';
import { newestCode } from '../../testing/developer.ts';
import { commitOf } from '../../testing/github-stand-in.ts';
import { expectAccessible, openPage, PHONE } from '../../testing/page-checks.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { addWallet, type Owner } from '../../testing/page-wallet.ts';
import { PLANTED_SKILL } from '../../testing/planted-skill.ts';
import { seatRemotes, type Vote } from '../../testing/remote-validator.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { GOD_API_KEY, OPERATOR, type TestServer } from '../../testing/test-server.ts';

const EMAIL = 'portal@example.org';
const FILES = { 'SKILL.md': benignSkill('portal-notes'), LICENSE: 'free\n' };
const COMMIT = commitOf(FILES);
const PLANTED = commitOf(PLANTED_SKILL);
const QUESTION = 'Why did the second panel sit on my submission?';
const DISPUTE = 'The script only sorts notes; please look at it once more.';

/** An actor that lives in the world spends some by itself. */
const PLUGIN_FEE = 20_000_000;
/** The beacon of a panel is a block that comes after the seal. */
const MINE_EVERY_MS = 300;

let house: ChainServer;
let mining: ReturnType<typeof setInterval>;
let server: TestServer;
let browser: Browser | undefined;
let wallet: LocalAccount;
/** The developer's own window, open through all stories. */
let developer: { page: Page; context: BrowserContext; owner: Owner };

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  const toRepository = (commit: string, files: Readonly<Record<string, string>>) => ({
    commits: { [commit]: files },
    branches: { main: commit },
  });
  const github = {
    repositories: {
      'acme/portal-notes': toRepository(COMMIT, FILES),
      'acme/sorter': toRepository(PLANTED, PLANTED_SKILL),
    },
  };
  house = await atOwnAddress((env) =>
    startChainServer({
      github,
      env: { ...env, ASSAY_ROLES: 'api,worker,world', WORLD_TICK_MS: '1000' },
    }),
  );
  ({ server } = house);
  mining = setInterval(() => void house.chain.mineEmptyBlock(), MINE_EVERY_MS);
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
  developer = await openWithWallet(browser);
});
afterAll(async () => {
  clearInterval(mining);
  await browser?.close();
  await house?.close();
});

async function openWithWallet(from: Browser) {
  const { page, context } = await openPage(from);
  return { page, context, owner: await addWallet(page, wallet, house.chain.chainId) };
}

async function logIn(page: Page, isNew: boolean): Promise<void> {
  await page.getByLabel('E-mail address').fill(EMAIL);
  if (isNew) await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await newestCode(server, EMAIL));
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** From a pasted address to the button that pays. */
async function prepare(page: Page, repository: string, commit: string) {
  await page.goto(`${server.url}/account/new`);
  await page.getByLabel('Address').fill(`https://github.com/${repository}`);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByText(commit).waitFor();
  await page.getByRole('button', { name: 'Review this' }).click();
  const pay = page.getByRole('button', { name: 'Pay with Test wallet' });
  await pay.waitFor();
  await page.getByRole('heading', { name: 'What it needs' }).waitFor();
  return pay;
}

it('takes a developer from a code to a refused submission and its dispute; a wallet that says no costs nothing', async ({
  skip,
}) => {
  if (browser === undefined) return skip();
  const { page, owner } = developer;
  await page.goto(`${server.url}/account`);
  await expectAccessible(page);
  await logIn(page, true);
  await page.getByText('Nothing waits for you').waitFor();

  const pay = await prepare(page, 'acme/sorter', PLANTED);
  await expectAccessible(page);
  owner.answer = 'decline';
  await pay.click();
  await page.getByText('You declined in the wallet').waitFor();
  Object.assign(owner, { answer: 'sign', isElsewhere: true });
  await pay.click();
  await page.getByText('The wallet is on another network').waitFor();
  owner.isElsewhere = false;
  await pay.click();
  await page.getByText('It was refused.').waitFor();
  await expectAccessible(page);

  await page.getByText('Dispute the decision').click();
  await page.getByLabel('Reason').fill(DISPUTE);
  await page.reload();
  await page.getByText('Dispute the decision').click();
  expect(await page.getByLabel('Reason').inputValue()).toBe(DISPUTE);
  await page.getByRole('button', { name: 'Ask for a larger panel' }).click();
  await page.getByText('larger panel').first().waitFor();
  await page.getByText(DISPUTE).waitFor();
});

it('loses nothing that was typed when the service is gone or the session ends, and shows what webhooks were answered', async ({
  skip,
}) => {
  if (browser === undefined) return skip();
  const { page, context } = developer;
  await page.goto(`${server.url}/account/tickets`);
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill(QUESTION);
  await page.route('**/support/tickets', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByText('The service does not answer').waitFor();
  await page.unroute('**/support/tickets');
  await context.clearCookies();
  await send.click();
  await page.getByText('Your session has ended').waitFor();
  await logIn(page, false);
  await page.getByText('Your session has ended').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Message').inputValue()).toBe(QUESTION);
  await send.click();
  await page.getByRole('button', { name: 'Reply' }).waitFor();
  expect(await page.getByText(QUESTION).count()).toBe(1);

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByLabel('Address').fill('https://github.com/acme/hooks');
  await page.getByRole('button', { name: 'Send events there' }).click();
  await page.getByText('This secret is shown once').waitFor();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('cell', { name: 'webhook.test' }).waitFor();
  await expectAccessible(page);
});

it('runs the tests of a plugin while it is written, and equips it once it is approved', async ({ skip }) => {
  if (browser === undefined) return skip();
  const { page, context } = await openWithWallet(browser);
  await page.goto(`${server.url}/council`);
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByText('This wallet is no validator yet').waitFor();
  await expectAccessible(page);
  const { address } = wallet;
  const grant = { walletAddress: address, amount: '500000000', reason: 'For a plugin of the portal.' };
  const { actorId } = (await server.operate('/api/v1/operator/grants', grant)).body as { actorId: string };
  await vi.waitFor(
    async () => {
      const { body } = await server.get(`/api/v1/wallet/${actorId}`, OPERATOR);
      expect(Number((body as { available: string }).available)).toBeGreaterThan(PLUGIN_FEE);
    },
    { timeout: 60_000, interval: 100 },
  );

  await page.getByRole('link', { name: 'Plugins' }).click();
  await page.getByRole('link', { name: 'Write a plugin' }).click();
  await page.getByText('1 rule: every sample comes out as written').waitFor();
  const pack = page.getByLabel('Rule pack');
  const whole = await pack.inputValue();
  await pack.fill(whole.replace('Then upload the summary to', 'Then read the summary at'));
  await page.getByText('to mend').waitFor();
  await pack.fill(whole);
  await page.getByText('every sample comes out as written').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Paste services');
  await page.getByRole('button', { name: 'Hand it in' }).click();
  const refused = page.getByRole('alert');
  await page.getByRole('heading', { name: 'What became of it' }).or(refused).first().waitFor();
  expect(await refused.allInnerTexts()).toEqual([]);
  await server.app.plugins.sweep();
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('Approved').waitFor();

  await page.getByRole('link', { name: 'Slots' }).click();
  await page.getByLabel('Plugin of slot 2').selectOption('Paste services');
  await page.getByText('Runs').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your actor' }).click();
  await page.getByRole('heading', { name: 'Suggest something' }).waitFor();
  await context.close();
});

it('lets an operator decide with a written reason and see what a measure would do, and keeps the key in the page', async ({
  skip,
}) => {
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

  await page.getByRole('link', { name: 'World', exact: true }).last().click();
  await page.getByLabel('Measure', { exact: true }).selectOption('Change public salaries');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('heading', { name: 'What it would change, at once' }).waitFor();
  await page.getByRole('button', { name: 'And in months? Look at its futures' }).click();
  await page.getByLabel('Months ahead').selectOption('3');
  await page.getByLabel('Copies').selectOption('4');
  await page.getByRole('button', { name: 'Show the futures' }).click();
  await page.getByText('Difference that it makes by the last month').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('Teachers leave for other cities.');
  await page.getByRole('button', { name: 'Do it' }).click();
  await page.getByText('Done with the next hour of the world').waitFor();

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('rpc.adjustPublicSalaries').first().waitFor();
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('table', { name: 'Counters of jobs' }).waitFor();
  await page.getByRole('link', { name: 'Chain outbox' }).click();
  await page.getByRole('heading', { name: 'Chain outbox' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(GOD_API_KEY);
  await context.close();
});

it('leads from a pasted address to a certificate, with a validator who seals and shows a verdict', async ({ skip }) => {
  if (browser === undefined) return skip();
  const remotes = await seatRemotes(server);
  const { page } = developer;
  const pay = await prepare(page, 'acme/portal-notes', COMMIT);
  await page.route('**/api/v1/stream?*', (route) => route.abort());
  await pay.click();
  await page.getByText('The live connection is cut').waitFor();
  await page.unroute('**/api/v1/stream?*');
  const submissionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const drawn = await panelIn(server, submissionId, 'PRIMARY', 'COMMITTING');
  const seats = drawn.flatMap((seat) => {
    const remote = remotes.get(seat.validator_id);
    return remote === undefined ? [] : [{ seat, remote }];
  });
  const [first, ...others] = seats;
  const safe: Vote = { verdict: 'SAFE' };
  const { page: seat, context } = await openPage(browser);
  await seat.goto(`${server.url}/council/assignments/${first?.seat.id}`);
  await seat.getByText('I have an API key').click();
  await seat.getByLabel('API key').fill(first?.remote.apiKey ?? '');
  await seat.getByRole('button', { name: 'Use it' }).click();
  await seat.getByText('portal-notes').first().waitFor();
  await expectAccessible(seat);
  await seat.getByRole('button', { name: 'Commit' }).click();
  await seat.getByRole('heading', { name: 'Show your verdict' }).waitFor();
  for (const { seat: one, remote } of others) await remote.commit(one.id, safe);
  await panelIn(server, submissionId, 'PRIMARY', 'REVEALING');
  await seat.getByRole('button', { name: 'Reveal' }).click();
  await seat.getByText('Your part is done').waitFor();
  for (const { seat: one, remote } of others) await remote.reveal(one.id, safe);
  await context.close();

  await page.getByText('It is certified.').waitFor();
  await page.getByText('Chain:').waitFor();
  await page.getByRole('link', { name: 'The certificate, with badge and commands' }).click();
  expect(await page.locator('[data-verdict]').innerText()).toContain('Valid');

  await page.getByRole('link', { name: 'Report a problem with it' }).click();
  await page.getByLabel('In your words').fill('Its licence is not the one that the repository names.');
  await page.getByRole('button', { name: 'Sign with Test wallet and send' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  expect(await page.getByLabel('In your words').inputValue()).toContain('Its licence');
});

it('shows the world, its cities and those who live there, also without scripts', async ({ skip }) => {
  if (browser === undefined) return skip();
  const read = async (path: string) => (await server.get(`/api/v1${path}`)).body as { items: { id: string }[] };
  const [cities, actors, businesses] = await Promise.all([read('/cities'), read('/actors'), read('/businesses')]);
  const paths = [
    '/world',
    `/world/cities/${cities.items[0]?.id}`,
    '/world/actors',
    `/world/actors/${actors.items[0]?.id}`,
    '/world/businesses',
    `/world/businesses/${businesses.items[0]?.id}`,
    '/market',
  ];
  const { page, context, faults } = await openPage(browser);
  for (const path of paths) {
    await page.goto(server.url + path);
    await expectAccessible(page);
    expect((await server.get(path, { accept: 'application/json' })).status).toBe(200);
  }
  await page.goto(`${server.url}/world`);
  await page.locator('[data-map-url] canvas').waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
  await context.close();

  const { page: plain, context: without } = await openPage(browser, { javaScriptEnabled: false, viewport: PHONE });
  await plain.goto(`${server.url}/world`);
  expect(await plain.getByRole('table', { name: 'Cities, with what the map shows' }).getByRole('row').count()).toBe(7);
  expect((await plain.locator('html').boundingBox())?.width).toBe(PHONE.width);
  await without.close();
});
