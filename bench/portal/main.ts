/** `npm run bench portal`: measures public pages: script before interaction, processor time, first paint and layout shift. */
import { brotliCompressSync } from 'node:zlib';
import { createPortal } from '@assay/portal/server';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../apps/server/src/testing/browser.ts';
import { spawnServer } from '../../apps/server/src/testing/server-process.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable, quantile } from '../lib/report.ts';

const LIMITS = { scriptKb: 60, renderMs: 5, paintMs: 300, shift: 0 } as const;
const PUBLIC_PAGES = ['/', '/certificates', '/validators', '/rules', '/log', '/docs', '/reference', '/status'] as const;
const STATIC_FILE = '/.well-known/security.txt';
const RENDERS = 500;
const WARM_UP = 100;
const PAINTS = 9;
const WAIT_MS = 180_000;
const TYPES = 5;
const SETTLED_MS = 10_000;

type Shown = { readonly id: string; readonly productType: string };

/** One certificate of each type, once the demonstration has issued its last: what it does meanwhile is not the page's. */
async function findCertificates(url: string): Promise<readonly Shown[]> {
  const read = async (): Promise<readonly Shown[]> =>
    ((await (await fetch(`${url}/api/v1/public/landing`)).json()) as { recent: Shown[] }).recent;
  let [seen, since] = [await read(), Date.now()];
  for (const until = Date.now() + WAIT_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const now = await read();
    if (now[0]?.id !== seen[0]?.id) since = Date.now();
    seen = now;
    const byType = new Map(seen.map((one) => [one.productType, one]));
    if (byType.size >= TYPES && Date.now() - since >= SETTLED_MS) return [...byType.values()];
  }
  throw new Error('The demonstration did not issue one certificate of each type.');
}

/** Bytes of script that the page names, as they are sent: the first ones, and whatever those load by themselves. */
async function measureScript(url: string, page: string): Promise<number> {
  const markup = await (await fetch(url + page)).text();
  const paths = [...markup.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
  const sizes = await Promise.all(
    paths.map(async (path) => brotliCompressSync(Buffer.from(await (await fetch(url + path)).arrayBuffer())).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Processor time of one rendering, everything asked for already at hand. */
async function measureRender(url: string, id: string): Promise<number> {
  const api = `${url}/api/v1/public/certificates/${id}`;
  const read = async (path: string): Promise<unknown> => (await fetch(api + path)).json();
  const answers: Record<string, unknown> = {
    verifyCertificate: await read('/verify'),
    readLiveStatus: await read('/live-status'),
    readCertificate: await read(''),
    listFlags: await read('/flags'),
  };
  const documents = { names: () => [], read: () => undefined };
  const place = {
    portalUrl: url,
    apiUrl: url,
    apiPrefix: '/api/v1',
    playerPrefix: '/certsvc/v1',
    version: '0',
    describeApi: () => ({}),
    documents,
  };
  const portal = createPortal(place);
  const request = {
    path: `/certificates/${id}`,
    params: { id },
    query: new URLSearchParams(),
    accept: 'text/html',
    call: (async (name: string) => answers[name]) as never,
  };
  for (let turn = 0; turn < WARM_UP; turn++) await portal.answer('/certificates/:id', request);
  const before = process.cpuUsage();
  for (let turn = 0; turn < RENDERS; turn++) await portal.answer('/certificates/:id', request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / RENDERS;
}

type Paint = { readonly page: string; readonly paintMs: number; readonly staticMs: number };
type Seen = { readonly paints: readonly Paint[]; readonly shift: number };

/**
 * First contentful paint in a fresh browser context each time, over loopback, and whether anything moved afterwards. Before each page, a
 * static file of the same service is opened: its first paint is the share of the machine and the browser.
 */
async function measurePaint(url: string, pages: readonly string[]): Promise<Seen | undefined> {
  const browser = await openBrowser();
  if (browser === undefined) return undefined;
  const times = pages.map((page) => ({ page, paints: [] as number[], statics: [] as number[] }));
  const shifts: number[] = [];
  for (let turn = 0; turn < PAINTS; turn++) {
    for (const { page, paints, statics } of times) {
      statics.push((await openOnce(browser, url + STATIC_FILE)).paintMs);
      const { paintMs, shift } = await openOnce(browser, url + page);
      paints.push(paintMs);
      shifts.push(shift);
    }
  }
  await browser.close();
  const toPaint = ({ page, paints, statics }: (typeof times)[number]): Paint => ({
    page,
    paintMs: quantile(paints, 0.5),
    staticMs: quantile(statics, 0.5),
  });
  return { paints: times.map(toPaint), shift: Math.max(...shifts) };
}

async function openOnce(browser: Browser, address: string): Promise<{ paintMs: number; shift: number }> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(address, { waitUntil: 'load' });
  const paintMs = await tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  const shift = await tab.evaluate(sumOfShifts);
  await context.close();
  return { paintMs, shift };
}

/** Runs in the page: everything that moved by itself since it was opened. */
const sumOfShifts = (): Promise<number> =>
  new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });

const folder = await createTemporaryFolder();
const server = spawnServer({ env: { DATA_DIR: `${folder.path}/data`, LOG_LEVEL: 'info' } });
try {
  const url = await server.listening();
  const shown = await findCertificates(url);
  const pages = [...shown.map(({ id }) => `/certificates/${id}`), ...PUBLIC_PAGES];
  const scriptKb = Math.max(...(await Promise.all(pages.map((page) => measureScript(url, page))))) / 1000;
  const renders: number[] = [];
  for (const { id } of shown) renders.push(await measureRender(url, id));
  const renderMs = Math.max(...renders);
  const seen = await measurePaint(url, pages);
  const slowest = seen?.paints.toSorted((one, other) => other.paintMs - one.paintMs)[0];
  printTable('The portal', [
    [`page of a certificate, the most of ${shown.length} types`, 'measured', 'limit'],
    ['script before interaction, kB', scriptKb.toFixed(2), String(LIMITS.scriptKb)],
    ['processor time of a rendering, ms', renderMs.toFixed(2), String(LIMITS.renderMs)],
    [
      `first paint on loopback, the slowest of ${pages.length} pages, median of ${PAINTS}, ms`,
      slowest?.paintMs.toFixed(0) ?? 'no browser',
      String(LIMITS.paintMs),
    ],
    ['layout shift', seen === undefined ? 'no browser' : seen.shift.toFixed(3), String(LIMITS.shift)],
  ]);
  if (seen !== undefined) {
    printTable('First paint on loopback, and that of a static file of the same service in turn', [
      ['page', 'median, ms', 'static file, ms'],
      ...seen.paints.map(({ page, paintMs, staticMs }) => [page, paintMs.toFixed(0), staticMs.toFixed(0)]),
    ]);
  }
  const isPainted = slowest === undefined || slowest.paintMs <= LIMITS.paintMs;
  const isSeenWithin = isPainted && (seen?.shift ?? 0) <= LIMITS.shift;
  const isWithin = scriptKb <= LIMITS.scriptKb && renderMs <= LIMITS.renderMs && isSeenWithin;
  process.exitCode = isWithin ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
}
