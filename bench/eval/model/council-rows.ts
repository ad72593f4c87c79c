import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { combineReadings } from '@assay/reader';
import type { MeasuredRow } from '../../council/reader-results.ts';
import type { ReadSample } from './answers.ts';

const COUNCIL_ROWS = fileURLToPath(new URL('../../council/reader-results.jsonl', import.meta.url));

/** The cases of the simulated council: the verdict of the engine and of each reader on every sample, without its content. */
export function writeCouncilRows(reads: readonly ReadSample[]): void {
  const rows = reads.filter(({ sample }) => sample.suite !== 'wild').map(toRow);
  writeFileSync(COUNCIL_ROWS, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function toRow({ sample, engine, readings }: ReadSample): MeasuredRow {
  const byReader = Map.groupBy(readings, ({ reader }) => reader.name);
  const blocking = new Set(engine.blocking.flatMap(({ fingerprints }) => fingerprints));
  return {
    channel: sample.channel,
    isBad: sample.label === 'malicious',
    engineBlocks: engine.reviewResult === 'UNSAFE',
    isReproduced: engine.findings.some(({ severity, basis }) => severity === 'CRITICAL' && basis === 'reproduced'),
    asksForSecond:
      engine.sandbox.riskLevel === 'HIGH' ||
      engine.findings.some(
        ({ severity, fingerprint }) => (severity === 'HIGH' || severity === 'CRITICAL') && !blocking.has(fingerprint),
      ),
    readers: Object.fromEntries(
      [...byReader].map(([name, own]) => {
        const { isRead, agreed } = combineReadings(own);
        return [name, isRead ? (agreed.length > 0 ? 'REFUSE' : 'PASS') : 'UNREAD'];
      }),
    ),
  };
}
