/** `node scripts/licences.ts [--check]`: writes THIRD_PARTY.md from the lock file; fails on a licence outside the allowlist. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findRejected, type Lock, listDependencies, renderThirdParty } from './licences/policy.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const dependencies = listDependencies(JSON.parse(readFileSync(pathOf('package-lock.json'), 'utf8')) as Lock);
const problems = findRejected(dependencies);
const text = renderThirdParty(dependencies);
const path = pathOf('THIRD_PARTY.md');
if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (readFileSync(path, 'utf8') !== text) problems.push('THIRD_PARTY.md is stale. Run: node scripts/licences.ts');
for (const problem of problems) console.error(problem);
console.log(`${dependencies.length} packages: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`);
process.exitCode = problems.length === 0 ? 0 : 1;
