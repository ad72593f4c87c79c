/**
 * The composed service as a separate program that tests kill: `node service-process.ts <connection> <env>`, both as
 * JSON. Prints its URL when it listens and its chain is open.
 */
import { flushCompileCache } from 'node:module';
import { createSigner } from '@assay/protocol';
import { composeApp } from '../app.ts';
import { fileCheckpointMemory, volatileCheckpointMemory } from '../checkpoint-memory.ts';
import { readConfig } from '../config.ts';
import { type DatabaseConnection, openDatabase } from '../platform/db/index.ts';
import { systemNetwork } from '../platform/fetch/index.ts';
import { SERVICE_SEED } from './service-seed.ts';
import { silentLog } from './silent-log.ts';

const [connectionJson = '', envJson = ''] = process.argv.slice(2);
const connection = JSON.parse(connectionJson) as DatabaseConnection;
const given = JSON.parse(envJson) as Record<string, string>;
const config = readConfig(given);
const app = composeApp(config, {
  database: openDatabase({ connection, log: silentLog }),
  connection,
  network: systemNetwork,
  signer: createSigner(SERVICE_SEED),
  clock: { now: () => new Date() },
  log: silentLog,
  checkpointMemory: given.DATA_DIR === undefined ? volatileCheckpointMemory() : fileCheckpointMemory(given.DATA_DIR),
  version: '0.0.0-test',
  checksAnswers: false,
});
await app.start();
await app.listen();
const timer = setInterval(() => {
  if (app.chain.find() === undefined) return;
  clearInterval(timer);
  flushCompileCache(); // a killed process does not flush it
  const [address] = app.http.addresses();
  process.stdout.write(`${typeof address === 'object' ? `http://127.0.0.1:${address.port}` : 'listening'}\n`);
}, 20);
