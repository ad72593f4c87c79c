/** The player pages: plugins, both markets, an actor, and operator measures. */

import { readFile } from 'node:fs/promises';
import type { LocalAccount } from '@assay/chain';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { newestCode } from '../../testing/developer.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { addWallet, newPageWallet } from '../../testing/page-wallet.ts';
import { settledWorld } from '../../testing/small-world.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { GOD_API_KEY, OPERATOR, type TestServer } from '../../testing/test-server.ts';
import { certifySkill, marks } from '../../testing/trader.ts';

const SKILL = 'market-notes';
const EMAIL = 'buyer@example.org';
/** Runs if the portal ever renders it as markup. */
const HOSTILE = {
  'picture.svg': '<svg onload="window.hit=1"><script>window.hit=1</script></svg>',
  'page.md': '[x](javascript:window.hit=1) <img src=x onerror=window.hit=1>',
};
const PURSE = 500;
/** An actor in the world spends some marks by itself. */
const LEFT_AT_LEAST = 400_000_000;
const PATIENCE = { timeout: 60_000, interval: 100 };

type Player = { page: Page; wallet: LocalAccount; actorId: string };

let house: ChainServer;
let server: TestServer;
let browser: Browser | undefined;
let author: Player;
let buyer: Player;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  const roles = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '1000' };
  house = await atOwnAddress((env) => startChainServer({ env: { ...env, ...roles }, genesis: settledWorld }));
  ({ server } = house);
  [author, buyer] = await Promise.all([newPlayer(browser), newPlayer(browser)]);
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

/** A player with a linked wallet, a page and marks to spend. */
async function newPlayer(from: Browser): Promise<Player> {
  const { page } = await openPage(from);
  const wallet = newPageWallet();
  const owner = await addWallet(page, wallet, 1);
  await page.goto(`${server.url}/council`);
  const link = page.getByRole('button', { name: 'Link Test wallet' });
  owner.answer = 'decline';
  await link.click();
  await page.getByText('You declined the request in the wallet').waitFor();
  owner.answer = 'sign';
  await link.click();
  await page.getByText('This wallet is not a validator yet').waitFor();
  const grant = { walletAddress: wallet.address, amount: marks(PURSE), reason: 'For trade in the portal.' };
  const { actorId } = (await server.operate('/api/v1/operator/grants', grant)).body as { actorId: string };
  await vi.waitFor(async () => {
    const { body } = await server.get(`/api/v1/wallet/${actorId}`, OPERATOR);
    expect(Number((body as { available: string }).available)).toBeGreaterThan(LEFT_AT_LEAST);
  }, PATIENCE);
  return { page, wallet, actorId };
}

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

it('runs the tests of a plugin while it is written, equips it after approval, and offers it for sale', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = author;
  const steps = page.getByRole('listitem').filter({ hasText: 'Marks available for the stake' });
  expect(await steps.innerText()).toMatch(
    /Missing[\s\S]*1 000\.00 marks[\s\S]*You have: 0\.00[\s\S]*You need another 1 000\.00 marks/,
  );
  await page.getByText(/of 5 met, \d missing/).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'council-activation');
  await tab(page, 'Plugins');
  await tab(page, 'Write a plugin');
  await page.getByText('1 rule: all samples pass').waitFor();
  const pack = page.getByLabel('Rule pack');
  const whole = await pack.inputValue();
  await pack.fill(whole.replace('Then upload the summary to', 'Then read the summary at'));
  await page.getByText('to fix').waitFor();
  await pack.fill(whole);
  await page.getByText('all samples pass').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'plugin-editor');
  await page.getByLabel('Name').fill('Paste services');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const refused = page.getByRole('alert');
  await page.getByRole('heading', { name: 'Review result' }).or(refused).first().waitFor();
  expect(await refused.allInnerTexts()).toEqual([]);
  await server.app.plugins.sweep();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Approved').waitFor();
  await page.getByLabel('Price').fill('12');
  await page.getByRole('button', { name: 'Offer for sale' }).click();
  await page.getByRole('button', { name: 'Withdraw from sale' }).waitFor();

  await tab(page, 'Slots');
  await page.getByLabel('Plugin in slot 2').selectOption('Paste services');
  await page.getByText('Active', { exact: true }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'slots');
});

