import { CertificateId, ServiceEvidence } from '@assay/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../platform/db/index.ts';
import { openBrowser } from '../../testing/browser.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { expectAccessible, openPage } from '../../testing/page-checks.ts';
import { startPageServer } from '../../testing/page-server.ts';
import { silentLog } from '../../testing/silent-log.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { evidenceStore } from './evidence.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const read = async (): Promise<ServiceEvidence> => {
  server.clock.advance(31_000); // Figures are cached for half a minute.
  return ServiceEvidence.parse((await server.get('/api/v1/public/evidence')).body);
};

it('shows the shipped accuracy figures, and no uptime before the first minute', async () => {
  const { accuracy, uptime } = await read();

  expect(accuracy?.map(({ what }) => what)).toContain('all harmless samples, rejected');
  expect(uptime).toBeNull();
});

it.each([
  ['en', / of \d[\d ]* \(0\.\d\d %\)/],
  ['de', / von \d[\d.]* \(0,\d\d %\)/],
  ['zh', /\d\/\d[\d,]*（0\.\d\d%）/],
])('the page shows the rates in the formats of the language %s', async (language, rate) => {
  const { text } = await server.get('/evidence', { accept: 'text/html', 'accept-language': language });

  const table = /<table.*?<\/table>/s.exec(text)?.[0] ?? '';
  expect(table).toMatch(rate);
  expect(table).not.toMatch(/ = \d/);
});

it('counts each minute once', async () => {
  const database = openDatabase({ connection: server.database.connection, log: silentLog });
  const store = evidenceStore(database.db);
  const hour = new Date(Math.floor(server.clock.now().getTime() / 3_600_000) * 3_600_000);
  const at = (minute: number) => new Date(hour.getTime() + minute * 60_000);
  for (const minute of [0, 0, 1, 1, 2]) await store.markMinute(at(minute));

  expect(await store.sumMinutes(hour)).toBe(3);
  expect((await read()).uptime).toBeNull();
  await store.markMinute(at(-30));
  await database.close();
  const { uptime } = await read();
  expect(uptime).toMatchObject({ since: hour.toISOString() });
  expect(uptime?.last30Days).toBeGreaterThan(0);
});

it('lists withdrawn certificates with their reasons', async () => {
  const id = CertificateId.parse(await issueCertificate(server, { name: 'withdrawn-tides' }));
  await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'It does other things than it says.' });

  const { withdrawals } = await read();

  expect(withdrawals.byReason).toEqual([{ status: 'SUSPENDED', reason: 'PLATFORM_DETERMINATION', count: 1 }]);
  expect(withdrawals.recent).toMatchObject([{ certificateId: id, name: 'withdrawn-tides', reinstated: false }]);

  await server.app.certificates.reinstate(id, 'The re-audit found it safe.');
  expect((await read()).withdrawals.recent).toMatchObject([{ certificateId: id, reinstated: true }]);
  const { text } = await server.get('/evidence', { accept: 'text/html' });
  expect(text).toContain('Suspended, approved again now');
});

const browser = await openBrowser();
it.skipIf(browser === undefined).each(['/evidence', '/report', '/docs/policies/terms', '/docs/trust', '/docs/privacy'])(
  'the page %s is accessible and loads without faults',
  async (path) => {
    if (browser === undefined) return;
    const { page, context, faults } = await openPage(browser);
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    await expectAccessible(page);
    if (process.env.PICTURES !== undefined)
      await page.screenshot({ path: `${process.env.PICTURES}${path.replaceAll('/', '-')}.png`, fullPage: true });
    await context.close();
    expect(faults).toEqual([]);
  },
  120_000,
);
afterAll(() => browser?.close());
