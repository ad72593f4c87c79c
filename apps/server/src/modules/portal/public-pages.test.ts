import { readdirSync } from 'node:fs';
import { buildFinding } from '@assay/protocol/testing';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV } from '../../testing/developer.ts';
import { expectAccessible, inWindows, openPage, PHONE } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { startPageServer } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import type { TestServer } from '../../testing/test-server.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1><script>window.hit=1</script>';
const FILES = { 'SKILL.md': '# Tidy\r\nPut files in order.\n' };

const GUIDES = new URL('../../../../../docs/guides/', import.meta.url);

let server: TestServer;
let browser: Browser | undefined;
let id: string;
let hostileId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
  id = await issueCertificate(server, { name: 'tidy-files', files: FILES });
  await server.app.transparency.publisher.work();
  await server.post(`${DEV}/register`, { email: 'reader@example.org', acceptTerms: true }); // Sends a mail to the inbox.
  hostileId = await issueCertificate(server, {
    name: HOSTILE,
    description: `[x](javascript:window.hit=1) ${HOSTILE}`,
    retainedWarnings: [
      buildFinding({ path: `a${HOSTILE}.md`, snippet: `# ${HOSTILE}\n<svg onload=window.hit=1>`, message: HOSTILE }),
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});

const pages = () => [
  '/',
  `/certificates/${id}`,
  `/certificates/${hostileId}`,
  '/certificates',
  '/check?q=tidy',
  '/validators',
  '/leaderboard',
  '/evidence',
  '/rules',
  '/rules/EXE-03',
  '/log',
  '/log/0',
  '/status',
  '/docs',
  '/docs/agent-guide',
  '/docs/guides/agents',
  '/docs/policies/terms',
  '/docs/privacy',
  '/docs/runbooks',
  '/docs/trust',
  '/docs/threat-model',
  '/docs?q=verify',
  '/docs/problems',
  '/docs/problems/payment_required',
  '/reference',
  '/reference/submitPaid',
  '/account',
  `/certificates/${id}/flag`,
  '/design',
  '/dev/inbox',
];

/** Pages that are programs, with their own budget. */
const isProgram = (path: string): boolean => path === '/account' || path.endsWith('/flag');
/** All pages, each in four modes. */
const ALL_PAGES_MS = 400_000;
const SCRIPT_BYTES_MAX = 60_000;

const toName = (one: string): string => (one === id ? 'good' : 'hostile');

/** The sum of all layout shifts since the page was shown. */
const sumOfShifts = () =>
  new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });

describe('pages', () => {
  it("have a policy that runs only the service's own files", async () => {
    for (const path of pages()) {
      const { status, headers, text } = await server.get(path, { accept: 'text/html' });
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
      expect([
        path,
        text.match(/<script(?![^>]* src="\/assets\/)|\sstyle=|<img src=x|<svg onload|href="javascript/i),
      ]).toEqual([path, null]);
      const again = await server.get(path, { accept: 'text/html', 'if-none-match': headers.get('etag') ?? '' });
      if (!/ UTC/.test(text)) expect([path, again.status]).toEqual([path, 304]);
    }
  });

  it('are available as JSON for clients that accept JSON, and errors stay problems', async () => {
    expect((await server.get('/', { accept: 'application/json' })).body).toMatchObject({
      overview: {},
      recent: [{}, {}],
    });
    expect((await server.get(`/certificates/${id}`, { accept: 'application/json' })).body).toMatchObject({ id });
    for (const path of pages()) {
      const { text } = await server.get(path, { accept: 'text/html' });
      const [, twin = ''] = /<link href="([^"]+)" rel="alternate"/.exec(text) ?? [];
      const { status, headers } = await server.get(twin.replaceAll('&amp;', '&'));
      expect([path, twin, status, headers.get('content-type')]).toEqual([
        path,
        twin,
        200,
        expect.stringMatching(/^(application\/json|text\/markdown)/),
      ]);
    }
    const unknown = await server.get(`/certificates/${'0'.repeat(24)}`, { accept: 'application/json' });
    expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'certificate_not_found' }]);
    const page = await server.get(`/certificates/${'0'.repeat(24)}`, { accept: 'text/html' });
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Not certified')]);
  });

  it('link only immutable assets', async () => {
    const { text } = await server.get('/');
    const names = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      const { status, headers } = await server.get(name);
      expect([name, status, headers.get('cache-control')]).toEqual([name, 200, 'public, max-age=31536000, immutable']);
    }
    expect((await server.get('/assets/..%2fserver%2fserver.js')).status).toBe(404);
  });

  it('each have a preview image', async () => {
    for (const path of ['/', `/certificates/${id}`, `/certificates/${hostileId}`]) {
      const { text } = await server.get(path, { accept: 'text/html' });
      const [, picture = ''] = /<meta content="([^"]+)" property="og:image"/.exec(text) ?? [];
      const { status, headers, text: png } = await server.get(new URL(picture).pathname);
      expect([picture, status, headers.get('content-type'), png.slice(1, 4)]).toEqual([
        picture,
        200,
        'image/png',
        'PNG',
      ]);
    }
    expect((await server.get(`/certificates/${'0'.repeat(24)}/card.png`)).status).toBe(404);
  });

  it('find by id, address, digest and word, and report no result for anything else', async () => {
    const ask = (q: string) => server.request('GET', `/check?q=${encodeURIComponent(q)}`, { accept: 'text/html' });
    const { body } = await server.get(`/api/v1/public/certificates/${id}/source-integrity`);
    const { entrySha256 } = body as { entrySha256: string };

    expect((await ask(id)).text).toContain('tidy-files');
    expect((await ask('https://github.com/acme/tidy-files')).text).toContain(`/certificates/${id}`);
    expect((await ask(entrySha256)).text).toContain(`/certificates/${id}`);
    expect((await ask('tidy')).text).toContain(`/certificates/${id}`);
    for (const nothing of ['f'.repeat(64), 'https://github.com/acme/other', 'no-such-word']) {
      const { status, text } = await ask(nothing);
      expect([nothing, status, text.includes('data-verdict="bad"')]).toEqual([nothing, 200, true]);
    }
  });
});