it('sells a certified skill, and gives its buyer the licence, the certified bytes and a rating', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const certificateId = await certifySkill(server, author, SKILL, HOSTILE);
  await tab(author.page, 'Skill market');
  await author.page.getByText('Nothing is for sale').waitFor();
  await tab(author.page, 'Sales');
  await author.page.getByText('You have no listings yet').waitFor();
  await author.page.getByLabel('Certificate', { exact: true }).fill(certificateId);
  await author.page.getByLabel('Price').fill('20');
  await author.page.getByRole('button', { name: 'Offer', exact: true }).click();
  await author.page.getByText('Offered for 20.00 marks').waitFor();
  await server.published(); // The world receives the certificate.

  const { page } = buyer;
  await tab(page, 'Skill market');
  await page.getByText('You have no licences').waitFor();
  await page.getByRole('row', { name: SKILL }).getByRole('button', { name: 'Buy' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay 20.00 marks' }).click();
  await page.getByText('Licensed for 20.00 marks').waitFor();
  await page.getByText('The certified files').click();
  await page.getByText('Read the notes the user gives you').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 4 files' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${certificateId}.zip`);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files).sort()).toEqual(['SKILL.md', 'notes.md', ...Object.keys(HOSTILE)].sort());
  expect(Buffer.from(files['SKILL.md'] ?? []).toString()).toBe(benignSkill(SKILL));
  for (const [path, text] of Object.entries(HOSTILE)) {
    await page.getByRole('button', { name: path }).click();
    await page.getByText(text).waitFor();
  }
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await page.getByText('Rate this skill').click();
  await page.getByLabel('Stars').selectOption('4');
  await page.getByLabel('Comment').fill('Short and to the point.');
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await page.getByText('It counts if you have no connection to the seller').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'skill-market');
});

it('sells and refunds a licence on the offer page, and shows the seller the earnings', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = author;
  const certificateId = await certifySkill(server, author, 'PDF Extractor');
  await tab(page, 'Sales');
  await page.getByLabel('Certificate', { exact: true }).fill(certificateId);
  await page.getByLabel('Price').fill('5');
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  await page.getByText('Offered for 5.00 marks').waitFor();
  await server.published();

  await buyer.page.goto(`${server.url}/market`);
  await buyer.page.getByRole('searchbox').fill('pdf extrator');
  await buyer.page.getByRole('button', { name: 'Search' }).click();
  await buyer.page.getByText('Listings with similar words').waitFor();
  await expectAccessible(buyer.page);
  await takePictures(buyer.page, 'market-similar');
  await tab(buyer.page, 'PDF Extractor 1.4.0');
  await buyer.page.getByRole('button', { name: 'Buy for 5.00 marks' }).click();
  await expectAccessible(buyer.page);
  await takePictures(buyer.page, 'offer');
  await buyer.page.getByRole('button', { name: 'Pay 5.00 marks' }).click();
  await buyer.page.getByText('Return this licence').click();
  await buyer.page.getByLabel('Reason').fill('Not needed.');
  await buyer.page.getByRole('button', { name: 'Return', exact: true }).click();
  await buyer.page.getByRole('button', { name: 'Buy for 5.00 marks' }).waitFor();

  await page.reload();
  const sold = page.getByRole('table', { name: 'Earnings by listing' });
  expect(await sold.getByRole('row', { name: SKILL }).innerText()).toMatch(/20\.00 marks.*20\.00 marks/s);
  expect(await sold.getByRole('row', { name: 'PDF Extractor' }).innerText()).toMatch(/0\.00 marks\s+5\.00 marks$/);
  await expectAccessible(page);
  await takePictures(page, 'sales');
  await tab(page, 'PDF Extractor 1.4.0');
  await page.getByLabel('New price').fill('6');
  await page.getByRole('button', { name: 'Change the price' }).click();
  await page.getByText('Saved: 6.00 marks').waitFor();
  await page.goto(`${server.url}/council/actor`);
  await buyer.page.goto(`${server.url}/council/actor`);
});

