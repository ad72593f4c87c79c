import type { Intake } from '../bundle/read-bundle.ts';
import { splitFrontMatter } from '../languages/markdown/front-matter.ts';
import { registrableDomain, toUrlValue } from '../models/origins/origin.ts';
import type { Bundle, BundleAbout } from '../types/index.ts';
import { readHead } from './manifests/head.ts';

const WORD = /[a-z0-9]{3,40}/g;
const COMMON = new Set(
  'the and for with from that this use when skill skills agent agents tool tools your you http https www com org net api app code data file files help using into any all can not are via new get set run make user users claude github gitlab'.split(
    ' ',
  ),
);

const wordsOf = (...texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []).filter((word) => !COMMON.has(word)));

/** Reads front matter line by line, as agents do when it is not valid YAML (`description: **Notes**`). */
function writtenHead(text: string): { name?: string; description?: string; homepage?: string } {
  const front = splitFrontMatter(text);
  const written = (wanted: string): string => front?.fields.find(({ key }) => key === wanted)?.text.trim() ?? '';
  const homepage = /^[ \t]*homepage:[ \t]*(\S+)/m.exec(front?.text ?? '')?.[1] ?? '';
  return { name: written('name'), description: written('description'), homepage };
}

/** The name of a document without a name in its front matter. */
const TITLE = /^#[ \t]+(\S.{0,100})$/m;

/** HTML comments, which a reader does not see, and code fences. */
const UNTOLD = /<!--[\s\S]*?(?:-->|$)|^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const ADDRESS = /\bhttps?:\/\/[\w.-]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,12}\b/gi;

function toldIn(entry: string): BundleAbout['told'] {
  const text = entry.replace(UNTOLD, ' ');
  const hosts = (text.match(ADDRESS) ?? []).map((one) => one.toLowerCase().replace(/^https?:\/\//, ''));
  return { variables: new Set(text.match(VARIABLE)), domains: new Set(hosts.map(registrableDomain)) };
}

/** Name, description, owner and declared hosts: what the product says about itself. */
export function describe(bundle: Bundle, intake: Intake, knownNames: readonly string[]): BundleAbout {
  const text = intake.files.find(({ path }) => path === intake.entry)?.text ?? '';
  const head = { ...writtenHead(text), ...readHead(text) };
  const { description = '', homepage = '' } = head;
  const name = head.name || (TITLE.exec(text)?.[1]?.trim() ?? '');
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
    told: toldIn(text),
    brandTokens: wordsOf(name, description.slice(0, 400), sourceOwner),
    knownNames,
    files: new Set(intake.files.map(({ path }) => path)),
  };
}
