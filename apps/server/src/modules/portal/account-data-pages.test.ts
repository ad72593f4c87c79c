/** In a real browser: the owner's pages for terms, account data and reports about own products, and the reporter's follow-up of a report. */
import { SubmissionId } from '@assay/protocol';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, newestCode } from '../../testing/developer.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { startPageServer } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { TestServer } from '../../testing/test-server.ts';

const EMAIL = 'owner@example.org';
const STORY_MS = 180_000;

let server: TestServer;
let browser: Browser | undefined;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  if (browser === undefined) return;
  server = await startPageServer();
  ({ page } = await openPage(browser));
}, STORY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function picture(name: string): Promise<void> {
  await expectAccessible(page);
  await takePictures(page, name);
}

async function register(): Promise<string> {
  await page.goto(`${server.url}/account`);
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await newestCode(server, EMAIL));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  const { rows } = await server.database.pool.query('SELECT id FROM accounts WHERE email = $1', [EMAIL]);
  return rows[0]?.id;
}

it(
  'takes a report from the form to the owner, and shows the owner the account data',
  async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const accountId = await register();
    const submissionId = SubmissionId.parse(await submitSkill(server, { owner: `account:${accountId}` }));
    const certificateId = await issueCertificate(server, { submissionId, name: 'tides' });

    await page.goto(`${server.url}/report?certificate=${certificateId}`);
    await page.getByLabel('Description').fill('This is my skill, published without my permission.');
    await picture('report-form');
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText('The receipt is shown only once.').waitFor();
    await picture('report-receipt');

    await page.goto(`${server.url}/account/flags`);
    await page.getByText('This is my skill, published without my permission.').waitFor();
    await picture('own-reports');

    const { body } = await server.post(`${DEV}/login/device`, { label: 'laptop' });
    await page.goto((body as { verificationUri: string }).verificationUri);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await picture('device');

    await page.goto(`${server.url}/account/data`);
    await page.getByRole('heading', { name: 'Terms of service' }).waitFor();
    await page.getByRole('table', { name: 'Accepted terms' }).waitFor();
    await picture('terms-and-data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('assay-account.json');
  },
  STORY_MS,
);

it(
  'deletes the account only after its own address is entered',
  async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    await page.goto(`${server.url}/account/data`);
    const count = async () => {
      const { rows } = await server.database.pool.query('SELECT count(*)::int AS live FROM accounts WHERE email = $1', [
        EMAIL,
      ]);
      return rows[0]?.live;
    };
    const confirm = async (email: string) => {
      await page.getByLabel('Confirm the email address').fill(email);
      await page.getByRole('button', { name: 'Delete my account' }).click();
    };
    await confirm('other@example.org');
    await page.getByText("This is not the account's email address.").waitFor();
    expect(await count()).toBe(1);
    await server.database.pool.query("UPDATE submissions SET state = 'CERTIFIED'");
    await confirm(EMAIL);
    await page.waitForURL(`${server.url}/`);
    expect(await count()).toBe(0);
  },
  STORY_MS,
);

it('checks every page that the table of pages assigns to this test', ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  expectAllPagesChecked();
});
