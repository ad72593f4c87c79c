import { foldText } from '@assay/analysis/bundle/decode/fold';
import { fetchedBy } from '@assay/analysis/flow/shell/install';
import { ISSUERS } from '@assay/analysis/models/names/issuers.data';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { findNearMiss, isOneStepApart } from '@assay/analysis/models/packages/near-miss';
import { abroad, isAbroad, isBeside } from '@assay/analysis/prose/vocabulary/index';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer, ServerFile } from '../server.ts';
import type { Said } from '../speech.ts';
import { actsOfName, wordsOf } from '../words.ts';
import { HOST_TOOLS, KNOWN_SERVERS, KNOWN_TOOLS } from './known-tools.data.ts';

/** Names as programs write them, called, used or followed by the word tool. */
const CALLED =
  /\b(?:call|calls|calling|use|uses|using|invoke|invokes|invoking|run|runs|running|trigger|prefer|ignore|avoid|replaces?|overrides?|via|with|before|after|over|than|instead of)\s+(?:the\s+|any\s+|tool\s+)?[`"'“]?([A-Za-z][\w.-]*(?:__?|[-.:/])\w[\w.-]*|[a-z]+[A-Z]\w+)[`"'”]?/g;
const NAMED_TOOL =
  /[`"'“]?\b([A-Za-z][\w.-]{2,60})\b[`"'”]?(?:\s*\([^)]{0,40}\))?\s+(?:mcp\s+)?(?:tool|function|server)(?:s|'s|’s)?\b/g;
const ANY_OTHER =
  /\b(?:any|all|every|each|other|another|the other|different|existing|built-?in|native|default)\s+(?:(?:other|available|connected|installed|similar|built-?in|mcp)\s+){0,2}(?:[\w-]+\s+)?(?:tools?|servers?|functions?|plugins?)\b/;
/** What the rest of the same list needs from this tool. */
const OWN_NEED =
  /\b(?:the|all|these) (?:other|remaining|following)? ?(?:tools?|functions?)\b[^.]{0,20}\b(?:needs?|requires?|takes?|expects?|accepts?|works? (?:on|with)|depends? on|refers? to)\b/;
const PLAIN_WORDS = new Set(
  'this the that a an your our each every any other another same new following right appropriate correct mcp main single first last next which what one these those its external internal dedicated separate built-in default specific various of and or as such similar available available search web e.g existing remote local client http api command-line cli powerful useful simple helper utility custom recommended preferred primary official standard provided only best fallback related companion corresponding respective given'.split(
    ' ',
  ),
);

/** A name as programs write it, where the sentence speaks of servers or tools: it is one of theirs. */
const spokenOf = (raw: string, facts: ToolFacts): string | undefined =>
  /\b(?:servers?|connectors?|plugins?|integrations?|mcp)\b/i.test(raw)
    ? [...raw.matchAll(/`([A-Za-z][\w-]*_[\w-]+)`/g)]
        .map(([, name = '']) => name)
        .find((name) => !VALUE_NAME.test(name) && isForeign(name, facts))
    : undefined;

/** Orders what is to be done with tools of somebody else. */
function shadowing(said: Said, facts: ToolFacts): ToolHit | undefined {
  const { raw, text } = said.sentence;
  if (steersAbroad(raw, facts))
    return {
      at: said.at,
      confidence: 'firm',
      severity: 'MEDIUM',
      note: 'It says what is to become of the tools of others.',
    };
  const spoken = spokenOf(raw, facts);
  const isSpoken = spoken !== undefined && STEERING.test(text);
  if (
    !isSpoken &&
    !said.isAddressed &&
    !said.isHidden &&
    !NEEDED.test(text) &&
    !TAKES_OVER.test(text) &&
    !DISPARAGES.test(text)
  )
    return undefined;
  const foreign =
    [...raw.matchAll(CALLED), ...raw.matchAll(NAMED_TOOL), ...toolShapes(raw)]
      .map((match) => (match[1] ?? '').replace(/[.-]+$/, ''))
      .find((name) => isForeign(name, facts)) ??
    serverNamed(raw, facts) ??
    spoken;
  const isGeneral =
    ALSO_CONNECTED.test(text) ||
    (ANY_OTHER.test(text) && STEERING.test(text) && !OWN_NEED.test(text)) ||
    OTHERS_ABROAD.test(text);
  if (foreign === undefined && !isGeneral) return undefined;
  const isSteered = STEERING.test(text);
  return {
    at: said.at,
    confidence: said.isMention ? 'tentative' : 'firm',
    severity: isSteered ? 'HIGH' : 'MEDIUM',
    isHidden: said.isHidden,
    note:
      foreign === undefined ? 'It speaks of all other tools.' : `"${foreign.slice(0, 60)}" is no tool of this server.`,
  };
}

/** A tool that is not this one, by its name or as another, and that it is not to be used as before. */
function steersAbroad(raw: string, { ownNames }: ToolFacts): boolean {
  if (!isAbroad(raw) || abroad('instead', raw).length === 0 || abroad('tool', raw).length === 0) return false;
  const isNamed = [...raw.matchAll(QUOTED_NAME)].some(([, name = '']) => !ownNames.has(name.toLowerCase()));
  return isNamed || isBeside(abroad('other', raw), abroad('tool', raw), OTHER_CHARS);
}
const OTHER_CHARS = 24;
const QUOTED_NAME = /[`"'“„«»‘「『]\s*([A-Za-z][\w.:/-]{2,60})\s*[`"'”“«»’」』]/g;

/** "If a payments server is connected too, its transfers are to …" */
const ALSO_CONNECTED =
  /\b(?:if|when(?:ever)?|where|once|while|should)\b[^.]{0,20}\b(?:an?|any|another|other|some) (?:[\w-]+ ){0,2}(?:servers?|connectors?|integrations?|plugins?|tools?|extensions?)\b[^.]{0,30}\b(?:connected|installed|available|present|configured|enabled|around|there)\b[^.]{0,80}\b(?:must|should|are to|is to|have to|has to|through this|here instead|instead|first|only|never|not)\b/;

/** Tools and servers of others, in other languages, and what is to become of them. */
const OTHERS_ABROAD =
  /(?<!\p{L})(?:anderen?r?s? (?:werkzeug|tool|server|dienst)\p{L}*|autres? (?:outil|serveur|service)s?|otr[ao]s? (?:herramienta|servidor|servicio)(?:e?s)?|outr[ao]s? (?:ferramenta|servidor|serviço)(?:e?s)?|altri (?:strumenti|server|servizi)|(?:le|les|el|los|il|der|den|die|das) (?:serveurs?|servidor(?:es)?|server) (?:de|du|des|von|für|per|di))(?!\p{L})[^.]{0,60}(?<!\p{L})(?:doit|doivent|ne|pas|debe[n]?|no|nunca|deve|devono|non|não|muss|müssen|nicht|nie|statt|au lieu|en lugar|invece|soll\p{L}*)(?!\p{L})/iu;

/** Another server by its name: in quotation marks, or as the one that a tool is said to be of. */
const serverNamed = (raw: string, { ownNames }: ToolFacts): string | undefined =>
  [...raw.matchAll(QUOTED_SERVER), ...raw.matchAll(SERVER_OF), ...raw.matchAll(PROPER_SERVER)]
    .map((match) => (match[1] ?? '').toLowerCase())
    .find(
      (name) => !ownNames.has(name) && !PLAIN_WORDS.has(name) && (!KINDS_OF_SERVERS.has(name) || DISPARAGES.test(raw)),
    );
const QUOTED_SERVER =
  /[`"'“]([A-Za-z][\w.-]{1,60})[`"'”](?:\s*(?:,|and|or|&)\s*[`"'“][\w.-]+[`"'”])*\s+(?:mcp\s+)?(?:servers?|connectors?|extensions?|integrations?|plugins?|tools?)\b/gi;
const SERVER_OF =
  /\b(?:tools?|functions?|results?|answers?|outputs?|versions?)[`"'”]?\s+(?:of|from|in|on|by)\s+(?:the|an?|your|any)\s+([A-Za-z][\w-]{2,40})\s+(?:mcp\s+)?(?:servers?|connectors?|extensions?|integrations?|plugins?)\b/gi;
/** A name with a capital letter before the word: "the Slack connector". */
const PROPER_SERVER =
  /\b(?:[Tt]he|[Yy]our|[Aa]ny)\s+([A-Z][A-Za-z0-9]{2,40})\s+(?:MCP\s+|mcp\s+)?(?:connectors?|integrations?|extensions?|plugins?|servers?|tools?)\b/g;
/** Servers that are no servers of tools. */
const KINDS_OF_SERVERS = new Set(
  'mail smtp imap web http https dns proxy database db build game file print media app application git language upstream origin backend license api ftp ssh vpn chat test staging production company search cache'.split(
    ' ',
  ),
);

/** Names in backquotes that begin with what they do, or that say whose they are; bare ones that do both, or that somebody's server has. */
const toolShapes = (text: string): RegExpExecArray[] => [
  ...[...text.matchAll(/`([A-Za-z][\w-]*(?:[._:/]+[\w-]+)+)`/g)].filter(
    ([, name = '']) => /[.:/]/.test(name) || isToolName(name),
  ),
  ...[...text.matchAll(BARE_NAME)].filter(([, name = '']) => isToolName(name.split(/[.:/]+/).at(-1) ?? '')),
  ...text.matchAll(OF_SERVER),
];
/** Names in capitals are codes of errors and settings. */
const BARE_NAME = /(?<![\w.:/@`-])([A-Za-z][\w-]*(?:(?:\.|::|\/)[a-z][\w-]*)?_[a-z][\w]*)(?![\w/@(=]|\.\w)/g;
const OF_SERVER =
  /\b(?:servers?|tools?|connectors?|integrations?|extensions?|plugins?)['’]s?\s+[`"'“]?([A-Za-z][A-Za-z0-9]*[_-]\w+)/gi;
/** What ends so names a value: `list_id`, `order_name`. */
const VALUE_NAME =
  /(?:^|_)(?:ids?|names?|types?|at|by|count|size|key|keys|url|date|time|status|state|only|token|mode|format)$/i;
const isToolName = (name: string): boolean => !VALUE_NAME.test(name) && actsOfName(wordsOf(name)[0] ?? '').length > 0;

/** A condition laid on something, by whatever subject. */
const NEEDED = /\b(?:needs?|requires?|takes?|expects?|works only)\b/;

/** `mcp__server__tool`: hosts write so whose tool it is. */
const QUALIFIED = /^mcp__\w+?__\w+/i;
/** Speaks ill of others. */
const DISPARAGES =
  /\b(?:out of date|stale|no longer (?:valid|current|maintained|supported|up to date|accurate|needed)|counts? as|wrong results|forged|discard\w*|not (?:to be )?trusted|outdated|unsafe|insecure|broken|unreliable|obsolete|compromised|untrustworthy|not to be (?:picked|used|called|chosen|trusted)|in their place)\b/;
/** Told as a fact, it says that this tool stands where another stood. */
const TAKES_OVER =
  /\b(?:supersed\w+|replac\w+|overrid\w+|deprecat\w+|instead of|in place of|takes? over|takes? the place of|stands? in for|intercepts?|wraps?)\b/;

/** Changes when or how another tool is used. */
const STEERING =
  /\b(?:instead|before|after|when(?:ever)?|never|do not|don['’]t|must|always|prefer|rather|ignore|disable|override|replac\w+|supersed\w+|deprecat\w+|every|also|first|only|no longer|needs?|requires?|has to|have to|shall|unavailable|unsafe|insecure|broken|priorit\w+)\b/;

function isForeign(name: string, { ownNames }: ToolFacts): boolean {
  const folded = name.toLowerCase();
  if (PLAIN_WORDS.has(folded) || ownNames.has(folded) || /^[A-Z][A-Z0-9_]+$/.test(name)) return false;
  if (/\.(?:json|md|txt|py|js|ts|ya?ml|csv|com|org|io|dev|env)$/i.test(folded)) return false;
  return /[_.:/]|-|[a-z][A-Z]/.test(name) || KNOWN_TOOLS.has(folded) || BRANDS.includes(folded) || HOST_TOOLS.has(name);
}

const shadow = toolRule({
  id: 'MCP-03',
  title: 'A tool steers the tools of others',
  question: 'Does a description order what is to be done with tools of other servers?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-MCP03', 'OWASP-LLM01', 'CWE-441'],
  why: 'A server that rewrites how the tools of another are used acts with rights it was never given.',
  fix: "Describe this server's own tools. Which of several tools fits is for the agent to find.",
  blindTo:
    'Names of tools are known by their spelling; one that is an ordinary word is seen only beside the word tool. Order between tools of the same list is left alone, and so is mere mention.',
  check: (facts) => [
    ...[...facts.tools.map(facts.heard), ...facts.card].flatMap(({ said }) =>
      said.flatMap((one) => shadowing(one, facts) ?? []),
    ),
    ...facts.tools
      .filter(({ name }) => QUALIFIED.test(name))
      .map(
        ({ at }): ToolHit => ({
          at,
          confidence: 'firm',
          note: 'Its name is one that hosts give to a tool of another server.',
        }),
      ),
  ],
});

const foldName = (name: string): string =>
  (foldText(name)?.text ?? name).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
const flat = (name: string): string => foldName(name).replaceAll('_', '').replaceAll('0', 'o').replaceAll('1', 'l');
/** As letters look: a capital I is an l, rn is an m. */
const skeletonOf = (name: string): string =>
  foldName(name.replaceAll('I', 'l')).replaceAll('_', '').replaceAll('rn', 'm').replaceAll('vv', 'w');
const KNOWN_SKELETONS = new Map([...KNOWN_TOOLS].map((name) => [skeletonOf(name), name]));
const KNOWN_FLAT = new Map([...KNOWN_TOOLS].map((name) => [flat(name), name]));
const NEAR_CHARS_MIN = 6;

function disguised({ name, at }: Offer, said: string): ToolHit[] {
  const hit = (severity: 'HIGH' | 'MEDIUM', note: string): ToolHit[] => [{ at, confidence: 'firm', severity, note }];
  if (name === '') return [];
  if (/[^\p{ASCII}]/u.test(name) && foldText(name) !== undefined)
    return hit('HIGH', 'Letters of another script stand in for Latin ones.');
  if (HOST_TOOLS.has(name)) return hit('MEDIUM', 'Hosts bring a tool of this very name.');
  const folded = foldName(name);
  if (KNOWN_TOOLS.has(folded)) return [];
  const skeleton = KNOWN_SKELETONS.get(skeletonOf(name));
  if (skeleton !== undefined && skeletonOf(name) !== folded.replaceAll('_', ''))
    return hit('HIGH', `It reads like "${skeleton}".`);
  if (/__|[_-]$|^[_-]/.test(name) && KNOWN_FLAT.has(flat(name)))
    return hit('HIGH', `It differs from "${KNOWN_FLAT.get(flat(name))}" by a stroke.`);
  const base = name
    .replace(
      /[_-]?(?:v?\d+|new|fixed|official|original|real|safe|secure|pro|plus|enhanced|improved|better|latest|tool|copy)$/i,
      '',
    )
    .toLowerCase();
  if (base !== name.toLowerCase() && KNOWN_TOOLS.has(base)) return hit('HIGH', `It passes for "${base}".`);
  const twin = KNOWN_FLAT.get(flat(name));
  if (twin !== undefined && /[01]/.test(name)) return hit('HIGH', `It reads like "${twin}".`);
  const near =
    folded.length < NEAR_CHARS_MIN
      ? undefined
      : [...KNOWN_TOOLS].find((known) => isMisspelt(folded, known) && !isOwnWord(folded, known, said));
  return near === undefined ? [] : hit('HIGH', `It is one letter from "${near}".`);
}

/** Plurals, and the two ways to say mail, are no slips. */
const sameWords = (name: string): string => name.replace(/s\b|s(?=_)/g, '').replace(/(^|_)email/g, '$1mail');

/** One letter off, and no plural or other word. */
const isMisspelt = (name: string, known: string): boolean =>
  isOneStepApart(name, known) && sameWords(name) !== sameWords(known) && !/\d/.test(name) && !isOtherVerb(name, known);

/** The word that differs is one that the list speaks in. */
const isOwnWord = (name: string, known: string, said: string): boolean => {
  const others = new Set(wordsOf(known));
  return wordsOf(name).some((word) => word.length > 3 && !others.has(word) && said.includes(word.replace(/s$/, '')));
};

/** `get_diff` is no slip for `git_diff`: the word that differs is a verb that tools begin with. */
const isOtherVerb = (name: string, known: string): boolean => {
  const [verb = ''] = wordsOf(name);
  return verb !== (wordsOf(known)[0] ?? '') && actsOfName(verb).length > 0;
};

const BRANDS: readonly string[] = ISSUERS.flatMap(({ words }) => words).filter(
  ({ length }) => length >= NEAR_CHARS_MIN,
);

/** A package or server whose name nearly is a well-known one. */
function misnamed({ packages, launches, name, view }: ServerFile): ToolHit[] {
  const fetched = launches.flatMap(({ at, words }) =>
    fetchedBy(words.join(' ')).map((one) => ({ at, name: one.name })),
  );
  const start = { view, start: 0, end: 1 };
  return [...packages, ...fetched, { at: start, name }].flatMap(({ at, name: given }): ToolHit[] => {
    const slip = wordsOf(given).find(
      (word) =>
        word.length >= NEAR_CHARS_MIN - 1 &&
        !BRANDS.includes(word) &&
        BRANDS.some((brand) => isOneStepApart(word, brand) && !isWordForm(word, brand)),
    );
    return slip === undefined
      ? []
      : [{ at, confidence: 'firm', severity: 'HIGH', note: `"${slip}" is one letter from a well-known name.` }];
  });
}
/** Calls itself by a well-known name, and comes from somewhere that does not. */
const FOR = new Set(['for', 'with', 'to', 'from', 'via', 'on']);
const HONEST =
  /\b(?:unofficial|not affiliated|community[- ](?:made|maintained|built)|independent of|third[- ]party)\b/i;

/** `GitHub` is one word, whatever its letters. */
const plainWords = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
/** Words that every server has in its name. */
const GENERIC = new Set('official mcp server servers tools tool api connector integration the app cloud'.split(' '));

/** Nothing but a well-known name, and an address that its owner does not have. */
function posing({ name, remotes, card, view }: ServerFile): ToolHit[] {
  const own = plainWords(name.split('/').at(-1) ?? name).filter((word) => !GENERIC.has(word));
  const issuer = own.length === 1 ? ISSUERS.find(({ words }) => words.includes(own[0] ?? '')) : undefined;
  const isHome = (url: string): boolean => {
    const host = toUrlValue(url)?.host ?? '';
    return issuer?.domains.some((domain) => host === domain || host.endsWith(`.${domain}`)) === true;
  };
  if (issuer === undefined || remotes.length === 0 || card.some((text) => HONEST.test(text.view.text))) return [];
  return remotes.some(({ url }) => isHome(url) || /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(url))
    ? []
    : [
        {
          at: { view, start: 0, end: 1 },
          confidence: 'firm',
          severity: 'MEDIUM',
          note: `It calls itself "${own[0]}" and answers elsewhere.`,
        },
      ];
}

function borrowed({ name, packages, launches, remotes, card, view }: ServerFile): ToolHit[] {
  const words = [...new Set([...plainWords(name), ...wordsOf(name)])];
  // "Statistics for GitHub": a thing for it, and not of it.
  const brand = words.find((word, index) => BRANDS.includes(word) && !FOR.has(words[index - 1] ?? ''));
  const origins = [
    ...packages.map((one) => one.name),
    ...launches.flatMap(({ words }) => fetchedBy(words.join(' ')).map((one) => one.name)),
    ...remotes.map(({ url }) => url),
  ];
  if (card.some((text) => HONEST.test(text.view.text))) return [];
  if (brand === undefined || origins.length === 0 || origins.some((one) => one.toLowerCase().includes(brand)))
    return [];
  return [
    {
      at: { view, start: 0, end: 1 },
      confidence: 'firm',
      severity: 'HIGH',
      note: `It calls itself by "${brand}" and comes from elsewhere.`,
    },
  ];
}

const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^@[^/]+\//, '')
    .replaceAll('_', '-');

/** What a server is for, without the words that every server has. */
const coreOf = (name: string): string =>
  name.replace(/^(?:mcp-)?(?:server-)?/, '').replace(/(?:-official)?(?:-mcp)?(?:-server)?$/, '');
const KNOWN_CORES = new Set([...[...KNOWN_SERVERS].map(coreOf), ...BRANDS].filter(({ length }) => length >= 5));
/** The same in letters that look alike, or one letter off. */
const coreLike = (bare: string): string | undefined => {
  const core = coreOf(bare);
  if (KNOWN_CORES.has(core)) return undefined;
  const shown = core.replaceAll('1', 'l').replaceAll('0', 'o');
  if (shown !== core && KNOWN_CORES.has(shown)) return shown;
  return [...KNOWN_CORES].find(
    (one) => one.length > NEAR_CHARS_MIN && core.length > NEAR_CHARS_MIN && isMisspelt(core, one),
  );
};

/** Comes as a package whose name nearly is that of the server itself, or of a server everybody knows. */
function nearlyNamed({ name, packages, launches }: ServerFile): ToolHit[] {
  const own = bareName(name);
  const fetched = launches.flatMap(({ at, words }) =>
    fetchedBy(words.join(' ')).map((one) => ({ at, name: one.name, ecosystem: one.ecosystem })),
  );
  return [...packages, ...fetched].flatMap(({ at, name: given, ecosystem }): ToolHit[] => {
    const near = findNearMiss(ecosystem, given);
    if (near !== undefined)
      return [
        { at, confidence: 'firm', severity: 'HIGH', note: `"${given.slice(0, 80)}" is one letter from "${near}".` },
      ];
    const bare = bareName(given);
    const known =
      [own, ...KNOWN_SERVERS].find(
        (one) => one.length >= NEAR_CHARS_MIN && isMisspelt(bare, one) && !KNOWN_SERVERS.has(bare),
      ) ?? coreLike(bare);
    return known === undefined
      ? []
      : [{ at, confidence: 'firm', severity: 'HIGH', note: `"${bare}" is one letter from "${known}".` }];
  });
}

/** Letters of another script among Latin ones, in the name a server goes by. */
const dressed = ({ name, card, view }: ServerFile): ToolHit[] =>
  [name, ...card.filter(({ path }) => /^(?:name|title)$/.test(path.at(-1) ?? '')).map((text) => text.view.text)]
    .filter(
      (one) => /[a-z]/i.test(one) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(one) && foldText(one) !== undefined,
    )
    .slice(0, 1)
    .map(() => ({
      at: { view, start: 0, end: 1 },
      confidence: 'firm',
      severity: 'HIGH',
      note: 'Letters of another script stand in for Latin ones in the name of the server.',
    }));

const OFFICIAL = /\b(?:official|original|genuine|authentic|verified)\b/i;

/** Says that it is the official one, under a name that somebody else made known. */
function official({ name, offers, card, view }: ServerFile): ToolHit[] {
  const said = [...card.map((text) => text.view.text), ...offers.map(({ description }) => description)];
  const isBorrowed = KNOWN_SERVERS.has(bareName(name)) || offers.some((one) => KNOWN_TOOLS.has(foldName(one.name)));
  return isBorrowed && said.some((text) => OFFICIAL.test(text))
    ? [
        {
          at: { view, start: 0, end: 1 },
          confidence: 'firm',
          severity: 'MEDIUM',
          note: 'It calls itself the official one, under a name that others made known.',
        },
      ]
    : [];
}

const isWordForm = (word: string, brand: string): boolean =>
  `${brand}s` === word || word.endsWith('s') !== brand.endsWith('s');

/** Two of one name, or of names that look the same. */
function doubles(offers: readonly Offer[]): ToolHit[] {
  const seen = new Map<string, Offer>();
  return offers.flatMap((offer): ToolHit[] => {
    const key = `${offer.file} ${flat(offer.name)}`;
    const first = seen.get(key);
    if (first === undefined || offer.name === '') {
      seen.set(key, offer);
      return [];
    }
    const related = [{ at: first.at, role: 'the other one' }];
    return [
      { at: offer.at, confidence: 'certain', severity: 'HIGH', note: `"${first.name}" is offered already.`, related },
    ];
  });
}

const lookalike = toolRule({
  id: 'MCP-04',
  title: 'A tool takes the name of another',
  question: 'Does a name equal, near or look like that of a known tool or of another in the list?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-MCP03', 'CWE-1007', 'CWE-349'],
  why: 'An agent chooses tools by name; a name that passes for another gets calls that were meant for that one.',
  fix: 'Choose a name of your own, in plain letters.',
  blindTo:
    'Known are the tools that hosts bring and those of widely used servers. The very name of a tool of a host is medium: some servers offer the same on purpose. Names of widely used servers may be used by everybody; nothing but the name of a well-known service, at an address that is not its own, is medium.',
  check: ({ tools, files }) => [
    ...tools.flatMap((tool) => disguised(tool, tools.map(({ description }) => description.toLowerCase()).join(' '))),
    ...files.flatMap(misnamed),
    ...files.flatMap(borrowed),
    ...files.flatMap(posing),
    ...files.flatMap(nearlyNamed),
    ...files.flatMap(official),
    ...files.flatMap(dressed),
    ...files.flatMap(({ offers }) => doubles(offers.filter(({ kind }) => kind === 'tool'))),
  ],
});

export const NAME_RULES: readonly ToolRule[] = [shadow, lookalike];
