/** `npm run bench NAME [-- options]`: runs `bench/NAME/main.ts`. Each bench prints its own figures beside their limits. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const USAGE_ERROR = 64;

const mainOf = (name: string): string => `${HERE}${name}/main.ts`;

const names = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(mainOf(entry.name)))
  .map(({ name }) => name)
  .sort();

/** The sentence a bench opens with, without the command it repeats. */
function aboutOf(name: string): string {
  const comment = /^\/\*\*(.*?)\*\//s.exec(readFileSync(mainOf(name), 'utf8'))?.[1] ?? '';
  const text = comment.replace(/\s*\n\s*\*\s*/g, ' ').trim();
  return text.replace(/^`npm run [^`]*`: /, '');
}

function help(): string {
  const lines = names.map((name) => `  ${name.padEnd(10)} ${aboutOf(name)}`);
  return ['Usage: npm run bench NAME [-- options]', '', 'Benches', ...lines, ''].join('\n');
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === '-h') {
  console.log(help());
} else if (names.includes(name)) {
  const { status } = spawnSync(process.execPath, [mainOf(name), ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error(`There is no bench ${JSON.stringify(name)}.\n\n${help()}`);
  process.exitCode = USAGE_ERROR;
}
