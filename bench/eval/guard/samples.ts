/** Every sample of the open evaluation sets: skills by independent authors, APIs, tools, evasion cells, the discourse bed and the technique pairs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '@assay/audit';
import { TECHNIQUES } from '../../../packages/audit/fixtures/techniques/index.ts';
import type { Sample } from '../sample.ts';
import { toDiscourseSamples } from '../suites/discourse.ts';
import { toEvasionSamples } from '../suites/evasion.ts';
import { readIndependentSuites, readProductSuite } from '../suites/suite-files.ts';

export type GuardSample = { readonly set: string; readonly sample: Sample };

const SUITES = fileURLToPath(new URL('../suites/', import.meta.url));

export function readGuardSamples(): GuardSample[] {
  const of = (set: string, samples: readonly Sample[]): GuardSample[] => samples.map((sample) => ({ set, sample }));
  return [
    ...readIndependentSuites().map((sample) => ({ set: sample.suite, sample })),
    ...productSuites('apis').flatMap(({ name, file }) => of(name, readProductSuite(file, 'API'))),
    ...productSuites('tools').flatMap(({ name, file }) => of(name, readProductSuite(file, 'TOOL'))),
    ...of('evasion', toEvasionSamples()),
    ...of('discourse', toDiscourseSamples()),
    ...of('techniques', techniqueSamples()),
  ];
}

const productSuites = (prefix: string): { name: string; file: string }[] =>
  readdirSync(SUITES)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.jsonl'))
    .sort()
    .map((name) => ({ name: name.replace(/\.jsonl$/, ''), file: join(SUITES, name) }));

function techniqueSamples(): Sample[] {
  return Object.entries(TECHNIQUES).flatMap(([title, pairs]) =>
    pairs.flatMap((pair, index) =>
      (['malicious', 'benign'] as const).map((label): Sample => {
        const bundle = toSkill(label === 'malicious' ? pair.attack : pair.twin);
        return {
          id: `techniques/${title}/${index}/${label}`,
          label,
          category: title,
          campaign: title,
          source: 'techniques',
          repository: 'techniques',
          cluster: pair.name,
          bytes: bundle.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
          isWeak: false,
          load: () => bundle,
        };
      }),
    ),
  );
}

const HEAD = '---\nname: sample-notes\ndescription: Keeps the notes of a project in order.\n---\n\n# Notes\n\n';

/** As the tests of the pairs build it: an entry document that says to run each file is added when there is none. */
function toSkill(files: Readonly<Record<string, string | Uint8Array>>): Bundle {
  const mention = Object.keys(files).map((path) => `Run \`${path}\` to begin.\n`);
  const all = 'SKILL.md' in files ? files : { 'SKILL.md': `${HEAD}${mention.join('')}`, ...files };
  const encoder = new TextEncoder();
  return {
    productType: 'SKILL',
    files: Object.entries(all).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? encoder.encode(content) : content,
    })),
    source: { url: 'https://code.example.invalid/acme/notes', ref: 'main' },
  };
}
