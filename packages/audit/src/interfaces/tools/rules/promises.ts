import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { ToolFacts, ToolHit } from '../rule.ts';
import type { Offer } from '../server.ts';
import { withReach } from './definitions.ts';
import { handlersOf } from './handlers.ts';

/** Parameters that hold a tool back: what nobody looks at holds nothing. */
const GATE =
  /^(?:dry_?run|confirm\w*|preview(?:_?only)?|simulate|approved?|test_?mode|read_?only|redact\w*|anonymi[sz]e\w*|mask\w*|encrypt\w*|sandbox\w*)$/i;
/** Handed on whole, or by a way that names nobody. */
const WHOLE = /\*\*\w+|\.\.\.\w+|\(\s*(?:args|params|input|arguments|options|kwargs|body)\s*[,)]/;
/** Where the body of a function begins. */
const BODY = /=>\s*\{?|\)\s*(?:->[^:\n]{0,80})?:\s*\n|\)\s*(?::[^{\n]{0,80})?\{\s*\n/;

function bodiesOf(tool: Offer, facts: ToolFacts): string[] {
  return handlersOf(tool, facts).flatMap(({ own, all }) => {
    const begin = BODY.exec(own);
    return begin === null ? [] : [all.slice(begin.index + begin[0].length)];
  });
}

/** A parameter that promises to hold back, taken by the source and never looked at. */
function ignoredGate(tool: Offer, facts: ToolFacts): ToolHit[] {
  const gates = tool.parameters.filter(({ name }) => GATE.test(name));
  if (gates.length === 0) return [];
  return bodiesOf(tool, facts)
    .filter((body) => body.trim().split('\n').length > 2 && !WHOLE.test(body))
    .flatMap((body) => gates.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(body)))
    .slice(0, 1)
    .map(({ at, name }) => ({ at, confidence: 'firm', note: `The source takes "${name}" and never looks at it.` }));
}

const AFTER_YES =
  /\basks? (?:first|before|the user (?:first|before))\b|\b(?:only|not until|until) (?:after|once|when|if)?\b[^.]{0,80}\b(?:confirm\w*|approv\w*|agree[sd]?|consent\w*|says? yes)\b/i;
const ACTS =
  /\.\s*(?:execute|submit|capture|commit|finali[sz]e|complete|release|transfer|pay|send|delete|remove|publish|merge|deploy|book|order|buy|charge)\w*\s*\(/i;
const ASKS = /confirm|approv|elicit|consent|agreed|pending|authori[sz]ed_by/i;

/** Says that somebody confirms first, and the source goes through with it in one go. */
const unconfirmed = (tool: Offer, facts: ToolFacts): ToolHit[] =>
  AFTER_YES.test(tool.description) && bodiesOf(tool, facts).some((body) => ACTS.test(body) && !ASKS.test(body))
    ? [
        {
          at: tool.at,
          confidence: 'firm',
          severity: 'MEDIUM',
          note: 'It says that somebody confirms first, and the source asks nobody.',
        },
      ]
    : [];

const OWN_ONLY =
  /\b(?:signed-in|logged-in|current|authenticated|calling|own)\b[^.]{0,40}\bonly\b|\bonly (?:the |your |their )?(?:own|signed-in|logged-in)\b|\bof (?:colleagues|others|other (?:users|people|customers|accounts))\b[^.]{0,20}\b(?:not|never|cannot|out of reach)\b|\bnobody else['’]s\b/i;
/** Whose it is, by what was given, and only else by who is signed in. */
const GIVEN_FIRST =
  /\b(?:\w+\.)?\w*(?:owner|user|account|customer|employee|tenant|member|person|patient|email)\w*\s*(?:\?\?|\|\||\bor\b)\s*[\w.]*(?:user|session|ctx|current|me\b|caller|claims|identity)/i;

/** Says that everybody gets his own, and the source takes anybody's name. */
const anybodys = (tool: Offer, facts: ToolFacts): ToolHit[] =>
  OWN_ONLY.test(tool.description) && handlersOf(tool, facts).some(({ all }) => GIVEN_FIRST.test(all))
    ? [
        {
          at: tool.at,
          confidence: 'firm',
          note: 'It says that everybody gets his own, and the source takes the name of anybody.',
        },
      ]
    : [];

const CONFINED = /\b(?:sandbox\w*|isolated|isolation|no network|no file ?system|cannot reach)\b/i;
const RUNS_WITHIN =
  /new Worker\([\s\S]{0,600}\beval\s*:\s*true|\bvm\.run\w*\(|\brunIn(?:New|This)?Context\(|\bnew Function\(|(?<![\w.])eval\(|(?<![\w.])exec\(\s*(?:code|source|snippet|script|compile)/;
const HELD_BY =
  /isolated-vm|quickjs|wasm|--permission|nsjail|firejail|bubblewrap|\bbwrap\b|unshare|gvisor|runsc|docker|podman|seccomp|e2b|firecracker|RestrictedPython|worker_threads_permission/i;

/** Says that what it runs is shut in, and the source runs it where it runs itself. */
const unconfined = (tool: Offer, { sources }: ToolFacts): ToolHit[] => {
  const live = sources.filter(({ file }) => !isTestFile(file));
  return CONFINED.test(tool.description) &&
    live.some(({ text }) => RUNS_WITHIN.test(text)) &&
    !live.some(({ text }) => HELD_BY.test(text))
    ? [
        {
          at: tool.at,
          confidence: 'firm',
          note: 'It says that what it runs is shut in, and the source runs it beside itself.',
        },
      ]
    : [];
};

const ADDRESS = String.raw`["'\x60]([\w.+-]+@[\w-]+(?:\.[\w-]+)+)["'\x60]`;
/** Somebody who gets a copy of everything. */
const COPIED = new RegExp(
  String.raw`\b(?:bcc|cc)(?:_?addresses)?["'\x60\])]*\s*[:=,]\s*\[?\s*(?:${ADDRESS}|([A-Z][A-Z0-9_]{2,}))`,
  'gi',
);
/** One who was given, and one whom the source names, side by side. */
const JOINED = new RegExp(
  String.raw`\b(?:to|to_?addrs|recipients?|to_?addresses)["'\x60\])]*\s*[:=]\s*\[\s*(?:\*?[a-z][\w.]*\s*,\s*${ADDRESS}|${ADDRESS}\s*,\s*\*?[a-z][\w.]*|\*?[a-z][\w.]*\s*,\s*([A-Z][A-Z0-9_]{2,}))`,
  'gi',
);
const IS_ADDRESS = /^["'`]?[\w.+-]+@[\w-]+(?:\.[\w-]+)+["'`]?$/;

/** What goes to those who were named goes to somebody else, too, of whom the list says nothing. */
function copiedAlong({ sources, files }: ToolFacts): ToolHit[] {
  const isSaid = (address: string): boolean => files.some(({ view }) => view.text.includes(address));
  return sources
    .filter(({ file }) => !isTestFile(file))
    .flatMap((view) =>
      [...view.text.matchAll(COPIED), ...view.text.matchAll(JOINED)]
        .filter((match) => {
          const given = match.slice(1).find((one) => one !== undefined) ?? '';
          const address = /@/.test(given) ? given : withReach(given, sources).slice(given.length).trim();
          return IS_ADDRESS.test(address) && !isSaid(address.replace(/["'`]/g, ''));
        })
        .slice(0, 1)
        .map(
          ({ index, 0: whole }): ToolHit => ({
            at: { view, start: index, end: index + whole.length },
            confidence: 'firm',
            note: 'What it sends goes to somebody else, too, of whom the list says nothing.',
          }),
        ),
    );
}

const LISTING = /ListToolsRequestSchema\s*,|\.list_tools\(\)|["']tools\/list["']|\blistTools\s*[:=(]/g;
const LISTING_CHARS_MAX = 700;
const ASKS_AFAR =
  /\b(?:fetch|axios|got|httpx|requests|urlopen|aiohttp|undici)\b\s*[.(]|\bhttp\.(?:Get|NewRequest)|\breqwest::|\bHttpClient\b/;
const REWRITTEN = /\.description\s*=(?!=)|\.update\(\s*\{[^}]{0,80}\bdescription\b|__doc__\s*=(?!=)/;

/** What the server offers is asked for elsewhere, or written anew, while it runs: nobody has seen what it will be. */
function offeredLater({ sources }: ToolFacts): ToolHit[] {
  return sources
    .filter(({ file }) => !isTestFile(file))
    .flatMap((view): ToolHit[] => {
      const fetched = [...view.text.matchAll(LISTING)].find(({ index, 0: mark }) => {
        const [handler = ''] = view.text
          .slice(index + mark.length, index + LISTING_CHARS_MAX)
          .split(/setRequestHandler|\n@/);
        return ASKS_AFAR.test(withReach(handler, sources));
      });
      const found = fetched ?? REWRITTEN.exec(view.text) ?? undefined;
      return found === undefined
        ? []
        : [
            {
              at: { view, start: found.index, end: found.index + found[0].length },
              confidence: 'firm',
              severity: 'MEDIUM',
              note: 'What it offers is fetched or written anew while it runs.',
            },
          ];
    });
}

/** What a list promises of a tool and its source does not keep. */
export const brokenPromises = (facts: ToolFacts): ToolHit[] => [
  ...facts.tools.flatMap((tool) => [
    ...ignoredGate(tool, facts),
    ...unconfirmed(tool, facts),
    ...anybodys(tool, facts),
    ...unconfined(tool, facts),
  ]),
  ...copiedAlong(facts),
  ...offeredLater(facts),
];
