/**
 * `npm run bench campaign`: runs real processes under the load of all six roles, kills, pauses and disconnects them, and then checks what
 * the clients observed. `--minutes 5 --faults all|none|NAME,NAME --seed 1`. With `--upgrade-from FOLDER`, it starts the earlier version in
 * that folder and replaces its processes by this version, one after the other.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { printTable } from '../lib/report.ts';
import { ROLE_ENDED, runCampaign } from './campaign.ts';
import { INVARIANTS, type Invariant } from './check-history.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    faults: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    'upgrade-from': { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const folder = await createTemporaryFolder();
const report = await runCampaign({
  folder: folder.path,
  minutes: Number(options.minutes),
  faults: options.faults,
  seed: Number(options.seed),
  upgradeFrom: options['upgrade-from'],
  say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
});

printTable(`Load held in ${options.minutes} minutes`, [
  ['role', 'completed'],
  ...[...report.done].map(([role, count]) => [role, String(count)]),
  ['requests, without an answer, repeated', `${report.requests}, ${report.failures}, ${report.retries}`],
  ['verify requests checked', String(report.verifies)],
  ['writes acknowledged', String(report.acknowledged)],
  ['events received by each stream reader', report.events.join(', ')],
]);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
printTable('Faults injected; longest times', [
  ['fault', 'times', 'no API process ready', 'all processes ready after its end'],
  ...report.faults.map(({ name, times, outageMs, readyMs }) => [
    ...[name, String(times), seconds(outageMs), seconds(readyMs)],
  ]),
  ...report.skipped.map((line) => [line, 'skipped', '', '']),
]);
printTable('Invariants', [
  ['invariant', 'violations'],
  ...(Object.keys(INVARIANTS) as Invariant[]).map((name) => [
    INVARIANTS[name],
    String(report.violations.filter(({ invariant }) => invariant === name).length),
  ]),
]);
for (const { invariant, detail } of report.violations.slice(0, 50)) console.log(`${invariant}: ${detail}`);
for (const [problem, times] of report.problems) console.log(`refused ${times} times: ${problem}`);
console.log(
  `Load average of the machine at the end: ${loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}`,
);
const idle = [...report.done].filter(([, count]) => count === 0).map(([role]) => role);
if (idle.length > 0)
  console.log(`These roles completed nothing, so the invariants were not tested: ${idle.join(', ')}`);
const isBroken =
  idle.length > 0 ||
  [...report.problems.keys()].some((problem) => problem.startsWith(ROLE_ENDED)) ||
  report.violations.length > 0 ||
  report.faults.some(({ readyMs }) => readyMs === Number.POSITIVE_INFINITY);
if (isBroken || options.keep) console.log(`Logs: ${folder.path}`);
else await folder.remove();
process.exit(isBroken ? 1 : 0);
