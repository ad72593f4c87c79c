import { createViewIds, rangeOf, toOriginal } from '@assay/analysis/bundle/decode/view';
import { type Intake, readBundle } from '@assay/analysis/bundle/read-bundle';
import { describe } from '@assay/analysis/flow/about';
import type { Parsers } from '@assay/analysis/languages/code/parsers';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { isTestFile } from '@assay/analysis/models/paths/test-file';
import { readStatement, splitSentences } from '@assay/analysis/prose/index';
import type { Bundle, BundleAbout, BundleFile, Facts, Options, Passage } from '@assay/analysis/types';
import type { Audited } from '../../review/audited.ts';
import { type Addition, NOTHING_ADDED, reviewFiles } from '../../review/skill-review.ts';
import { compareLists, compareWithPins } from './changes.ts';
import { findServers, type Reading } from './find-servers.ts';
import { judgeTools, type RuledHit } from './judge.ts';
import { TOOL_LIMITS } from './limits.ts';
import { wordsOf } from './names.ts';
import { pinOffers, warningsOf } from './pins.ts';
import type { ToolFacts } from './rule.ts';
import { TOOL_RULES } from './rules/index.ts';
import type { ServerFile, Text } from './server.ts';
import { type Hidden, hiddenTexts } from './texts.ts';

/** Reviews a list of tools, with the files of its server if the bundle contains them. */
export async function reviewTool(given: Bundle, options: Options, parsers: Parsers): Promise<Audited> {
  const bundle = withListed(given);
  const taken = readBundle(bundle);
  const ids = createViewIds();
  const reading = findServers(bundle, taken, ids);
  // A list needs no entry document of a skill: the list itself is the entry.
  const intake: Intake = {
    ...taken,
    entry: reading.entry ?? taken.entry,
    problems: taken.problems.filter(({ problem }) => problem !== 'entry-missing'),
  };
  const about = describeServer(describe(bundle, taken, options.knownNames ?? []), reading.files, intake.entry);
  const lists = new Set(reading.files.map(({ file }) => file));
  const addition: Addition = {
    ...NOTHING_ADDED,
    find: (facts) => reviewLists(reading, about, facts, options),
    // A command that starts a server is not a string of an offer, even if it is in the list.
    keeps: ({ file, category, context }) =>
      !(lists.has(file) && READ_HERE.has(category)) || (category === 'EXF' && context === 'executable'),
  };
  return reviewFiles({ bundle: given, options, parsers, intake, about, addition, isStarted: isServerCode });
}

/** A server runs its own code. A test file is not part of the running server. */
const isServerCode = (path: string): boolean =>
  /\.(?:[cm]?[jt]s|py|go|rs|rb|php|java|cs|sh)$/i.test(path) && !isTestFile(path);

const LISTED = 'tools.json';

/** Tools that were submitted as data become a file of the bundle. */
function withListed(bundle: Bundle): Bundle {
  if (bundle.mcpTools === undefined || bundle.files.some(({ path }) => path === LISTED)) return bundle;
  const file: BundleFile = {
    path: LISTED,
    bytes: new TextEncoder().encode(JSON.stringify({ tools: bundle.mcpTools }, null, 2)),
  };
  return { ...bundle, files: [...bundle.files, file] };
}

function reviewLists(reading: Reading, about: BundleAbout, code: Facts, { pins }: Options) {
  const facts = collectToolFacts(reading.files, about, code);
  const ruled: RuledHit[] = TOOL_RULES.flatMap((rule) => rule.check(facts).map((hit) => ({ rule, hit })));
  const changes = pins === undefined ? compareLists(reading.files, ruled) : compareWithPins(pins, reading.files, ruled);
  const { findings, cut } = judgeTools([...reading.hits, ...ruled, ...changes]);
  return {
    findings,
    cut,
    passages: passagesOf(facts),
    said: { tools: pinOffers(reading.files, warningsOf(ruled)) },
  };
}

/** Rule categories that are checked here on every decoded string instead of on lines of JSON. */
const READ_HERE: ReadonlySet<string> = new Set(['PI', 'HID', 'SOC', 'EXF', 'AGY']);

function collectToolFacts(files: readonly ServerFile[], about: BundleAbout, code: Facts): ToolFacts {
  const offers = files.flatMap((file) => file.offers);
  const known = new Map<Text, readonly Hidden[]>();
  const hiddenOf = (text: Text): readonly Hidden[] => {
    const found = known.get(text) ?? hiddenTexts(text);
    known.set(text, found);
    return found;
  };
  return {
    files,
    tools: offers.filter(({ kind }) => kind === 'tool'),
    prompts: offers.filter(({ kind }) => kind === 'prompt'),
    resources: offers.filter(({ kind }) => kind === 'resource'),
    card: files.flatMap(({ card }) => card),
    hidden: (texts) => texts.flatMap(hiddenOf),
    about,
    code,
  };
}

/** Names and hosts of the server, so that its own do not count as foreign. */
function describeServer(about: BundleAbout, files: readonly ServerFile[], entry: string | null): BundleAbout {
  const [first] = files;
  const cards = files
    .flatMap(({ card }) => card)
    .filter(({ path }) => /url|website|homepage|repository/i.test(path.join('/')));
  const hosts = [
    ...files.flatMap(({ remotes }) => remotes.map(({ url }) => url)),
    ...cards.map(({ view }) => view.text),
  ].flatMap((url) => toUrlValue(url)?.host ?? []);
  const named = [
    ...files.map(({ name }) => name),
    ...files.flatMap(({ packages }) => packages.map(({ name }) => name)),
  ];
  return {
    ...about,
    entry,
    name: about.name === '' ? (first?.name ?? '') : about.name,
    declaredHosts: new Set([...about.declaredHosts, ...hosts]),
    brandTokens: new Set([...about.brandTokens, ...named.flatMap(wordsOf).filter((word) => word.length > 3)]),
  };
}

const LONG_TEXT_CHARS = 150;

/** Places to read first: sentences that instruct, and long texts. They are not findings and do not affect the verdict. */
function passagesOf({ tools, prompts, resources, card }: ToolFacts): Passage[] {
  const found = new Map<string, Passage>();
  const texts = [...[...tools, ...prompts, ...resources].flatMap((offer) => offer.texts), ...card];
  for (const { view } of texts.filter(({ isKey }) => !isKey))
    for (const sentence of view.text.length > TOOL_LIMITS.textCharsMax ? [] : splitSentences(view.text)) {
      if (found.size >= TOOL_LIMITS.passagesMax) return [...found.values()];
      const isOrder = readStatement(sentence)?.isOrder === true;
      if (!isOrder && view.text.length < LONG_TEXT_CHARS) continue;
      const at = { view, start: sentence.start, end: sentence.end };
      const { startLine, endLine } = rangeOf(at);
      const { file } = toOriginal(at).view;
      const place = `${file}:${startLine}`;
      const why = isOrder ? 'instructs the reader of the list' : 'is a long text';
      if (!found.has(place) || isOrder) found.set(place, { file, startLine, endLine, why });
    }
  return [...found.values()];
}
