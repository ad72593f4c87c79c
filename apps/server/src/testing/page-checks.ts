import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 860 };

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** Faults that axe sees, in words. */
async function findFaults(page: Page, rules: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(document, ${rules})`)) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
  );
}

/** Between the themes nothing differs but colours. What passes is not written up: that is most of axe's time. */
const THEMES = [
  ['light', '{ resultTypes: ["violations"] }'],
  ['dark', '{ resultTypes: ["violations"], runOnly: ["color-contrast"] }'],
] as const;

/** Nothing that axe knows, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  for (const [colorScheme, rules] of THEMES) {
    await page.emulateMedia({ colorScheme });
    expect([page.url(), colorScheme, await findFaults(page, rules)]).toEqual([page.url(), colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A page of its own; whatever it logs as an error or throws is kept in `faults`. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: DESK, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.setDefaultTimeout(60_000);
  return { page, context, faults };
}
