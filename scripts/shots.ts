/**
 * `npm run shots [FOLDER]`: runs the browser tests and keeps a picture of each page as a desk and a phone show it, light and dark, for a
 * person to look at.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const LOOK = /-(desk|phone)(-dark)?\.png$/;

const [given] = process.argv.slice(2);
const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'assay-shots-')) : resolve(given);
// Without a browser there is nothing to look at, so that its absence is an error as in CI.
const env = { ...process.env, CI: 'true', PORTAL_PICTURES: folder };
const { status } = spawnSync('vitest', ['run', 'apps/server/src/modules/portal'], { stdio: 'inherit', env });
const pictures = readdirSync(folder).filter((name) => LOOK.test(name));
const pages = new Set(pictures.map((name) => name.replace(LOOK, '')));
console.log(`\n${pictures.length} pictures of ${pages.size} pages in ${folder}`);
process.exitCode = status ?? 1;
