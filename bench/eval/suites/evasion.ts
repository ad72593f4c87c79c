import { type Cell, ROWS, toCells } from '../evasion/cells.ts';
import { type Proportion, toProportion } from '../measure/proportion.ts';
import type { Review } from '../run.ts';
import { runSamples } from '../run.ts';
import { isCaught, type Result, type Sample } from '../sample.ts';

export type EvasionFigures = {
  readonly plain: Proportion;
  readonly dressed: Proportion;
  /** Sentences with the same transformations: the engine must mark them, and must block only if the transformation itself is a proof. */
  readonly prose: { readonly unsafe: Proportion; readonly pointed: Proportion };
  readonly byTransformation: readonly { readonly name: string; readonly rows: Proportion }[];
  readonly misses: readonly Result[];
};

export async function runEvasion(review: Review, width: number): Promise<EvasionFigures> {
  const all = await runSamples(toEvasionSamples(), review, width);
  const results = all.filter(({ sample }) => !isSpoken(sample));
  const prose = all.filter(({ sample }) => isSpoken(sample));
  const of = (members: readonly Result[]) => toProportion(members.filter(isCaught).length, members.length);
  const isPlain = ({ sample }: Result): boolean => sample.campaign === 'plain';
  return {
    plain: of(results.filter(isPlain)),
    dressed: of(results.filter((result) => !isPlain(result))),
    prose: {
      unsafe: of(prose),
      pointed: toProportion(prose.filter(({ passages }) => passages > 0).length, prose.length),
    },
    byTransformation: ROWS.map(({ id, title }) => ({
      name: `${id} (${title})`,
      rows: of(results.filter(({ sample }) => sample.campaign === id)),
    })),
    misses: results.filter((result) => !isCaught(result)),
  };
}

export const toEvasionSamples = (): Sample[] => toCells().map(toSample);

const isSpoken = ({ id }: Sample): boolean => id.split('/')[1] === 'prose';

const toSample = ({ attack, transformation, bundle }: Cell): Sample => ({
  id: `${transformation}/${attack.form}/${attack.id}`,
  label: 'malicious',
  category: attack.group,
  campaign: transformation,
  source: 'evasion suite',
  repository: 'evasion suite',
  cluster: attack.id,
  bytes: bundle.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  isWeak: false,
  load: () => bundle,
});
