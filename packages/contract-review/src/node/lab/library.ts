import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';

const ROOT = dirname(createRequire(import.meta.url).resolve('@openzeppelin/contracts/package.json'));
/** Import prefixes that projects use for the library. */
const NAMES =
  /^(?:@openzeppelin\/contracts|openzeppelin-solidity\/contracts|lib\/openzeppelin-contracts\/contracts)\/(.+\.sol)$/;

const known = new Map<string, string | undefined>();

/** Sources that ship with the engine. Nothing is fetched, and no path can leave the folder. */
export function readLibrary(path: string): string | undefined {
  const inside = NAMES.exec(path)?.[1];
  if (inside === undefined) return undefined;
  if (known.has(path)) return known.get(path);
  const file = normalize(join(ROOT, inside));
  let text: string | undefined;
  try {
    text = file.startsWith(`${ROOT}/`) ? readFileSync(file, 'utf8') : undefined;
  } catch {
    text = undefined;
  }
  known.set(path, text);
  return text;
}
