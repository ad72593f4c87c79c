/** Writes the module and event tables of ARCHITECTURE.md. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import MODULES_KNOW from '../apps/server/module-edges.json' with { type: 'json' };
import { LOCK_ORDER, SUBSCRIBERS } from '../apps/server/src/handlers.ts';

const MODULES = 'apps/server/src/modules';
const subscribers: Readonly<Record<string, readonly string[]>> = SUBSCRIBERS;

const START = '<!-- written by npm run generate: from here -->';
const END = '<!-- to here -->';

/** What each module declares to publish: the event names in its `*.published.ts`. */
async function readPublishers(root: string): Promise<Map<string, string>> {
  const publishers = new Map<string, string>();
  for (const module of await readdir(join(root, MODULES))) {
    const files = (await readdir(join(root, MODULES, module))).filter((name) => name.endsWith('.published.ts'));
    for (const file of files) {
      const text = await readFile(join(root, MODULES, module, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/'([a-z]+\.[a-z-]+)'/g)) publishers.set(name, module);
    }
  }
  return publishers;
}

/** The two tables and the order of locks. */
async function toModuleMap(root: string): Promise<string> {
  const publishers = await readPublishers(root);
  const events = Object.entries(subscribers).map(([name, handlers]) => {
    const publisher = publishers.get(name);
    if (publisher === undefined) throw new Error(`No module declares that it publishes ${name}`);
    return `| \`${name}\` | ${publisher} | ${handlers.join(', then ')} |`;
  });
  const modules = Object.entries(MODULES_KNOW).map(
    ([name, known]) => `| \`${name}\` | ${known.join(', ') || 'none'} |`,
  );
  return [
    '| event | published by | handled by, in this order |',
    '|---|---|---|',
    ...events,
    '',
    'A transaction that takes several of these locks takes them in this order:',
    '',
    ...LOCK_ORDER.map((lock, at) => `${at + 1}. ${lock}`),
    '',
    '| module | imports from |',
    '|---|---|',
    ...modules,
  ].join('\n');
}

/** ARCHITECTURE.md with its generated part as the code has it now. */
export async function toArchitecture(root: string): Promise<string> {
  const text = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`ARCHITECTURE.md has lost the line ${START} or ${END}`);
  return `${before}${START}\n\n${await toModuleMap(root)}\n\n${END}${after}`;
}
