import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { portalPaths } from './contract/paths.ts';
import { toHtml } from './markdown.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const documentsOf = (folder: string): string[] =>
  readdirSync(join(DOCS, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
const PAGES = new Map<string, string>([
  ...['privacy', 'trust', 'threat-model', 'runbooks'].map((name) => [`/docs/${name}`, `${name}.md`] as const),
  ...['guides', 'policies'].flatMap((folder) =>
    documentsOf(folder).map((name) => [`/docs/${folder}/${name.slice(0, -3)}`, `${folder}/${name}`] as const),
  ),
  ...documentsOf('rules').map((name) => [`/rules/${name.slice(0, -3)}`, `rules/${name}`] as const),
]);
const isServed = (path: string): boolean =>
  PAGES.has(path) || portalPaths.some((one) => one === path) || /^\/(?:\.well-known|api|reference)\b/.test(path);

it.each([...PAGES])('the page %s links only to pages', (path, file) => {
  const html = toHtml(readFileSync(join(DOCS, file), 'utf8'));
  const paths = [...html.matchAll(/<a href="([^"]*)"/g)]
    .map(([, href = '']) => new URL(href, `https://portal.example${path}`))
    .filter(({ host }) => host === 'portal.example')
    .map(({ pathname }) => pathname);

  expect(paths.filter((one) => !isServed(one))).toEqual([]);
});

it('keeps the text of a link to a document without a page', () => {
  expect(toHtml('See [the *licences*](../THIRD_PARTY.md) and [privacy](privacy.md).')).toBe(
    '<p>See the <em>licences</em> and <a href="/docs/privacy">privacy</a>.</p>\n',
  );
});
