import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DESK, PHONE } from './page-checks.ts';

/** Set to a folder to have pictures made there, for a person to look at. */
const FOLDER = process.env.PORTAL_PICTURES;
const LOOKS = [
  ['desk', DESK, 'light'],
  ['desk-dark', DESK, 'dark'],
  ['phone', PHONE, 'light'],
  ['phone-dark', PHONE, 'dark'],
] as const;

/** The page as it stands, as wide as a desk and a phone, in both themes. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const [look, viewport, colorScheme] of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`), fullPage: true });
  }
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light' });
}
