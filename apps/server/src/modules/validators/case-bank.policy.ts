import { createHash } from 'node:crypto';
import type { VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import { CASE_ENTRY } from './canary-folder.ts';
import { hostOf, nameOf, SKELETONS, type Skeleton, TWISTS, type Twist } from './case-templates.ts';

type KnownCase = { readonly expected: VerdictValue; readonly files: readonly BundleFile[] };

const MAIN = { sh: 'bash', py: 'python3', js: 'node' } as const;
const EXTENSION = { sh: 'sh', py: 'py', js: 'mjs' } as const;

/** One case out of the templates. The same seed gives the same case; nobody else knows the seed. */
export function toKnownCase(seed: Uint8Array, expected: VerdictValue): KnownCase {
  const choose = createDice(seed);
  const twist = expected === 'UNSAFE' ? choose(TWISTS)(choose) : undefined;
  const skeleton = fitting(twist, choose);
  return {
    expected,
    files: expected === 'UNSAFE' && twist ? planted(skeleton, twist, choose) : written(skeleton, [], choose),
  };
}

/** Draws from a list by bytes that follow from the seed. */
function createDice(seed: Uint8Array) {
  let turn = 0;
  return <T>(from: readonly T[]): T => {
    const digest = createHash('sha256').update(seed).update(String(turn++)).digest();
    const drawn = from[digest.readUInt32BE(0) % from.length];
    if (drawn === undefined) throw new Error('There is nothing to choose from.');
    return drawn;
  };
}
type Choose = ReturnType<typeof createDice>;

/** A script in the language of what is planted in it. */
function fitting(twist: Twist | undefined, choose: Choose): Skeleton {
  const drawn = SKELETONS.map((draw) => draw(choose));
  const able = drawn.filter(({ script }) => twist === undefined || [script.language, 'text'].includes(twist.language));
  return choose(able);
}

function planted(skeleton: Skeleton, twist: Twist, choose: Choose): BundleFile[] {
  if (twist.language === 'text') return written(skeleton, ['', choose(INTRODUCTIONS), '', ...twist.lines], choose);
  const { script } = skeleton;
  // Below the first lines, which belong together in every language.
  const at = script.language === 'py' ? 0 : script.lines.length - choose([0, 1]);
  const lines = [...script.lines.slice(0, at), ...twist.lines, ...script.lines.slice(at)];
  return written({ ...skeleton, script: { ...script, lines } }, [], choose);
}

const INTRODUCTIONS = [
  'Before you begin, prepare the machine:',
  'First of all run this once:',
  'When you are done, finish with:',
];

function written(
  { title, description, steps, script }: Skeleton,
  extra: readonly string[],
  choose: Choose,
): BundleFile[] {
  const name = nameOf(choose);
  const path = `scripts/${script.name}.${EXTENSION[script.language]}`;
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
  const skill = [
    '---',
    `name: ${name}`,
    `description: ${description}`,
    '---',
    '',
    `# ${title}`,
    '',
    ...numbered,
    '',
    `The script is started as \`${MAIN[script.language]} ${path}\`.`,
    ...extra,
    '',
    `Questions: https://${hostOf(choose)}/${name}`,
  ];
  return [
    { path: CASE_ENTRY, bytes: toBytes(skill), kind: 'file' },
    { path, bytes: toBytes(script.lines), kind: 'file' },
  ];
}

const toBytes = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);
