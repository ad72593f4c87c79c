/** In a real browser with its own wallets and real payments: from the login code to a certificate, a flag and an operator's decision. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LocalAccount } from '@assay/chain';
import { zipSync } from 'fflate';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { panelIn } from '../../testing/council.ts';
import { newestCode } from '../../testing/developer.ts';
import { commitOf } from '../../testing/github-stand-in.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { addWallet, newPageWallet, type Owner } from '../../testing/page-wallet.ts';
import { PLANTED_SKILL } from '../../testing/planted-skill.ts';
import { seatRemotes, type Vote } from '../../testing/remote-validator.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { GOD_API_KEY, type TestServer } from '../../testing/test-server.ts';

const EMAIL = 'portal@example.org';
const FILES = { 'SKILL.md': benignSkill('portal-notes'), LICENSE: 'free\n' };
const COMMIT = commitOf(FILES);
const STUCK_FILES = { 'SKILL.md': benignSkill('stuck-notes') };
const STUCK_COMMIT = commitOf(STUCK_FILES);
const PLANTED = commitOf(PLANTED_SKILL);
const QUESTION = 'Why did the second panel sit on my submission?';
const DISPUTE = 'The script only sorts notes; please review it again.';
const STUCK = 'The panel has not said anything for half an hour.';
const QUOTE = 'Read the notes the user gives you.';

/** The beacon of a panel is a block that follows the seal. */
const MINE_EVERY_MS = 300;

let house: ChainServer;
let mining: ReturnType<typeof setInterval>;
let server: TestServer;
let browser: Browser | undefined;
let wallet: LocalAccount;
/** Pages that stay open through all tests. */
let developer: { page: Page; context: BrowserContext; owner: Owner };
let operator: Page;
/** The certificate that the tests issue. */
let certificateId: string;

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
      'acme/stuck-notes': toRepository(STUCK_COMMIT, STUCK_FILES),
      'acme/sorter': toRepository(PLANTED, PLANTED_SKILL),
    },
  };
  house = await atOwnAddress((env) => startChainServer({ github, env }));
  ({ server } = house);
  mining = setInterval(() => void house.chain.mineEmptyBlock(), MINE_EVERY_MS);
  wallet = await house.chain.newAccount({ usdc: 10_000_000n });
  developer = await openWithWallet(browser);
  operator = (await openPage(browser)).page;
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
  await page.getByLabel('Email address').fill(EMAIL);
  if (isNew) await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Code').fill(await newestCode(server, EMAIL));
  await page.getByRole('button', { name: 'Log in' }).click();
}

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** Loads a repository, and returns the button that pays. */
async function prepare(page: Page, repository: string, commit: string) {
  await page.goto(`${server.url}/account/new`);
  await page.getByLabel('Address', { exact: true }).fill(`https://github.com/${repository}`);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByText(commit).waitFor();
  await page.getByRole('button', { name: 'Create draft' }).click();
  const pay = page.getByRole('button', { name: 'Pay with Test wallet' });
  await pay.waitFor();
  await page.getByRole('heading', { name: 'Permissions' }).waitFor();
  return pay;
}

it('takes a developer from a code to a rejected submission and its dispute; a declined payment costs nothing', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, owner } = developer;
  await page.goto(`${server.url}/account`);
  await expectAccessible(page);
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('No account yet?').waitFor();
  await page.getByRole('button', { name: 'Go back' }).click();
  await logIn(page, true);
  await page.getByText('There is nothing to do').waitFor();

  await prepare(page, 'acme/sorter', PLANTED);
  await expectAccessible(page);
  await takePictures(page, 'new-submission');
  await page.getByText('Pay from a script (x402)').click();
  await page.getByText('an x402 client pays and repeats').waitFor();
  await tab(page, 'Drafts');
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  await tab(page, 'Overview');
  await page.getByText('Finish a draft').waitFor();
  await page.getByText('The draft tidy-notes has a price and is not paid.').waitFor();
  await takePictures(page, 'dashboard');
  await tab(page, 'Finish a draft');
  const pay = page.getByRole('button', { name: 'Pay with Test wallet' });
  owner.answer = 'decline';
  await pay.click();
  await page.getByText('You declined the request in the wallet').waitFor();
  Object.assign(owner, { answer: 'sign', isElsewhere: true });
  await pay.click();
  await page.getByText('The wallet is on another network').waitFor();
  owner.isElsewhere = false;
  await pay.click();
  await page.getByText('The submission was rejected.').waitFor();
  expect(await page.locator('#progress .border-ok').count()).toBe(0);
  expect(await page.getByText('Is the review stuck?').count()).toBe(0);
  await expectAccessible(page);
  await takePictures(page, 'refused');

  await page.getByText('Dispute the decision').click();
  await page.getByLabel('Reason').fill(DISPUTE);
  await page.reload();
  await page.getByText('Dispute the decision').click();
  expect(await page.getByLabel('Reason').inputValue()).toBe(DISPUTE);
  await page.getByRole('button', { name: 'Open a dispute' }).click();
  await page.getByText('larger panel').first().waitFor();
  await page.getByText(DISPUTE).waitFor();
});

