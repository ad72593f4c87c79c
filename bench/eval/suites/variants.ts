import { type Proportion, toProportion } from '../measure/proportion.ts';
import { type Review, runSamples } from '../run.ts';
import { isBlocked, isCaught, type Result, type Sample } from '../sample.ts';
import { toFiles } from './variants/carriers.ts';
import { instructionVariants } from './variants/instruction.data.ts';
import { mixedVariants } from './variants/mixed.data.ts';
import { supplyVariants } from './variants/supply.data.ts';
import { takeoverVariants } from './variants/takeover.data.ts';
import { theftVariants } from './variants/theft.data.ts';
import type { Saying, Technique } from './variants/variant.ts';

/**
 * Every technique of the catalogue in several wordings, each with a harmless twin. Rules may be written with the even
 * ones in view; the odd ones are only counted, so that their share says something about words nobody has seen yet.
 */
export type VariantFigures = {
  readonly halves: readonly VariantRow[];
  readonly byTechnique: readonly VariantRow[];
  readonly missed: readonly Result[];
  readonly alarms: readonly Result[];
};

export type VariantRow = {
  readonly name: string;
  readonly unsafe: Proportion;
  readonly high: Proportion;
  readonly twinsBlocked: Proportion;
};

const TECHNIQUES: readonly Technique[] = [
  ...instructionVariants,
  ...theftVariants,
  ...takeoverVariants,
  ...supplyVariants,
  ...mixedVariants,
];

const HALVES = ['development', 'blind'] as const;

export async function runVariants(review: Review, width: number): Promise<VariantFigures> {
  const results = await runSamples(TECHNIQUES.flatMap(toSamples), review, width);
  const attacks = results.filter(({ sample }) => sample.label === 'malicious');
  const twins = results.filter(({ sample }) => sample.label === 'benign');
  return {
    halves: HALVES.map((half) =>
      toRow(
        half,
        results.filter(({ sample }) => sample.campaign === half),
      ),
    ),
    byTechnique: [...Map.groupBy(results, ({ sample }) => sample.category)].map(([name, members]) =>
      toRow(name, members),
    ),
    missed: attacks.filter((result) => !isCaught(result)),
    alarms: twins.filter(isBlocked),
  };
}

export function toRow(name: string, members: readonly Result[]): VariantRow {
  const attacks = members.filter(({ sample }) => sample.label === 'malicious');
  const twins = members.filter(({ sample }) => sample.label === 'benign');
  return {
    name,
    unsafe: toProportion(attacks.filter(isCaught).length, attacks.length),
    high: toProportion(attacks.filter(({ hasHigh }) => hasHigh).length, attacks.length),
    twinsBlocked: toProportion(twins.filter(isBlocked).length, twins.length),
  };
}

const toSamples = ({ name, pairs }: Technique): Sample[] =>
  pairs.flatMap(([attack, twin], index) => [
    toSample(name, index, 'malicious', attack),
    toSample(name, index, 'benign', twin),
  ]);

function toSample(technique: string, index: number, label: Sample['label'], saying: Saying): Sample {
  const files = toFiles(saying, index);
  return {
    id: `${technique}/${index}${label === 'benign' ? '/twin' : ''}`,
    label,
    category: technique,
    campaign: HALVES[index % HALVES.length] ?? HALVES[0],
    source: 'variants',
    repository: 'variants',
    cluster: `${technique}/${index}`,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    isWeak: false,
    load: () => ({ productType: 'SKILL', files, source: { url: 'local:', ref: '' } }),
  };
}
