/** `npm run bench search`: measures keyword search over many certificates on the embedded PostgreSQL. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSearch } from '../../apps/server/src/modules/certificates/search.service.ts';
import { searchStore } from '../../apps/server/src/modules/certificates/search.store.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { openBenchDatabase } from '../lib/database.ts';
import { printTable, quantile } from '../lib/report.ts';
import { fillSearchableCertificates, VOCABULARY } from '../lib/searchable-certificates.ts';

const { values: options } = parseArgs({
  options: { certificates: { type: 'string', default: '1000000' }, queries: { type: 'string', default: '400' } },
});
const COUNT = Number(options.certificates);
const QUERIES = Number(options.queries);
const LIMIT_MS = 50;

const { path, remove } = await createTemporaryFolder();
const home = await openBenchDatabase(join(path, 'data'), createLogger('warn'));
try {
  await fillSearchableCertificates(home.database.pool, COUNT);
  const search = createSearch({
    store: searchStore(home.database.db),
    verifyUrlOf: (id) => `http://127.0.0.1/${id}`,
    clock: { now: () => new Date() },
  });
  const ask = (query: object) => search.list({ limit: 20, status: 'APPROVED', ...query });

  const kinds: [string, (n: number) => object][] = [
    ['a word that many have', (n) => ({ q: VOCABULARY.common[n % VOCABULARY.common.length] })],
    ['a word that some have', (n) => ({ q: VOCABULARY.rare[n % VOCABULARY.rare.length] })],
    ['a word that one has', (n) => ({ q: `unique${(n * 2_477) % COUNT}x` })],
    ['a word that nobody has', (n) => ({ q: `nothing${n}` })],
    ['part of a word', (n) => ({ q: VOCABULARY.rare[n % VOCABULARY.rare.length]?.slice(1, 5) })],
    ['two letters', (n) => ({ q: VOCABULARY.common[n % VOCABULARY.common.length]?.slice(0, 2) })],
    ['a common word, newest first', (n) => ({ q: VOCABULARY.common[n % VOCABULARY.common.length], sort: 'newest' })],
    [
      'a common word of a rare type',
      (n) => ({ q: VOCABULARY.common[n % VOCABULARY.common.length], productType: 'CONTRACT' }),
    ],
    ['signs without letters', () => ({ q: '---' })],
    ['no word, newest first', () => ({})],
    ['no word, by name', () => ({ sort: 'name' })],
  ];
  const rows: string[][] = [['query', 'p50 ms', 'p95 ms', 'limit']];
  const words: number[] = [];
  for (const [title, queryOf] of kinds) {
    const times: number[] = [];
    for (let n = 0; n < Math.ceil(QUERIES / kinds.length); n++) {
      const startedAt = performance.now();
      await ask(queryOf(n));
      times.push(performance.now() - startedAt);
    }
    if ('q' in queryOf(0)) words.push(...times);
    rows.push([title, quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1), '']);
  }
  rows.push(['all with q', quantile(words, 0.5).toFixed(1), quantile(words, 0.95).toFixed(1), `p95 < ${LIMIT_MS}`]);
  if (quantile(words, 0.95) >= LIMIT_MS) process.exitCode = 1;
  printTable(`Search over ${COUNT} certificates, embedded PostgreSQL, one client`, rows);
} finally {
  await home.stop();
  await remove();
}
