/** The operator pages in a real browser: search, shortcuts, bulk decisions, named operators and the two-person rule. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Flag } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { GOD_API_KEY, OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const REASON = 'Each was read beside the sealed bytes.';

let server: TestServer;
let browser: Browser | undefined;
let closeFirst: () => Promise<void>;
/** Administrators are added before the two-person rule is on, because the rule blocks adding them. */
const keys: Record<string, string> = { reader: '', ada: '', ben: '' };
beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  const before = await startTestServer();
  closeFirst = before.close;
  for (const name of Object.keys(keys)) {
    const role = name === 'reader' ? 'reader' : 'administrator';
    const { body } = await before.operate('/api/v1/operator/accounts', { name, role });
    keys[name] = (body as { key: string }).key;
  }
  server = await atOwnAddress((env) =>
    startTestServer({ env: { ...env, TWO_PERSON_HOURS: '24' }, database: before.database }),
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await closeFirst?.();
});

async function fileFlag(description: string): Promise<string> {
  const certificateId = await issueCertificate(server);
  const { body } = await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
    walletAddress: createTestWallet(randomUUID()).address,
    category: 'SUPPLY_CHAIN',
    description,
  });
  return Flag.parse(body).id;
}

async function openMachine(key: string, from: Browser, script?: string): Promise<Page> {
  const { page } = await openPage(from);
  if (script !== undefined) await page.addInitScript(script);
  await page.goto(`${server.url}/operator`);
  await page.getByLabel('Operator key').fill(key);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Operator queue' }).waitFor();
  return page;
}
const tabOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name, exact: true });
const tab = (page: Page, name: string) => tabOf(page, name).click();

/** Without polling, only the stream brings changes. */
const NO_POLLING = 'window.setInterval = () => 0';
const LISTS = /\/operator\/queue\?/;

it('searches the queue, moves and selects by shortcuts, decides several items, and shows new items at once', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const renamed = await fileFlag('A package of it was renamed yesterday.');
  const removed = await fileFlag('A package of it was removed yesterday.');
  await fileFlag('Its mirror answers with other bytes.');
  const page = await openMachine(GOD_API_KEY, browser, NO_POLLING);
  await page.getByText('Its mirror answers').waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-queue');

  await page.keyboard.press('/');
  await page.keyboard.type('package yesterday');
  await page.getByText('Its mirror answers').waitFor({ state: 'detached' });
  await page.getByText(/^2 of /).waitFor();
  await page.getByRole('searchbox').blur();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('Decide 2 selected items').waitFor();
  const { body } = await server.get('/api/v1/operator/queue?limit=100', OPERATOR);
  const queue = (body as { items: { id: string; ref: { id: string } }[] }).items;
  await page.route(LISTS, (route) => route.abort()); // The page does not learn of the other decision in time.
  const elsewhere = queue.find(({ ref }) => ref.id === renamed)?.id;
  await server.operate(`/api/v1/operator/queue/${elsewhere}/decide`, { decision: 'DISMISS', reason: REASON });
  await page.keyboard.press('d');
  await page.getByLabel('Decision').selectOption('Dismiss');
  await page.getByLabel('Reason').fill(REASON);
  await expectAccessible(page);
  await takePictures(page, 'operator-bulk');
  await page.getByRole('button', { name: 'Decide 2 items' }).click();

  const results = page.getByRole('table', { name: 'Results' });
  await results.getByRole('row').filter({ hasText: renamed }).getByText('Not decided').waitFor();
  await results.getByRole('row').filter({ hasText: removed }).getByText('Decided', { exact: true }).waitFor();
  expect(await page.getByLabel('Reason').count()).toBe(0);
  await page.unroute(LISTS);
  await fileFlag('A package of it was replaced yesterday.');
  await page.getByRole('table', { name: 'Queue' }).getByText('was replaced').waitFor();
  await page.getByText(/^1 of /).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-results');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Decide' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-item');
});

it('shows the audit log as a searchable table, and exports all of it in the order of its chain', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const page = await openMachine(keys.ada ?? '', browser);
  await tab(page, 'Audit log');
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  await page.getByLabel('Search the newest entries').fill('operator added ben');
  await expectAccessible(page);
  await takePictures(page, 'operator-log');

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the whole log' }).click();
  const text = await readFile(await (await started).path(), 'utf8');

  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { index: number; previousHash: string; hash: string });
  expect(lines.map(({ index }) => index)).toEqual(lines.map((_, at) => at + 1));
  expect(lines.slice(1).map(({ previousHash }) => previousHash)).toEqual(lines.slice(0, -1).map(({ hash }) => hash));
});

it('shows a reader only readable pages, and no decisions', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const page = await openMachine(keys.reader ?? '', browser);

  await page.getByText('reader, reader').waitFor();
  for (const name of ['Certificates', 'World', 'Grants', 'Operators']) expect(await tabOf(page, name).count()).toBe(0);
  expect(await page.getByRole('checkbox').first().isDisabled()).toBe(true);
  await tab(page, 'Payments');
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'operator-payments');
});

it('adds an operator, whose key works until it is removed', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const page = await openMachine(keys.ada ?? '', browser);
  await tab(page, 'Operators');
  await page.getByLabel('Name').fill('carla');
  await page.getByLabel('Role').selectOption('reader');
  await page.getByRole('button', { name: 'Add operator' }).click();
  await page.getByText('New key for carla. This key is shown only once.').waitFor();
  const key = await page.getByRole('group', { name: 'Key' }).innerText();
  await expectAccessible(page);
  await takePictures(page, 'operator-operators');
  const me = () => server.get('/api/v1/operator/me', { authorization: `Bearer ${key.trim()}` });
  expect((await me()).body).toMatchObject({ name: 'carla', role: 'reader' });

  await page.getByRole('button', { name: 'Remove carla' }).click();
  await page.getByRole('row').filter({ hasText: 'carla' }).getByText('Removed').waitFor();
  expect((await me()).status).toBe(401);
});

it('revokes a certificate when a second administrator confirms the proposal of the first', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const certificateId = await issueCertificate(server);
  const first = await openMachine(keys.ada ?? '', browser);
  await tab(first, 'Certificates');
  await first.getByLabel('Certificate id').fill(certificateId);
  await first.getByLabel('Action').selectOption('Revoke');
  await first.getByLabel('Reason').fill('The key of its owner was stolen.');
  await expectAccessible(first);
  await takePictures(first, 'operator-certificates');
  await first.getByRole('button', { name: 'Propose the revocation' }).click();
  await first.getByText('Another administrator can confirm it').waitFor();
  await tab(first, 'Proposals');
  await first.getByRole('button', { name: 'Decide' }).click();
  expect(await first.getByLabel('Decision').innerText()).not.toContain('Confirm');

  const second = await openMachine(keys.ben ?? '', browser);
  await tab(second, 'Proposals');
  await second.getByRole('button', { name: 'Decide' }).click();
  await second.locator('#proposals').getByLabel('Reason').fill('Checked the report and the mail.');
  await expectAccessible(second);
  await takePictures(second, 'operator-proposal');
  await second.getByRole('button', { name: 'Confirm', exact: true }).click();
  await second.getByText('Confirmed', { exact: true }).waitFor();

  const { body } = await server.get(`/api/v1/public/certificates/${certificateId}/live-status`);
  expect(body).toMatchObject({ valid: false, revoked: true });
});

it('checks every page that the table of pages assigns to this test', ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  expectAllPagesChecked();
});