it('accepts a folder and an archive, names the draft after its SKILL.md, and shows findings before any payment', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = developer;
  const folder = await createTemporaryFolder();
  await mkdir(join(folder.path, 'sorter/.git'), { recursive: true });
  await writeFile(join(folder.path, 'sorter/.git/config'), 'secret of git');
  for (const [path, text] of Object.entries(PLANTED_SKILL)) {
    await mkdir(dirname(join(folder.path, 'sorter', path)), { recursive: true });
    await writeFile(join(folder.path, 'sorter', path), text);
  }
  const archive = zipSync({ 'notes/SKILL.md': Buffer.from(benignSkill('zipped-notes')) });

  await page.goto(`${server.url}/account/new`);
  await page.getByRole('radio', { name: /^Folder/ }).check();
  await page.getByLabel('Choose a folder').setInputFiles(join(folder.path, 'sorter'));
  await page.getByText('All files').click();
  expect(await page.getByText('.git/config').count()).toBe(0);
  await takePictures(page, 'new-folder');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText('A review would most likely reject this bundle').waitFor();
  await expectAccessible(page);

  await page.goto(`${server.url}/account/new`);
  await page.getByRole('radio', { name: /^Archive/ }).check();
  const file = { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) };
  await page.getByLabel('Choose an archive').setInputFiles(file);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('zipped-notes');
  expect(await page.getByLabel('Product type').inputValue()).toBe('SKILL');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText('No findings').waitFor();
  await page.getByText('Capabilities').waitFor();
  await tab(page, 'Drafts');
  await page.getByRole('cell', { name: 'zipped-notes' }).waitFor();
  await folder.remove();
});

it('explains why a source cannot be reached', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = developer;
  await page.goto(`${server.url}/account/new`);
  await page.getByLabel('Address', { exact: true }).fill('https://github.com/acme/nowhere');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  expect(await page.getByRole('alert').innerText()).toMatch(/^The source was not found: ./);
});

