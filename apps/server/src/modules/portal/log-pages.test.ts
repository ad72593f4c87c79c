import type { LogProof } from '@assay/protocol';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BROWSER, openBrowser } from '../../testing/browser.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startWitness, TEST_ORIGIN } from '../../testing/log-witness.ts';
import { expectAccessible, inWindows, openPage } from '../../testing/page-checks.ts';
import { takePictures } from '../../testing/page-pictures.ts';
import { atOwnAddress } from '../../testing/page-server.ts';
import { expectAllPagesChecked } from '../../testing/page-table.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ISSUED = 60;
const HTML = { accept: 'text/html' };

let server: TestServer;
let witness: Awaited<ReturnType<typeof startWitness>>;
let browser: Browser | undefined;
let ids: string[];
beforeAll(async () => {
  browser = await openBrowser();
  witness = await startWitness('witness.example/portal');
  const silent = await startWitness('witness.example/silent');
  await silent.close();
  const LOG_WITNESSES = JSON.stringify([witness.entry, silent.entry]);
  server = await atOwnAddress((env) => startTestServer({ env: { ...env, LOG_ORIGIN: TEST_ORIGIN, LOG_WITNESSES } }));
  ids = [];
  for (let turn = 0; turn < ISSUED; turn++) {
    ids.push(await issueCertificate(server));
    if (turn % 20 === 0) await publish();
  }
  await server.operate(`/api/v1/operator/certificates/${ids[0]}/suspend`, { reason: 'It does other things.' });
  await publish();
});
afterAll(async () => {
  await browser?.close();
  await server.close();
  await witness.close();
});

const publish = () => server.app.transparency.publisher.work();

describe('pages of the log', () => {
  it('show growth, witnesses with the time of their last signature, and the newest entries first', async () => {
    const { status, text } = await server.get('/log', HTML);
    expect(status).toBe(200);
    expect(text).toMatch(/witness\.example\/portal.*?\d{4}, \d\d:\d\d UTC.*?witness\.example\/silent.*?Never/s);
    expect(text).toMatch(/<polyline/);
    const shown = [...text.matchAll(/href="\/log\/(\d+)"/g)].map(([, index]) => Number(index));
    expect(shown).toHaveLength(50);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    const [, before = ''] = /href="\/log\?before=(\d+)#entries"/.exec(text) ?? [];
    const older = (await server.get(`/log?before=${before}`, HTML)).text;
    expect([...older.matchAll(/href="\/log\/(\d+)"/g)].map(([, index]) => Number(index)).at(-1)).toBe(0);
    expect(older).not.toContain('Older entries');
  });

  it('are linked from the navigation and from a certificate, each change with its leaf', async () => {
    const { text } = await server.get(`/certificates/${ids[0]}`, HTML);
    expect(text).toMatch(/<nav aria-label="Main".*href="\/log".*<\/nav>/s);
    expect([...text.matchAll(/href="\/log\/(\d+)"/g)].map(([, index]) => Number(index))).toEqual([0, ISSUED]);
  });

  it('answer 404 for leaves that do not exist', async () => {
    for (const index of ['4711', 'x', '-1', '1.5', '00']) {
      const answer = await server.get(`/log/${index}`, HTML);
      expect([index, answer.status, answer.headers.get('content-type')]).toEqual([
        index,
        404,
        'text/html; charset=utf-8',
      ]);
    }
  });
});

describe('in a browser', () => {
  it('verifies a leaf with the code of the SDK, and rejects a forged proof', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context, faults } = await openPage(browser);
    const marks = page.locator('[data-log-proof] output .mark');
    for (const index of [0, 33, ISSUED]) {
      await page.goto(`${server.url}/log/${index}`);
      await marks.first().waitFor();
      expect([index, await marks.allInnerTexts()]).toEqual([index, Array(3).fill('✓ Verified')]);
    }
    expect(faults).toEqual([]);

    const forgeries: ((proof: LogProof) => object)[] = [
      ({ hashes, ...proof }) => ({ ...proof, hashes: hashes.toReversed() }),
      (proof) => ({ ...proof, leaf: { ...proof.leaf, status: 'SUSPENDED' } }),
      (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace(`\n${proof.treeSize}\n`, '\n4711\n') }),
      (proof) => ({ ...proof, leafIndex: 34 }),
    ];
    for (const forge of forgeries) {
      await page.route('**/transparency/proof?*', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: forge(await answer.json()) });
      });
      await page.goto(`${server.url}/log/33`);
      await marks.first().waitFor();
      expect(await marks.allInnerTexts()).toEqual(['✕ Failed']);
      await page.unroute('**/transparency/proof?*');
    }
    // A valid proof of another leaf than the page shows.
    await page.route('**/transparency/proof?*', async (route) =>
      route.fulfill({
        response: await route.fetch({ url: route.request().url().replace('leafIndex=33', 'leafIndex=34') }),
      }),
    );
    await page.goto(`${server.url}/log/33`);
    await marks.first().waitFor();
    expect(await marks.allInnerTexts()).toEqual(['✓ Verified', '✓ Verified', '✕ Failed']);
    await context.close();
  });

  it('shows the newest entries without a reload', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const { page, context, faults } = await openPage(browser);
    const opened = page.waitForResponse((answer) => answer.url().includes('/stream?topics=certificates'));
    await page.goto(`${server.url}/log`);
    await opened;
    expect(await page.locator(`#entries a[href="/certificates/${ids[1]}"]`).count()).toBe(0);
    await page.evaluate('window.kept = true');
    await server.operate(`/api/v1/operator/certificates/${ids[1]}/suspend`, { reason: 'It does other things.' });
    await publish();
    await server.published();
    const changed = page.locator('#entries tr', { has: page.locator(`a[href="/certificates/${ids[1]}"]`) });
    await changed.getByText('SUSPENDED').waitFor();
    expect(await page.evaluate('window.kept')).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('passes axe, and fits a desktop and a phone', async ({ skip }) => {
    if (browser === undefined) return skip(NO_BROWSER);
    const look = async ({ page }: Awaited<ReturnType<typeof openPage>>, path: string) => {
      await page.goto(server.url + path);
      if (path !== '/log') await page.locator('[data-log-proof] output .mark').first().waitFor();
      await expectAccessible(page);
      await takePictures(page, path.slice(1).replace('/', '-'));
    };
    expect(await inWindows(browser, ['/log', '/log/0', `/log/${ISSUED}`], look)).toEqual([]);
    expectAllPagesChecked();
  });
});
