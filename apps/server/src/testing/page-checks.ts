import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findLayoutFaults } from './layout-faults.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 860 };

const WINDOWS = 3;

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** The rows of a table are alike, so contrast, which takes most of axe's time, is checked only in the first ones. */
const LATER_ROWS = 'tbody > tr:nth-child(n+9)';

/** Passed checks are not reported. The themes differ only in colours. */
const RUNS = [
  ['light', `axe.run({ exclude: [${JSON.stringify(LATER_ROWS)}] }, { resultTypes: ['violations'] })`],
  [
    'dark',
    `axe.run({ exclude: [${JSON.stringify(LATER_ROWS)}] }, { resultTypes: ['violations'], runOnly: ['color-contrast'] })`,
  ],
] as const;
const WHOLE = "axe.run(document, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })";

/** Describes the faults that axe finds. */
async function findFaults(page: Page, run: string): Promise<string[]> {
  const { violations } = (await page.evaluate(run)) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/** Expects no axe violation in either theme, and a correct layout on desktop and phone. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInPlace(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const hasMore = (await page.locator(LATER_ROWS).count()) > 0;
  for (const [colorScheme, run] of hasMore ? [...RUNS, ['light', WHOLE] as const] : RUNS) {
    await page.emulateMedia({ colorScheme });
    expect([page.url(), colorScheme, await findFaults(page, run)]).toEqual([page.url(), colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Expects that nothing overflows, is cut off or overlaps. */
async function expectInPlace(page: Page): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect([page.url(), viewport.width, await page.evaluate(findLayoutFaults)]).toEqual([
      page.url(),
      viewport.width,
      [],
    ]);
  }
  await page.setViewportSize(before);
}

/** Opens a separate page. `faults` collects its logged errors and exceptions. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.setDefaultTimeout(60_000);
  return { page, context, faults };
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
