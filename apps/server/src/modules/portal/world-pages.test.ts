/** The pages of the world, its controls for operators, and what-if questions. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { expectAccessible, inWindows, openPage, PHONE } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { settledWorld } from '../../testing/small-world.ts';
import { GOD_API_KEY, startTestServer, type TestServer } from '../../testing/test-server.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

let server: TestServer;
let browser: Browser | undefined;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  const roles = { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '1000' };
  server = await atOwnAddress((env) => startTestServer({ env: { ...env, ...roles }, genesis: settledWorld }));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('pauses the world and resumes it for a fixed number of hours', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/operator/world`);
  await page.getByLabel('Operator key').fill(GOD_API_KEY);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Reason').fill('Maintenance of the database.');
  await page.getByRole('button', { name: 'Pause the world' }).click();
  const resume = page.getByRole('button', { name: 'Resume the world' });
  await resume.waitFor();
  const readWorld = async () => (await server.get('/api/v1/world')).body as { state: string; tick: number };
  const before = await readWorld();
  expect(before.state).toBe('PAUSED');

  await page.getByLabel('Duration').selectOption('For a number of hours');
  await page.getByLabel('Hours').fill('2');
  await expectAccessible(page);
  await takePictures(page, 'operator-world-paused');
  await page.getByLabel('Reason').fill('Watch two hours.');
  await resume.click();
  await vi.waitFor(
    async () => expect(await readWorld()).toEqual(expect.objectContaining({ state: 'PAUSED', tick: before.tick + 2 })),
    PATIENCE,
  );

  await resume.waitFor();
  await page.getByLabel('Reason').fill('The maintenance is over.');
  await resume.click();
  await page.getByRole('button', { name: 'Pause the world' }).waitFor();
  expect((await readWorld()).state).toBe('RUNNING');
  await context.close();
});

it('shows the world, its cities, actors and businesses, even without scripts', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const read = async (path: string) => (await server.get(`/api/v1${path}`)).body as { items: { id: string }[] };
  const [cities, actors, businesses] = await Promise.all([read('/cities'), read('/actors'), read('/businesses')]);
  const paths = [
    '/world',
    '/world/what-if',
    `/world/cities/${cities.items[0]?.id}`,
    '/world/actors',
    `/world/actors/${actors.items[0]?.id}`,
    '/world/businesses',
    `/world/businesses/${businesses.items[0]?.id}`,
    '/market',
  ];
  const faults = await inWindows(browser, paths, async ({ page }, path) => {
    await page.goto(server.url + path);
    if (path === '/world') {
      await page.locator('[data-map-url] canvas').waitFor({ state: 'attached' });
      await page.locator('[data-chart-point]').nth(1).hover({ force: true });
      expect(await page.locator('[data-chart-value]').first().innerText()).toMatch(
        /^Y\d+-\d+.*: Country .* %, others .* % to .* %$/,
      );
    }
    await expectAccessible(page);
    await takePictures(
      page,
      path
        .slice(1)
        .replaceAll(/\/[0-9a-f-]{36}/g, '-one')
        .replaceAll('/', '-'),
    );
    expect((await server.get(path, { accept: 'application/json' })).status).toBe(200);
  });
  expect(faults).toEqual([]);

  const { page: map, context: mapped } = await openPage(browser);
  await map.goto(`${server.url}/world`);
  await map
    .getByRole('link', { name: /people, unemployment/ })
    .first()
    .click();
  await map.getByRole('heading', { name: 'Homes, work and money' }).waitFor();
  await mapped.close();

  const { page: plain, context: without } = await openPage(browser, { javaScriptEnabled: false, viewport: PHONE });
  await plain.goto(`${server.url}/world`);
  expect(await plain.getByRole('table', { name: 'Cities and the figures on the map' }).getByRole('row').count()).toBe(
    7,
  );
  for (const chart of ['Unemployment', 'Rent']) expect(await plain.getByText(chart).count()).toBeGreaterThan(0);
  expect((await plain.locator('html').boundingBox())?.width).toBe(PHONE.width);
  await without.close();
});

it('answers a what-if question in the page, with both futures side by side', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await page.goto(`${server.url}/world/what-if`);
  await page.getByLabel('Parameter', { exact: true }).selectOption('shock.deposits');
  await page.getByText('Possible: 0 to 100 %').waitFor();
  const value = page.getByLabel('New value');
  await value.fill('700');
  await page.getByRole('button', { name: 'Run' }).click();
  expect(await value.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);
  await page.getByLabel('Parameter', { exact: true }).selectOption('tax.income');
  await page.getByText('Now 15 %. Possible: 0 to 60 %').waitFor();
  await page.getByLabel('New value').fill('30');
  await page.getByLabel('Months ahead').fill('2');
  await page.getByLabel('Replicas (1').fill('2');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('0 of 2 replicas').waitFor();
  await server.app.whatIf.run(page.url().split('/').at(-1) ?? '');
  await page.getByText('Result hash').waitFor();
  expect(await page.getByText('Unemployment', { exact: true }).count()).toBe(1);
  await page.getByText('Income tax: 30 % (now 15 %)').waitFor();
  await page.getByText('Lower', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await takePictures(page, 'world-what-if-one');
  await context.close();
});

it('checks every page that the table of pages assigns to this test', ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  expectAllPagesChecked();
});