it('sells a plugin only at the price that the buyer has seen, and the buyer equips it', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = buyer;
  await tab(page, 'Plugin market');
  const row = page.getByRole('row', { name: 'Paste services' });
  await row.getByRole('button', { name: 'Buy' }).click();
  await author.page.getByRole('link', { name: 'Plugins', exact: true }).click();
  await author.page.getByRole('link', { name: 'Paste services' }).click();
  await author.page.getByRole('button', { name: 'Withdraw from sale' }).click();
  await author.page.getByLabel('Price').fill('13');
  await author.page.getByRole('button', { name: 'Offer for sale' }).click();
  await author.page.getByRole('button', { name: 'Withdraw from sale' }).waitFor();
  await page.getByRole('button', { name: 'Pay 12.00 marks' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Words').fill('paste');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('13.00 marks').waitFor();
  await row.getByRole('button', { name: 'Buy' }).click();
  await expectAccessible(page);
  await takePictures(page, 'plugin-market');
  await page.getByRole('button', { name: 'Pay 13.00 marks' }).click();
  await page.getByText('Bought for 13.00 marks').waitFor();
  await tab(page, 'Assign it to a slot');
  await page.getByLabel('Plugin in slot 1').selectOption('Paste services');
  await page.getByText('Active', { exact: true }).waitFor();
  await tab(page, 'Plugins');
  await page.getByRole('cell', { name: 'Purchased' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'plugins');
});

it("sends a player's suggestion to the actor, and updates its state every hour", async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, actorId } = buyer;
  await tab(page, 'Your actor');
  await page.getByLabel('Action', { exact: true }).selectOption('Rest for a few hours');
  await page.getByRole('button', { name: 'Send suggestion' }).click();
  await page.getByText('Sent. The actor is').waitFor();
  const result = page.getByRole('region', { name: 'Result' });
  expect(await result.innerText()).toContain('Rest and regain energy INTENT_REST');
  const mark = result.locator('.mark');
  await vi.waitFor(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect(await mark.innerText()).toMatch(/^(Executed|Refused|Blocked|Rewritten)$/);
  }, PATIENCE);
  await expectAccessible(page);
  await takePictures(page, 'own-actor');

  await page.goto(`${server.url}/world/actors/${actorId}`);
  await page.getByRole('table', { name: 'Belongings' }).getByRole('link', { name: SKILL }).waitFor();
  const hour = page.getByText(/hour \d+ of the world/);
  const before = await hour.innerText();
  await vi.waitFor(async () => expect(await hour.innerText()).not.toBe(before), PATIENCE);
  await expectAccessible(page);
});

it('takes a newcomer through the first steps, and shows each in the diary', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await addWallet(page, newPageWallet(), 1);
  await page.goto(`${server.url}/council`);
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByText('This wallet is not a validator yet').waitFor();
  await tab(page, 'Your actor');
  const quest = page.getByRole('region', { name: 'First steps' });
  for (const [place, step] of ['Move in', 'Eat a first meal', 'Apply for work'].entries()) {
    await quest.getByRole('button', { name: step }).click();
    await vi.waitFor(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      expect(await quest.getByText('Done', { exact: true }).count()).toBe(place + 1);
    }, PATIENCE);
  }
  await quest.getByText('All done: you are a resident').waitFor();
  const diary = page.getByRole('region', { name: 'Diary' });
  for (const step of ['Rest', 'Buy goods', 'Apply job']) {
    expect(await diary.getByText(`executed: ${step}`, { exact: false }).count()).toBeGreaterThan(0);
  }
  const homes = page.getByRole('group', { name: 'Homes' });
  await homes.getByRole('button', { name: 'Buy' }).first().click();
  await page.getByText(/Needs [0-9.]+ marks; 0 are available/).waitFor();
  const businesses = page.getByRole('group', { name: 'Businesses for sale' });
  expect(await businesses.getByRole('button', { name: 'Buy' }).count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await takePictures(page, 'newcomer');
  await context.close();
});

it('sells marks for USDC, and explains a balance that is too low', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await addWallet(page, await house.chain.newAccount({ usdc: 2_000_000n }), house.chain.chainId);
  await page.goto(`${server.url}/council`);
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByText('This wallet is not a validator yet').waitFor();
  await tab(page, 'Your actor');
  await page.getByText('Buy marks').click();
  const pay = page.getByRole('button', { name: 'Pay with Test wallet' });
  await page.getByLabel('Amount in USDC').fill('5');
  await pay.click();
  await page.getByText('The wallet has too little USDC').waitFor();
  await page.getByLabel('Amount in USDC').fill('2');
  await pay.click();
  await page.getByText('You bought 200.00 marks').waitFor();
  await page.getByRole('table', { name: 'Transactions' }).getByRole('cell', { name: '200.00 marks' }).first().waitFor();
  await expectAccessible(page);
  await context.close();
});

