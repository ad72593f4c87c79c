import type { Intake } from '../intake/take-in.ts';
import type { Bundle, BundleAbout } from '../model.ts';
import { parseMarkdown } from '../parse/markdown/index.ts';
import { toUrlValue } from '../ruleset/origins/origin.ts';
import { parseFrontMatter } from './manifests/front-matter.ts';

const WORD = /[a-z0-9]{3,40}/g;
const COMMON = new Set(
  'the and for with from that this use when skill skills agent agents tool tools your you http https www com org net api app code data file files help using into any all can not are via new get set run make user users claude github gitlab'.split(
    ' ',
  ),
);

const wordsOf = (...texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []).filter((word) => !COMMON.has(word)));

/** Name, description, owner and declared hosts: what the product says about itself. */
export function describe(bundle: Bundle, intake: Intake, knownNames: readonly string[]): BundleAbout {
  const text = intake.files.find(({ path }) => path === intake.entry)?.text ?? '';
  const front = frontMatterOf(text);
  const name = typeof front.name === 'string' ? front.name : '';
  const description = typeof front.description === 'string' ? front.description : '';
  const homepage = typeof front.homepage === 'string' ? front.homepage : '';
  const sourceOwner = toUrlValue(bundle.source.url)?.owner ?? '';
  const declared = [
    ...(bundle.declaredEndpoints ?? []),
    ...(bundle.manifest?.declaredEndpoints ?? []),
    ...(bundle.manifest?.externalCalls ?? []),
    homepage,
  ];
  const hosts = declared.flatMap((one) => toUrlValue(one)?.host ?? []);
  return {
    entry: intake.entry,
    name,
    description,
    sourceOwner,
    manifest: bundle.manifest ?? null,
    declaredHosts: new Set(hosts),
    brandTokens: wordsOf(name, description.slice(0, 400), sourceOwner),
    knownNames,
    files: new Set(intake.files.map(({ path }) => path)),
  };
}

function frontMatterOf(text: string): Record<string, unknown> {
  const front = parseMarkdown(text.slice(0, 70_000)).frontMatter;
  if (front === undefined) return {};
  try {
    return parseFrontMatter(front.text).value ?? {};
  } catch {
    return {}; // recorded as a fact of its own by the front matter reader
  }
}
