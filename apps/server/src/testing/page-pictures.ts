import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from './page-checks.ts';

/** If set, the folder in which screenshots are stored for manual review. */
const FOLDER = process.env.PORTAL_PICTURES;
const LOOKS = [
  ['desktop', DESKTOP, 'light'],
  ['desktop-dark', DESKTOP, 'dark'],
  ['phone', PHONE, 'light'],
  ['phone-dark', PHONE, 'dark'],
] as const;

/** Takes screenshots of the page in desktop and phone width, in both themes. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const [look, viewport, colorScheme] of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage: true });
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}