it('keeps form input when the service is down or the session ends, and shows the responses of webhooks', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = developer;
  await page.goto(`${server.url}/account/tickets`);
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill(QUESTION);
  await page.route('**/support/tickets', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByText('The service does not respond').waitFor();
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
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('This secret is shown only once').waitFor();
  await page.getByRole('button', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  const sentAgain = page.getByRole('button', { name: 'Send again: webhook.test' });
  await sentAgain.waitFor();
  await expectAccessible(page);
  await takePictures(page, 'webhooks');

  await tab(page, 'Keys and sessions');
  await page.getByLabel('Name').fill('ci');
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByText('This token is shown only once').waitFor();
  await page.getByRole('button', { name: 'Revoke ci' }).click();
  await page.getByRole('cell', { name: 'ci', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByRole('cell', { name: wallet.address }).waitFor();
  await page.getByText('The linked wallets have no API keys').waitFor();
  await page.goto(`${server.url}/council`);
  await page.getByRole('button', { name: 'Link Test wallet' }).click();
  await page.getByText('This wallet is not a validator yet').waitFor();
  await page.goto(`${server.url}/account/access`);
  await page.getByRole('button', { name: /^Revoke API key/ }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'access');
  await page.getByRole('button', { name: /^Revoke API key/ }).click();
  await page.getByRole('cell', { name: 'Revoked' }).waitFor();
  await tab(page, 'Overview');
  await page.getByRole('list', { name: 'Submissions by state' }).getByText('Rejected').waitFor();
  const [{ status: resent }] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/retry')).then((answer) => ({ status: answer.status() })),
    sentAgain.click(),
  ]);
  expect(resent).toBe(202);
  await expectAccessible(page);
  await takePictures(page, 'overview');
  await tab(page, 'History');
  await page.getByRole('cell', { name: 'Submission changed: REJECTED' }).first().waitFor();
  await expectAccessible(page);
  await takePictures(page, 'history');
  await tab(page, 'Submissions');
  await page.getByRole('cell', { name: 'Rejected' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'submissions');
  await tab(page, 'Drafts');
  await page.getByRole('cell', { name: 'zipped-notes' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'drafts');
  await tab(page, 'Tickets');
  await page.getByRole('table', { name: 'Tickets' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'tickets');
  await tab(page, 'A question');
  await page.getByRole('button', { name: 'Reply' }).waitFor();
  await expectAccessible(page);
  await takePictures(page, 'ticket');
});

it('leads from a pasted address to a certificate, with a validator that commits and reveals a vote', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const remotes = await seatRemotes(server);
  const { page } = developer;
  const pay = await prepare(page, 'acme/portal-notes', COMMIT);
  await page.route('**/api/v1/stream?*', (route) => route.abort());
  await pay.click();
  await page.getByText('The live connection was lost').waitFor();
  await page.unroute('**/api/v1/stream?*');
  const submissionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const drawn = await panelIn(server, submissionId, 'PRIMARY', 'COMMITTING');
  const seats = drawn.flatMap((seat) => {
    const remote = remotes.get(seat.validator_id);
    return remote === undefined ? [] : [{ seat, remote }];
  });
  const [first, ...others] = seats;
  const safe: Vote = { verdict: 'SAFE' };
  for (const { seat: one, remote } of others) await remote.commit(one.id, safe);
  const { page: seat, context } = await openPage(browser);
  const useKey = async (at: Page, path: string): Promise<void> => {
    await at.goto(server.url + path);
    await at.getByText('I have an API key').click();
    await at.getByLabel('API key').fill(first?.remote.apiKey ?? '');
    await at.getByRole('button', { name: 'Use key' }).click();
  };
  await useKey(seat, `/council/assignments/${first?.seat.id}`);
  await seat.getByText('portal-notes').first().waitFor();
  const home = await context.newPage();
  await useKey(home, '/council');
  await home.getByRole('table', { name: 'Assignments' }).getByText('Assigned').waitFor();
  await page.getByText('The live connection was lost').waitFor({ state: 'detached' });
  await page.getByText('Validators review and commit their votes').waitFor();
  await takePictures(page, 'in-review');
  await expectAccessible(seat);
  await takePictures(seat, 'assignment');
  await seat.getByRole('button', { name: 'Commit' }).click();
  await seat.getByLabel('Safe', { exact: true }).check();
  await seat.getByRole('button', { name: 'Commit' }).click();
  await seat.getByRole('heading', { name: 'Reveal your vote' }).waitFor();
  await home.getByRole('table', { name: 'Assignments' }).getByText('Committed').waitFor();
  await panelIn(server, submissionId, 'PRIMARY', 'REVEALING');
  await seat.getByRole('button', { name: 'Reveal' }).click();
  await seat.getByText('Your vote is complete').waitFor();
  for (const { seat: one, remote } of others) await remote.reveal(one.id, safe);

  await page.getByText('The submission is certified.').waitFor();
  await page.goto(`${server.url}/validators/${encodeURIComponent(first?.seat.validator_id ?? '')}`);
  await expectAccessible(page);
  await takePictures(page, 'validator');
  await page.goBack();
  await seat.getByRole('link', { name: 'All assignments' }).click();
  const votes = seat.getByRole('table', { name: 'Your votes' });
  await expect.poll(() => votes.getByRole('row').nth(1).getByText('Safe', { exact: true }).count()).toBe(2);
  await expectAccessible(seat);
  await takePictures(seat, 'council');
  await context.close();
  await page.getByText('Chain:').waitFor();
  await takePictures(page, 'certified');
  await page.getByRole('link', { name: 'View the certificate, badge and commands' }).click();
  expect(await page.locator('[data-verdict]').innerText()).toContain('Valid');

  await takePictures(page, 'certificate-real');
  certificateId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await server.app.reads.flush();
  await page.goto(`${server.url}/account`);
  const usage = page.getByRole('region', { name: 'Certificates and usage' });
  await usage.getByRole('link', { name: 'portal-notes' }).waitFor();
  expect(await usage.locator('figure rect').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await takePictures(page, 'overview-certified');
  await page.goto(`${server.url}/certificates/${certificateId}`);
  await tab(page, 'Report a problem');
  await page.getByLabel('Description').fill('Its licence is not the one that the repository names.');
  await page.getByRole('button', { name: 'Sign with Test wallet and send' }).click();
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  expect(await page.getByLabel('Description').inputValue()).toContain('Its licence');
});

/** Opens the queue item of this kind. */
async function openMachine(kind: string): Promise<void> {
  await tab(operator, 'Queue');
  await operator.getByRole('link', { name: kind, exact: true }).waitFor();
  await takePictures(operator, `operator-desktop-${kind}`);
  await tab(operator, kind);
  await operator.getByRole('heading', { name: 'Decide' }).waitFor();
}

async function decide(decision: string, reason: string): Promise<void> {
  await operator.getByLabel(decision, { exact: true }).check();
  await operator.getByLabel('Reason').fill(reason);
  await operator.getByRole('button', { name: 'Decide' }).click();
  await operator.getByText('Decision recorded').waitFor();
}

it('logs an operator in by the key, which stays in the page, and answers a ticket with a written reason', async ({
  skip,
}) => {
  if (browser === undefined) return skip(NO_BROWSER);
  await operator.goto(`${server.url}/operator`);
  await operator.getByLabel('Operator key').fill('wrong-key-that-is-long-enough-to-be-one');
  await operator.getByRole('button', { name: 'Log in' }).click();
  await operator.getByRole('alert').waitFor();
  await operator.getByLabel('Operator key').fill(GOD_API_KEY);
  await operator.getByRole('button', { name: 'Log in' }).click();
  await openMachine('Ticket');
  await operator.getByText(QUESTION).first().waitFor();
  await expectAccessible(operator);
  await decide('Reply', 'Because the first one was not of one mind.');
  await tab(operator, 'Jobs');
  await operator.getByRole('table', { name: 'Job counters' }).waitFor();
  await expectAccessible(operator);
  await takePictures(operator, 'operator-jobs');
  await tab(operator, 'Payments');
  await operator.getByRole('heading', { name: 'Payments' }).waitFor();
  await tab(operator, 'Chain outbox');
  await operator.getByRole('table', { name: 'Chain outbox' }).waitFor();
  await expectAccessible(operator);
  await takePictures(operator, 'operator-outbox');
  const kept = await operator.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(GOD_API_KEY);
});

it('shows an operator an anonymous flag beside the line that it quotes', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page, context } = await openPage(browser);
  await addWallet(page, newPageWallet(), house.chain.chainId);
  await page.goto(`${server.url}/certificates/${certificateId}`);
  await tab(page, 'Report a problem');
  await page.getByLabel('Category').selectOption('Prompt injection');
  await page.getByLabel('Severity').selectOption('High');
  await page.getByLabel('Description').fill('It reads notes that somebody else may have written, and obeys them.');
  await page.getByLabel('File').fill('SKILL.md');
  await page.getByLabel('Line').fill('7');
  const sign = page.getByRole('button', { name: 'Sign with Test wallet and send' });
  await sign.click();
  await page.getByText('Quote that line, or leave the file field blank').waitFor();
  await page.getByLabel('Quotation').fill(QUOTE);
  await expectAccessible(page);
  await sign.click();
  await page.getByText('Received. An operator checks the flag before it is opened.').waitFor();

  await openMachine('Flag');
  await operator.getByText('and obeys them').first().waitFor();
  expect(await operator.locator('.line[data-hit] code').innerText()).toMatch(/^Read the notes the user gives you\./);
  await expectAccessible(operator);
  await takePictures(operator, 'operator-flag');
  await decide('Open', 'It quotes a line that stands there.');
  await openMachine('Flag');
  await decide('Confirm', 'What it is given is followed without asking.');

  await tab(page, 'See its status');
  expect(await page.locator('[data-verdict]').innerText()).toContain('Do not use: suspended');
  await takePictures(page, 'certificate-suspended');
  await page.getByRole('table', { name: 'Flags on this certificate' }).getByText('CONFIRMED').waitFor();
  await page.getByText('What it is given is followed without asking.').first().waitFor();
  await tab(operator, 'Audit log');
  await operator.getByText('What it is given is followed without asking.').first().waitFor();
  await context.close();
});

it('hands a stuck review to a person, who reads the sealed bytes and the report and decides', async ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  const { page } = developer;
  await (await prepare(page, 'acme/stuck-notes', STUCK_COMMIT)).click();
  await page.getByRole('heading', { name: 'Progress' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await panelIn(server, id, 'PRIMARY', 'COMMITTING');
  await page.getByText('Is the review stuck? Request human review').click();
  await page.getByLabel('Problem').fill(STUCK);
  const request = page.getByRole('button', { name: 'Request human review' });
  await request.click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Problem').inputValue()).toBe(STUCK);
  await server.database.pool.query(
    "UPDATE submissions SET updated_at = updated_at - interval '31 minutes' WHERE id = $1",
    [id],
  );
  await request.click();
  await page.getByText('Human review requested.').waitFor();

  await openMachine('Intervention');
  await operator.getByText(STUCK).waitFor();
  await decide('Take', 'Nobody else of the panel answers.');
  await openMachine('Round');
  await operator.getByText('Sealed files').click();
  await operator.getByText(QUOTE).first().waitFor();
  await operator.getByText('Engine report').click();
  await operator.getByText('Reason undecided').waitFor();
  await expectAccessible(operator);
  await decide('Safe', 'Read from the first line to the last: it lists decisions.');
  await page.getByText('The submission is certified.').waitFor();
  await tab(page, 'View the certificate, badge and commands');
  await page.getByText('Read by a person').waitFor();
});

it('checks every page that the table of pages assigns to this test', ({ skip }) => {
  if (browser === undefined) return skip(NO_BROWSER);
  expectAllPagesChecked();
});
