/**
 * `npm run screenshots [FOLDER]`: runs the browser tests and stores screenshots of each page, on a desktop and a phone, light and dark, for
 * manual review.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PICTURE = /-(desktop|phone)(-dark)?\.png$/;

const [given] = process.argv.slice(2);
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'assay-screenshots-')) : resolve(given);
// Without a browser there are no screenshots, so its absence is an error, as in CI.
const env = { ...process.env, CI: 'true', PORTAL_PICTURES: folder };
const { status } = spawnSync('vitest', ['run', 'apps/server/src/modules/portal'], { stdio: 'inherit', env });
const pictures = readdirSync(folder).filter((name) => PICTURE.test(name));
const pages = new Set(pictures.map((name) => name.replace(PICTURE, '')));
console.log(`\n${pictures.length} screenshots of ${pages.size} pages in ${folder}`);
process.exitCode = status ?? 1;
