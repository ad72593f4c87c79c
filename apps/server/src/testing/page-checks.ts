import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findLayoutFaults } from './layout-faults.ts';
import { isPageChecked, recordCheckedPage } from './page-table.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 860 };

const WINDOWS = 3;

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** The rows of a table are alike, so contrast, which takes most of axe's time, is checked only in the first ones. */
const LATER_ROWS = 'tbody > tr:nth-child(n+9)';

const EXCEPT_LATER_ROWS = `{ exclude: [${JSON.stringify(LATER_ROWS)}] }`;
/** Passed checks are not reported. The themes differ only in colours. */
const ALL_RULES = `axe.run(${EXCEPT_LATER_ROWS}, { resultTypes: ['violations'] })`;
const CONTRAST = `axe.run(${EXCEPT_LATER_ROWS}, { resultTypes: ['violations'], runOnly: ['color-contrast'] })`;
const ALL_ROWS = "axe.run(document, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })";

/** Describes the faults that axe finds. */
async function findFaults(page: Page, run: string): Promise<string[]> {
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/**
 * Expects no axe violation, a correct layout and no console error: on a phone and a desktop, in the light and the dark theme. Further
 * states of a page that a test has checked are checked on a phone for their layout only.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const hasMore = (await page.locator(LATER_ROWS).count()) > 0;
  const isFirstCheck = !isPageChecked(page.url());
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const expectNone = async (check: string, faults: readonly string[]): Promise<void> =>
      expect([page.url(), viewport.width, check, faults]).toEqual([page.url(), viewport.width, check, []]);
    await expectNone('layout', await page.evaluate(findLayoutFaults));
    if (viewport === PHONE && !isFirstCheck) continue;
    await expectNone('light', await findFaults(page, ALL_RULES));
    if (hasMore && viewport === DESKTOP) await expectNone('all rows', await findFaults(page, ALL_ROWS));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNone('dark', await findFaults(page, CONTRAST));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize(before);
  expect([page.url(), faultsOf.get(page)]).toEqual([page.url(), []]);
  recordCheckedPage(page.url());
}

/** The logged errors and exceptions of each page that was opened for a test. */
const faultsOf = new WeakMap<Page, string[]>();

/** Opens a separate page. `faults` collects its logged errors and exceptions. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  return { page, context, faults: watch(page) };
}

/** The browser also logs each response of the API that refuses, which the pages show to the user. */
const isRefusal = (url: string): boolean => /^https?:\/\/[^/]+\/(api|certsvc)\/v1\//.test(url);

/** Collects the logged errors and exceptions of a page. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  faultsOf.set(page, faults);
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !isRefusal(url)) faults.push(`${message.text()} (${url})`);
  });
  page.setDefaultTimeout(60_000);
  return faults;
}

/** Processes items in a few windows, each sequentially, so that one renders while another waits for the service. */
export async function inWindows<T>(
  browser: Browser,
  items: readonly T[],
  look: (window: Awaited<ReturnType<typeof openPage>>, item: T) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<string[]> {
  const waiting = [...items];
  const faults: string[] = [];
  const windows = Array.from({ length: WINDOWS }, async () => {
    const window = await openPage(browser, options);
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await look(window, item);
    faults.push(...window.faults);
    await window.context.close();
  });
  await Promise.all(windows);
  return faults;
}