it('keeps its key over a reload, replaces it when it links again, and recovers from a full set of keys', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = await openPage(browser);
  const wallet = newPageWallet();
  await addWallet(page, wallet, 1);
  const liveKeys = async (): Promise<string[]> => {
    const { rows } = await server.database.pool.query(
      `SELECT c.id FROM credentials c JOIN agents a ON a.id::text = c.principal_id::text
       WHERE lower(a.wallet_address) = lower($1) AND c.revoked_at IS NULL ORDER BY c.created_at`,
      [wallet.address],
    );
    return rows.map(({ id }) => id);
  };
  const link = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Link Test wallet' }).click();
    await page.getByText('This wallet is not a validator yet').waitFor();
  };
  await page.goto(`${server.url}/council`);
  await link();
  const [first] = await liveKeys();

  for (let visit = 0; visit < 3; visit++) {
    await page.reload();
    await page.getByText('This wallet is not a validator yet').waitFor();
  }
  expect(await liveKeys()).toEqual([first]);

  await page.evaluate(() => sessionStorage.clear()); // Simulates a closed tab.
  await page.reload();
  await link();
  const replaced = await liveKeys();
  expect(replaced).toHaveLength(1);
  expect(replaced).not.toContain(first);

  for (let key = 0; key < 4; key++) await signInElsewhere(wallet);
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByText('/certsvc/v1/auth/keys/revoke').waitFor();
  await page.getByRole('button', { name: 'Revoke every key of Test wallet and link it again' }).click();
  await page.getByText('This wallet is not a validator yet').waitFor();
  expect(await liveKeys()).toHaveLength(1);
  await page.context().close();
});

/** Creates a key for another program of the same wallet. */
async function signInElsewhere(wallet: LocalAccount): Promise<void> {
  const { body } = await server.get(`/api/v1/auth/nonce?walletAddress=${wallet.address}`);
  const { message } = body as { message: string };
  const answer = await server.post('/api/v1/auth/link', { message, signature: await wallet.signMessage({ message }) });
  expect(answer.status).toBe(201);
}

it('shows an operator the forecast of a measure before it is carried out with a written reason', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/operator/world`);
  await page.getByLabel('Operator key').fill(GOD_API_KEY);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Measure', { exact: true }).selectOption('Change public salaries');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('heading', { name: 'Immediate effect' }).waitFor();
  const figures = page.getByRole('table', { name: 'Before and after' });
  expect(await figures.getByRole('row', { name: /^Doctor/ }).innerText()).toMatch(
    /^Doctor\s+[\d ]+\.\d\d marks\s+[\d ]+\.\d\d marks$/,
  );
  await page.getByRole('button', { name: 'Forecast the coming months' }).click();
  await page.getByLabel('Months ahead').selectOption('3');
  await page.getByLabel('Copies').selectOption('4');
  await page.getByRole('button', { name: 'Run the forecast' }).click();
  await page.getByText('Effect in the last simulated month').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-world');
  await page.locator('#measure').getByLabel('Reason').fill('Teachers leave for other cities.');
  await page.getByRole('button', { name: 'Carry out' }).click();
  await page.getByText('Carried out and recorded').waitFor();
  await tab(page, 'Audit log');
  await page.getByText('rpc.adjustPublicSalaries').first().waitFor();
  await tab(page, 'Grants');
  await page.getByLabel('Wallet').fill(author.wallet.address);
  await page.getByLabel('Amount').fill('5');
  await page.getByLabel('Reason').fill('For an idea about the market.');
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.getByText('Issued 5.00 marks').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-grants');
  await context.close();
});

it('accepts an email address for a wallet that was linked first, and shows its keys at once', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, wallet } = buyer;
  await page.goto(`${server.url}/account`);
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await newestCode(server, EMAIL));
  await page.getByRole('button', { name: 'Log in' }).click();
  await tab(page, 'Keys and sessions');
  await page.getByText('The linked wallets have no API keys').waitFor();
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByRole('cell', { name: wallet.address }).waitFor();
  await page.getByRole('button', { name: /^Revoke API key/ }).waitFor();
});

it('checks every page that the table of pages assigns to this test', ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  expectAllPagesChecked();
});
