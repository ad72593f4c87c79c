import { type Intake, readBundle, type TakenFile } from '@assay/analysis/bundle/read-bundle';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, Finding, Options, Range } from '@assay/analysis/types';
import type { Audited } from '../../review/audited.ts';
import { type Addition, reviewFiles } from '../../review/skill-review.ts';
import type { ApiDocument } from './document/document.ts';
import { type Gap, readDocuments } from './documents.ts';
import { hostOf } from './hosts.ts';
import { type ApiRuledHit, judgeApi } from './judge.ts';
import { foldProbe } from './probe/judge.ts';
import type { ApiAbout, ApiHit } from './rule.ts';
import { compareCalls, undescribedCalls } from './rules/calls.rule.ts';
import { carelessService, findCarelessness } from './rules/careless-service.rule.ts';
import { DOCUMENT_RULES } from './rules/index.ts';
import { findOpenEndpoints, openEndpoint } from './rules/open-endpoint.rule.ts';
import { unreadable } from './rules/unreadable.rule.ts';
import { type Prose, textFields, toProse } from './texts.ts';

/** Reviews an API, alone or with the skill that uses it: documents by their own rules, all other files like a skill. */
export async function reviewApi(given: Bundle, options: Options, parsers: Parsers): Promise<Audited> {
  const bundle = withDocument(given);
  const intake = readBundle(bundle);
  const { documents, unread, gaps } = readDocuments(bundle, intake);
  const proses = new Map([
    // A document that could not be read is not interpreted as prose. The verdict stays open.
    ...unread.map((file) => [file, toProse('', [])] as const),
    ...documents.map((one) => [one.file, toProse(one.text, textFields(one.root))] as const),
  ]);
  const texts = new Map(intake.files.flatMap(({ path, text }) => (text === null ? [] : [[path, text] as const])));
  const textOf = (file: string): string => texts.get(file) ?? '';
  const about = describe(bundle);
  const hits: ApiRuledHit[] = [...gaps, ...cutGaps(proses)].map(toUnreadable);
  for (const document of documents) hits.push(...checkDocument(document, about));
  const probe = options.observations?.probe ?? [];
  hits.push(...findOpenEndpoints(documents, probe).map((hit) => ({ rule: openEndpoint, hit })));
  hits.push(...findCarelessness(documents, probe).map((hit) => ({ rule: carelessService, hit })));
  const addition: Addition = {
    documents: new Set(proses.keys()),
    find: (facts) => ({
      findings: judgeApi([...hits, ...compareCalls(documents, about, facts).map(toCallHit)], textOf),
      cut: [],
      passages: [],
      said: { endpointStatus: foldProbe(probe), ...(probe.length === 0 ? {} : { probe }) },
    }),
    keeps: (finding) => !proses.has(finding.file) || isAboutText(finding),
    toRange: (file, range) => toRange(proses.get(file), textOf(file), range),
    observedUrls: documents.flatMap(({ servers }) => servers.map(({ url }) => url)),
  };
  return reviewFiles({ bundle, options, parsers, intake: asProse(intake, proses, bundle), addition });
}

const checkDocument = (document: ApiDocument, about: ApiAbout): ApiRuledHit[] =>
  DOCUMENT_RULES.flatMap((rule) => rule.check(document, about).map((hit) => ({ rule, hit })));

const toCallHit = (hit: ApiHit): ApiRuledHit => ({ rule: undescribedCalls, hit });

const toUnreadable = ({ at, note, class: kind, leavesUndecided }: Gap): ApiRuledHit => ({
  rule: unreadable,
  hit: { at, note, class: kind, confidence: 'certain' },
  leavesUndecided,
});

const cutGaps = (proses: ReadonlyMap<string, Prose>): Gap[] =>
  [...proses]
    .filter(([, { isCut }]) => isCut)
    .map(([file]) => ({
      at: { file, start: 0, end: 0 },
      note: 'There is more text in descriptions than is read.',
      class: 'text',
      leavesUndecided: true,
    }));

/** A document that was submitted separately becomes a file of the bundle. */
function withDocument(bundle: Bundle): Bundle {
  if (bundle.openapi === undefined) return bundle;
  const text = typeof bundle.openapi === 'string' ? bundle.openapi : JSON.stringify(bundle.openapi, null, 2);
  return { ...bundle, files: [...bundle.files, { path: 'openapi.json', bytes: new TextEncoder().encode(text) }] };
}

function describe({ declaredEndpoints = [], manifest }: Bundle): ApiAbout {
  const declared = [...declaredEndpoints, ...(manifest?.declaredEndpoints ?? [])];
  return { declaredHosts: new Set(declared.flatMap((url) => hostOf(url) ?? [])) };
}

/** Findings about the texts of documents. Their API descriptions have their own rules. */
const isAboutText = ({ category, ruleId }: Finding): boolean =>
  category === 'PI' || category === 'HID' || ruleId === 'EXF-05';

/** Replaces each document by its texts, for the rules that read prose. */
function asProse(intake: Intake, proses: ReadonlyMap<string, Prose>, { productType }: Bundle): Intake {
  const files = intake.files.map((file): TakenFile => {
    const prose = proses.get(file.path);
    return prose === undefined ? file : { ...file, text: prose.text, language: 'markdown', readings: [] };
  });
  if (productType !== 'API') return { ...intake, files };
  const [first] = proses.keys();
  return {
    ...intake,
    files,
    entry: intake.entry !== null && proses.has(intake.entry) ? intake.entry : (first ?? intake.entry),
    problems: intake.problems.filter(({ problem }) => problem !== 'entry-missing'),
  };
}

function toRange(prose: Prose | undefined, text: string, range: Range): Range {
  if (prose === undefined) return range;
  const startLine = prose.lineOf(range.startLine);
  const endLine = Math.max(startLine, prose.lineOf(range.endLine));
  const line = text.split('\n', endLine)[endLine - 1] ?? '';
  return { startLine, startCol: 1, endLine, endCol: line.length + 1 };
}
