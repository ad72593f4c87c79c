/**
 * A small program on an embedded PostgreSQL, which tests and benchmarks kill: `node database-process.ts <dataDir>
 * <tmpDir> <writers>`. It prints JSON lines; every key in them is committed.
 */
import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { Pool } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'; // not the module's index: this must start quickly

const [dataDir = '', tmpDir = '', writers = '0'] = process.argv.slice(2);
// Written synchronously, so that no output before a kill is lost.
const log = pino(pino.destination({ fd: 1, sync: true }));

function end(error: Error): never {
  log.error({ error: error.name, err: error }, 'ended');
  process.exit(1);
}

async function write(): Promise<void> {
  for (;;) {
    const key = randomUUID();
    await pool.query('insert into written (key) values ($1)', [key]);
    log.info({ key }, 'committed');
  }
}

log.info('begun');
const { connection, stop } = await startEmbeddedPostgres({ dataDir, tmpDir, log, onCrash: end }).catch(end);
const pool = new Pool(connection);
pool.on('error', (error) => log.warn({ err: error }, 'connection lost'));
process.once('SIGTERM', async () => {
  await pool.end();
  await stop();
  process.exit(0);
});
await pool.query('create table if not exists written (key text primary key)');
flushCompileCache(); // a killed process does not flush it
log.info('ready');
await Promise.all(Array.from({ length: Number(writers) }, write)).catch(end);