describe('guides', () => {
  const HTML = { accept: 'text/html' };

  it('are listed by reader, with contributors last, and each guide is listed', async () => {
    const { text } = await server.get('/docs', HTML);
    const people = ['Agents and their users', 'Developers', 'Validators', 'Operators', 'Everyone'];
    const readers = [...people, 'Reference', 'Contributors'];
    expect([...text.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual(readers);
    const guides = new Set([...text.matchAll(/href="\/docs\/guides\/([\w-]+)"/g)].map(([, name]) => name));
    for (const name of readdirSync(GUIDES)) expect(guides).toContain(name.replace('.md', ''));
  });

  it('name this service in their examples, and have a table of contents with valid anchors, and neighbours', async () => {
    const { text } = await server.get('/docs/guides/developers', HTML);
    expect(text).toContain(`ASSAY_URL=\${ASSAY_URL:-${server.url}}`);
    expect(text).not.toMatch(/127\.0\.0\.1:8080|assay\.example/);
    const links = [...text.matchAll(/href="#([\w-]+)"/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(4);
    for (const anchor of links) expect([anchor, text.includes(`id="${anchor}"`)]).toEqual([anchor, true]);
    expect(text).toMatch(/Previous<.*href="\/docs\/guides\/payments"[^>]*><span[^>]*>Next</);
    expect(text).toMatch(/data-copy="ASSAY_URL/);
  });

  it('are searched together with rules and problem codes, and a query is always escaped', async () => {
    const ask = async (q: string) => (await server.get(`/docs?q=${encodeURIComponent(q)}`, HTML)).text;
    expect(await ask('nonce_invalid')).toContain('href="/docs/problems/nonce_invalid"');
    expect(await ask('reverse bind shell')).toContain('href="/rules/EXE-03"');
    expect(await ask('witness cosigns')).toContain('href="/docs/guides/witnesses"');
    expect(await ask('zzqq(.*')).toContain('0 results');
    const hostile = await ask(HOSTILE);
    expect(hostile).toContain('0 results');
    expect(hostile).not.toContain('<img src=x');
  });
});

describe('in a browser', () => {
  it('show everything without scripts, even on a phone', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const options = { javaScriptEnabled: false, viewport: PHONE };
    await inWindows(
      browser,
      pages(),
      async ({ page }, path) => {
        await page.goto(server.url + path);
        const { width } = (await page.locator('html').boundingBox()) ?? { width: 0 };
        expect([path, await page.locator('h1').count(), width]).toEqual([path, 1, PHONE.width]);
        if (path !== `/certificates/${id}`) return;
        expect(await page.locator('[data-verdict]').innerText()).toContain('Valid');
      },
      options,
    );
  });

  it(
    'pass axe, run no third-party markup, and do not shift',
    async ({ skip }) => {
      if (browser === undefined) return skip(NO_BROWSER);
      const faults = await inWindows(browser, pages(), async ({ page }, path) => {
        await page.goto(server.url + path);
        if (path === `/certificates/${id}`) expect(await page.evaluate(sumOfShifts)).toBe(0);
        await expectAccessible(page);
        expect(await page.evaluate('window.hit')).toBeUndefined();
        await takePictures(
          page,
          path === '/'
            ? 'home'
            : path
                .slice(1)
                .replaceAll(/[0-9a-f]{24}/g, toName)
                .replaceAll(/\W/g, '-'),
        );
      });
      expect(faults).toEqual([]);
    },
    ALL_PAGES_MS,
  );

  it('are all checked that the table of pages assigns to this test', ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    expectAllPagesChecked();
  });

  it('load at most 60 kB of script, and nothing from other origins', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const sizes = new Map<string, Promise<number>>();
    // The browser discards bodies when a page navigates.
    const sizeOf = (url: string): Promise<number> => {
      const known = sizes.get(url) ?? fetch(url).then(async (answer) => (await answer.arrayBuffer()).byteLength);
      sizes.set(url, known);
      return known;
    };
    const look: Parameters<typeof inWindows>[2] = async ({ page }, path) => {
      const scripts: string[] = [];
      const elsewhere: string[] = [];
      const take = (answer: Response): void => {
        if (!answer.url().startsWith(server.url) && !answer.url().startsWith('data:')) elsewhere.push(answer.url());
        if (answer.request().resourceType() === 'script') scripts.push(answer.url());
      };
      page.on('response', take);
      // The log's stream keeps the network busy.
      await page.goto(server.url + path, { waitUntil: path === '/log' ? 'load' : 'networkidle' });
      page.off('response', take);
      const bytes = (await Promise.all(scripts.map(sizeOf))).reduce((sum, size) => sum + size, 0);
      expect([path, elsewhere, bytes > SCRIPT_BYTES_MAX]).toEqual([path, [], false]);
      expect([path, bytes > 0]).toEqual([path, true]);
    };
    await inWindows(
      browser,
      pages().filter((path) => !isProgram(path)),
      look,
    );
  });

  it('are searchable with the keyboard: to the field, to the results and back', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context } = await openPage(browser);
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName);
    for (const [path, first] of [
      ['/certificates?q=tidy', `/certificates/${id}`],
      ['/docs?q=nonce_invalid', '/docs/problems/nonce_invalid'],
      ['/reference', expect.stringMatching(/^\/reference\/\w+$/)],
    ]) {
      await page.goto(server.url + path);
      await page.keyboard.press('/');
      expect([path, await focused()]).toEqual([path, 'INPUT']);
      await page.keyboard.press('ArrowDown');
      expect([path, await focused()]).toEqual([path, first]);
      await page.keyboard.press('ArrowUp');
      expect([path, await focused()]).toEqual([path, 'INPUT']);
      await page.keyboard.press('Escape');
      expect([path, await focused()]).toEqual([path, 'BODY']);
      await page.keyboard.press('j');
      expect([path, await focused()]).toEqual([path, first]);
    }
    await context.close();
  });

  it("verify a dropped file by its hash alone, and recompute the council's decision", async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context, faults } = await openPage(browser);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.postData() ?? ''}`));
    await page.goto(server.url);
    const file = { name: 'SKILL.md', mimeType: 'text/markdown', buffer: Buffer.from(FILES['SKILL.md']) };
    await page.locator('[data-takes-files]').waitFor();
    await page.locator('#verify-file').setInputFiles(file);
    await page.getByRole('link', { name: 'Certificate of tidy-files' }).click();
    expect(new URL(page.url()).pathname).toBe(`/certificates/${id}`);
    expect(sent.every((line) => line === 'GET ')).toBe(true);

    await page.getByRole('button', { name: 'Recompute in your browser' }).click();
    const lines = page.locator('#council output .mark');
    await lines.first().waitFor();
    expect(await lines.first().innerText()).toContain('Verified');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('journeys', () => {
  it('lead the owner of an agent from an address to the certificate, its command and the guide', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context, faults } = await openPage(browser);
    await page.goto(server.url);
    await page.getByLabel('Certificate id, address').fill('https://github.com/acme/tidy-files');
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('link', { name: 'tidy-files' }).first().click();
    expect(await page.locator('[data-verdict]').innerText()).toContain('Valid');
    expect(await page.getByRole('group', { name: 'Verify on the command line' }).innerText()).toMatch(/^assay verify /);
    await page.getByRole('link', { name: 'For agents' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('article').innerText()).toContain(`${server.url}/api/v1/public/`);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lead a contributor from the docs to the guide for rules, and from a rule to its group', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context, faults } = await openPage(browser);
    await page.goto(`${server.url}/docs`);
    await page.getByRole('link', { name: 'Add a rule', exact: true }).click();
    await page.getByRole('navigation', { name: 'Previous and next guide' }).getByText('Add a route').click();
    await page.getByRole('heading', { level: 1, name: 'Add a route' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' }).click();
    await page.getByLabel('Search rules').fill('reverse bind shell');
    await page.getByRole('link', { name: 'EXE-03' }).click();
    await page.getByText('How to fix it').waitFor();
    await page.getByRole('navigation', { name: 'Rules of this group' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'EXE-' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

const REFERENCE_BYTES_MAX = 150_000;

describe('the reference', () => {
  it('has every operation in its groups, and a page for each with its command, examples and form, at most 150 kB long', async () => {
    const document = JSON.parse((await server.get('/.well-known/openapi.json')).text);
    const ids = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    const { text } = await server.get('/reference', { accept: 'text/html' });

    expect(ids.length).toBeGreaterThan(100);
    expect(Buffer.byteLength(text)).toBeLessThan(REFERENCE_BYTES_MAX);
    for (const { name } of document.tags) expect(text).toContain(`id="tag-${name}"`);
    for (const id of ids) {
      expect(text).toContain(`href="/reference/${id}"`);
      const page = await server.get(`/reference/${id}`, { accept: 'text/html' });
      expect([id, page.status, page.text.includes('data-try-call')]).toEqual([id, 200, true]);
      expect([id, Buffer.byteLength(page.text) < REFERENCE_BYTES_MAX]).toEqual([id, true]);
      const dead = [...page.text.matchAll(/href="#(shape-[^"]+)"/g)].filter(
        ([, name]) => !page.text.includes(`id="${name}"`),
      );
      expect([id, dead.map(([, name]) => name)]).toEqual([id, []]);
    }
    expect((await server.get('/reference/nothing', { accept: 'text/html' })).status).toBe(404);
  });

  it('finds operations by words, and sends a call', async ({ skip }) => {
    if (browser === undefined) return skip();
    const { page, context } = await openPage(browser);
    await page.goto(`${server.url}/reference`);
    await page.getByLabel('Search operations').fill('flag certificate');
    await expect.poll(() => page.locator('[data-filter-item]:visible').count()).toBeLessThan(15);
    expect(await page.locator('#flagCertificate:visible').count()).toBe(1);
    await page.goto(`${server.url}/reference/verifyCertificate`);
    await page.locator('#try-id').fill(id);
    await page.getByRole('button', { name: 'Send GET' }).click();
    await expect.poll(() => page.locator('[data-answer]').innerText()).toMatch(/^200 [\s\S]*"valid": true/);
    await context.close();
  });
});
