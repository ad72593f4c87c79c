import type { BundleFile } from '@assay/audit';
import { DISGUISES } from '../../../packages/analysis/fixtures/discourse/adversarial.ts';
import { PAYLOADS } from '../../../packages/analysis/fixtures/discourse/payloads.ts';
import { WRAPPERS } from '../../../packages/analysis/fixtures/discourse/wrappers.ts';
import { type Proportion, toProportion } from '../measure/proportion.ts';
import { type Review, runSamples } from '../run.ts';
import { isBlocked, type Result, type Sample } from '../sample.ts';

/** The discourse suite, reviewed by the complete engine: a skill that only discusses attacks must stay SAFE. */
export type DiscourseFigures = {
  /** Discussed payloads after which the skill is still SAFE. */
  readonly discussedSafe: Proportion;
  readonly discussedByStance: readonly { readonly name: string; readonly rows: Proportion }[];
  /** Live payloads the report points at, as a finding or as a passage. */
  readonly livePointed: Proportion;
  readonly disguisedPointed: Proportion;
  readonly alarms: readonly Result[];
};

const ENTRY = '---\nname: notes\ndescription: Keeps notes.\n---\n# Notes\n\nSort them.\n';
/** Each payload meets one disguise in seven: every disguise is seen with many payloads, and the run stays short. */
const DISGUISE_STEP = 7;

export async function runDiscourse(review: Review, width: number): Promise<DiscourseFigures> {
  const results = await runSamples(toDiscourseSamples(), review, width);
  const of = (members: readonly Result[], test: (result: Result) => boolean) =>
    toProportion(members.filter(test).length, members.length);
  const isPointedAt = ({ passages, marks }: Result): boolean => passages > 0 || marks.length > 0;
  const isQuiet = (result: Result): boolean => !isBlocked(result);
  const stance = (name: string) => results.filter(({ sample }) => sample.campaign === name);
  const discussed = ['quoted', 'prohibited', 'fixture'].map((name) => ({ name, members: stance(name) }));
  const all = discussed.flatMap(({ members }) => members);
  return {
    discussedSafe: of(all, isQuiet),
    discussedByStance: discussed.map(({ name, members }) => ({ name, rows: of(members, isQuiet) })),
    livePointed: of(stance('live'), isPointedAt),
    disguisedPointed: of(stance('disguised'), isPointedAt),
    alarms: all.filter(isBlocked),
  };
}

export function toDiscourseSamples(): Sample[] {
  const payloads = PAYLOADS.flatMap((family) => family.texts.map((text) => ({ ...family, text })));
  return payloads.flatMap((payload, index) => [
    ...WRAPPERS.filter(({ form }) => form === payload.form).map(({ stance, wrap }, place) =>
      toSample(payload, stance, `${place}`, wrap(payload.text)),
    ),
    ...DISGUISES.filter((_, place) => (index + place) % DISGUISE_STEP === 0).map(({ name, wrap }) =>
      toSample(payload, 'disguised', name, { path: 'SKILL.md', text: wrap(payload.text) }),
    ),
  ]);
}

type Payload = { readonly technique: string; readonly rule: string; readonly text: string };

function toSample(payload: Payload, stance: string, wrapper: string, file: { path: string; text: string }): Sample {
  const files = file.path === 'SKILL.md' ? [toFile(file)] : [toFile({ path: 'SKILL.md', text: ENTRY }), toFile(file)];
  return {
    id: `${stance}/${wrapper}/${payload.rule}: ${payload.text}`,
    label: stance === 'live' || stance === 'disguised' ? 'malicious' : 'benign',
    category: `${payload.rule} ${payload.technique}`,
    campaign: stance,
    source: 'discourse bed',
    repository: 'discourse bed',
    cluster: payload.text,
    bytes: file.text.length,
    isWeak: false,
    load: () => ({ productType: 'SKILL', files, source: { url: 'local:', ref: '' } }),
  };
}

const toFile = ({ path, text }: { path: string; text: string }): BundleFile => ({
  path,
  bytes: new TextEncoder().encode(text),
});
