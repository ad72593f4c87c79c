/** Lists the tests that docs/conformance.md names and that do not exist. Each row has number, statement, test file and test name. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ROW = /^\| (?<number>[\d.]+) \| .+ \| `(?<file>[^`]+)` \| (?<test>.+) \|$/;

function faultOf(line: string): string | undefined {
  const { number = '', file = '', test = '' } = ROW.exec(line)?.groups ?? {};
  if (number === '') return `this row names no statement, file and test: ${line}`;
  if (!existsSync(ROOT + file)) return `${number}: there is no ${file}`;
  return readFileSync(ROOT + file, 'utf8').includes(test) ? undefined : `${number}: ${file} has no test "${test}"`;
}

const rows = readFileSync(`${ROOT}docs/conformance.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| # |'));
const faults = rows.flatMap((line) => faultOf(line) ?? []);
for (const fault of faults) console.error(fault);
console.log(`${rows.length} statements, ${faults.length} without their test`);
if (rows.length === 0 || faults.length > 0) process.exit(1);
