/**
 * Issues certificates and publishes the log endlessly, until a test kills it: `node log-process.ts <connection> <env>`,
 * both as JSON. Prints the size of every published tree.
 */
import { flushCompileCache } from 'node:module';
import { createSigner } from '@assay/protocol';
import { composeApp } from '../app.ts';
import { fileCheckpointMemory } from '../checkpoint-memory.ts';
import { readConfig } from '../config.ts';
import { type DatabaseConnection, openDatabase } from '../platform/db/index.ts';
import { systemNetwork } from '../platform/fetch/index.ts';
import { buildIssueInput } from './certificate-builder.ts';
import { SERVICE_SEED } from './service-seed.ts';
import { silentLog } from './silent-log.ts';

const [connectionJson = '', envJson = ''] = process.argv.slice(2);
const connection = JSON.parse(connectionJson) as DatabaseConnection;
const config = readConfig(JSON.parse(envJson) as Record<string, string>);
const app = composeApp(config, {
  database: openDatabase({ connection, log: silentLog }),
  connection,
  network: systemNetwork,
  signer: createSigner(SERVICE_SEED),
  clock: { now: () => new Date() },
  log: silentLog,
  checkpointMemory: fileCheckpointMemory(config.dataDir),
  version: '0.0.0-test',
  checksAnswers: false,
});
await app.trustRoots.open();
flushCompileCache(); // a killed process does not flush it
const { publisher, log } = app.transparency;
for (;;) {
  await app.certificates.issue(buildIssueInput());
  if ((await publisher.work()) > 0) process.stdout.write(`${(await log.figures()).size}\n`);
}
