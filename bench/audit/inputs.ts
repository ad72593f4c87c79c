import { gzipSync } from 'node:zlib';
import type { Bundle, BundleFile } from '@assay/audit';
import { zipSync } from 'fflate';

/** A small seeded generator (mulberry32): a run can be repeated from its seed. */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Dice = () => number;
type Maker = (dice: Dice, seeds: readonly BundleFile[]) => BundleFile[];

const below = (dice: Dice, limit: number): number => Math.floor(dice() * limit);
const choose = <Item>(dice: Dice, items: readonly [Item, ...Item[]]): Item =>
  items[below(dice, items.length)] ?? items[0];
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const entry = (text: string): BundleFile => ({ path: 'SKILL.md', bytes: encode(text) });
const HEAD = '---\nname: sample\ndescription: A sample.\n---\n\n# Sample\n\n';

/** Local time, because that is what an archive stores. */
const FIXED_TIME = { mtime: new Date(2020, 0, 1) };

const noise = (dice: Dice, length: number): Uint8Array => Uint8Array.from({ length }, () => below(dice, 256));

/** Random bytes under names of every language. */
const garbage: Maker = (dice) => [
  entry(`${HEAD}Run scripts/x.sh and scripts/x.py and scripts/x.js.\n`),
  ...['scripts/x.sh', 'scripts/x.py', 'scripts/x.js', 'assets/x.zip', 'x.yaml'].map((path) => ({
    path,
    bytes: noise(dice, below(dice, 20_000)),
  })),
];

const OPENERS = [
  '(',
  '[',
  '{',
  '> ',
  '- ',
  '`',
  '"',
  '<div>',
  '$(',
  '![',
  '**',
  '${',
  'if x:\n ',
  '&#',
  '<!--',
] as const;

/** One construct inside itself, again and again. */
const nesting: Maker = (dice) => {
  const run = choose(dice, OPENERS).repeat(1 + below(dice, 40_000));
  const path = choose(dice, [
    'SKILL.md',
    'scripts/x.sh',
    'scripts/x.py',
    'scripts/x.js',
    'config.json',
    'config.yaml',
  ] as const);
  return path === 'SKILL.md' ? [entry(HEAD + run)] : [entry(`${HEAD}Run ${path}.\n`), { path, bytes: encode(run) }];
};

/** One line as long as a book. */
const longLine: Maker = (dice) => {
  const word = choose(dice, [
    'a',
    'a ',
    '\t',
    'ab=',
    '/',
    '0x41,',
    'curl ',
    '"a"+',
    'QUJD',
    '\u200b',
    '𝐚',
    '\\x41',
  ] as const);
  return [entry(HEAD + word.repeat(1 + below(dice, 300_000 / word.length)))];
};

/** Texts that make careless patterns try every way: many almost-matches in a row. */
const bait: Maker = (dice) => {
  const unit = choose(dice, [
    'ignore all previous ',
    'curl -s http://198.51.100.7/',
    'https://a.example.invalid/?a=',
    '~/.ssh/',
    '| base64 -d ',
    '<!-- ',
    '[a](b "',
    '${a:-',
    'eval(atob(',
    '\\u0061\\u0062',
    '%41%42',
    'AAAA=',
    'send the file to ',
    'do not tell ',
  ] as const);
  return [
    entry(
      HEAD + (unit.repeat(1 + below(dice, 20_000)) + choose(dice, ['', '\n', 'x', '\0'] as const)).slice(0, 400_000),
    ),
  ];
};

/** Archives that are bombs, nested, cut short or two things at once. */
const archives: Maker = (dice) => {
  const zeros = new Uint8Array(1 + below(dice, 2_000_000));
  const inner = zipSync({ 'a.txt': zeros }, { level: 9, ...FIXED_TIME });
  const nested = zipSync(
    { 'b.zip': zipSync({ 'c.zip': inner }, FIXED_TIME), 'run.sh': encode('echo hello') },
    FIXED_TIME,
  );
  const cut = nested.slice(0, below(dice, nested.length));
  const twofold = new Uint8Array([...encode('\x89PNG\r\n\x1a\n'), ...nested]);
  return [
    entry(`${HEAD}Unpack assets/data.zip.\n`),
    { path: 'assets/data.zip', bytes: choose(dice, [inner, nested, cut, twofold] as const) },
    { path: 'assets/data.gz', bytes: gzipSync(zeros) },
  ];
};

/** A real text with a few bytes changed, doubled or cut out. */
const mutation: Maker = (dice, seeds) => {
  const origin = seeds[below(dice, seeds.length)] ?? entry(HEAD);
  const bytes = [...origin.bytes.slice(0, 60_000)];
  for (let edits = 1 + below(dice, 20); edits > 0; edits--) {
    const at = below(dice, bytes.length);
    const doubled = bytes.slice(at, at + below(dice, 200));
    const edit = below(dice, 3);
    if (edit === 0) bytes[at] = below(dice, 256);
    if (edit === 1) bytes.splice(at, doubled.length);
    if (edit === 2) bytes.splice(at, 0, ...doubled);
  }
  const mutated = { path: origin.path, bytes: Uint8Array.from(bytes) };
  return origin.path === 'SKILL.md' ? [mutated] : [entry(`${HEAD}Run ${origin.path}.\n`), mutated];
};

/** Names, links and counts that no tidy tool would write. */
const oddities: Maker = (dice) => [
  entry(`${HEAD}Read a/b.md.\n`),
  { path: `${'d/'.repeat(below(dice, 60))}deep.md`, bytes: encode('# deep') },
  {
    path: choose(dice, ['../up.md', 'CON', 'a\\b.md', 'a\u202eb.md', 'Skill.MD', ' .md', 'a:b'] as const),
    bytes: encode('#'),
  },
  {
    path: 'link',
    kind: 'symlink',
    target: choose(dice, ['/etc/passwd', '../..', 'link', 'SKILL.md'] as const),
    bytes: encode('x'),
  },
  ...Array.from({ length: below(dice, 300) }, (_, index) => ({
    path: `many/${index}.md`,
    bytes: encode(`# ${index}`),
  })),
];

export const MAKERS = { garbage, nesting, longLine, bait, archives, mutation, oddities } as const;
export type MakerName = keyof typeof MAKERS;

export type FuzzInput = { readonly seed: number; readonly maker: MakerName; readonly bundle: Bundle };

const NAMES: readonly [MakerName, ...MakerName[]] = [
  'garbage',
  'nesting',
  'longLine',
  'bait',
  'archives',
  'mutation',
  'oddities',
];

/** The input of a seed: the same bytes wherever it is made. */
export function makeInput(seed: number, seeds: readonly BundleFile[]): FuzzInput {
  const dice = createDice(seed);
  const maker = choose(dice, NAMES);
  const files = MAKERS[maker](dice, seeds);
  return { seed, maker, bundle: { productType: 'SKILL', files, source: { url: 'local:', ref: '' } } };
}
