import type { Capability } from '../../model.ts';
import { hitsOf } from '../../prose/index.ts';
import { type JsonNode, memberOf } from '../json/node.ts';
import { kindOf } from '../parameter-kind.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';
import { type Act, actOfHead, actsOfName, wordsOf } from '../words.ts';

const flag = (node: JsonNode | undefined, name: string): boolean | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'plain' && typeof value.value === 'boolean' ? value.value : undefined;
};

/** Hints stand in `annotations`; some servers write them beside the name. */
const hint = ({ annotations, node }: Offer, name: string): boolean | undefined =>
  flag(annotations, name) ?? flag(node, name);

const CHANGING: ReadonlySet<Act> = new Set(['remove', 'change', 'send', 'run']);

/** What it does by its own words: the name first, then the head of its description. */
const actsOf = (tool: Offer): Act[] => {
  const head = actOfHead(tool.description);
  return [...actsOfName(tool.name), ...(head === undefined ? [] : [head])];
};

function contradictions(tool: Offer): ToolHit[] {
  const named = actsOfName(tool.name);
  const head = actOfHead(tool.description);
  const hit = (note: string, isSure: boolean): ToolHit => ({
    at: tool.at,
    confidence: 'firm',
    severity: isSure ? 'HIGH' : 'MEDIUM',
    note,
  });
  const hits: ToolHit[] = [];
  const isReading = named[0] === 'read' || (named.length === 0 && head === 'read');
  const changes = [...named, ...(head === undefined ? [] : [head])].filter((act) => CHANGING.has(act));
  const isQuery = /\b(?:sql|query|queries)\b/i.test(wordsOf(tool.name).join(' '));
  if (hint(tool, 'readOnlyHint') === true && changes.length > 0 && !isReading && !isQuery)
    hits.push(hit(`It says it only reads, and by its own words it does "${changes[0]}".`, true));
  else if (hint(tool, 'readOnlyHint') === true && isReading && isWriter(tool))
    hits.push(hit('It says it only reads, and takes what is to be written.', false));
  if (hint(tool, 'destructiveHint') === false && actsOf(tool).includes('remove') && !isReading)
    hits.push(hit('It says it destroys nothing, and by its own words it removes.', true));
  if (
    hint(tool, 'openWorldHint') === false &&
    (actsOf(tool).includes('send') || tool.parameters.some((one) => kindOf(one) === 'url'))
  )
    hits.push(
      hit(
        'It says it stays in a closed world, and takes an address or sends.',
        hint(tool, 'readOnlyHint') !== undefined,
      ),
    );
  return hits;
}

/** Also what a reading tool says further on: "… and then deletes the original". */
const ALSO =
  /\b(?:and|then|also|afterwards|finally)\s+(?:\w+ly\s+)?(?:delet|remov|eras|wip|overwrit|drop|send|post|upload|execut|purg|modif|updat|writ)\w*/i;
const isWriter = ({ description, parameters }: Offer): boolean =>
  ALSO.test(description) ||
  parameters.some(({ name }) => /^(?:new_?)?(?:content|contents|body|payload)$|overwrite|delete|force/i.test(name));

const contradiction = toolRule({
  id: 'MCP-07',
  title: 'Annotations say otherwise than the tool',
  question: 'Do annotations contradict what name, description or schema say the tool does?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-451', 'OWASP-MCP03', 'OWASP-LLM06'],
  why: 'Hosts ask for less confirmation where a tool says it only reads. Annotations are claims, never evidence.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint to what the tool does.',
  notes:
    'It knows acts by the verb of the name and at the head of the description. A claim that contradicts nothing is not taken as true either.',
  check: ({ tools }) => tools.flatMap(contradictions),
});

const PRIVATE = new Set(
  'file files document documents email emails mail inbox message messages contact contacts calendar database db record records note notes drive secret secrets credential credentials clipboard history customer customers patient payroll wallet keychain screenshot screen environment env'.split(
    ' ',
  ),
);
const OPEN = new Set(
  'web website page pages url issue issues comment comments email emails mail inbox feed rss browser html site tweet tweets post posts review reviews internet ticket tickets'.split(
    ' ',
  ),
);

type Leg = 'private' | 'open' | 'out';

function legsOf(tool: Offer): Leg[] {
  const acts = actsOf(tool);
  const words = [...wordsOf(tool.name), ...wordsOf(tool.description.split(/[.\n]/)[0] ?? '')];
  const kinds = tool.parameters.map(kindOf);
  const reads = acts.includes('read') || acts.includes('run');
  const legs: Leg[] = [];
  if (reads && (kinds.includes('path') || words.some((word) => PRIVATE.has(word)))) legs.push('private');
  if (reads && (kinds.includes('url') || words.some((word) => OPEN.has(word)))) legs.push('open');
  const carries = tool.parameters.some(({ name }) =>
    /^(?:body|data|content|payload|message|text|headers)$/i.test(name),
  );
  if (acts.includes('send') || (kinds.includes('url') && carries) || kinds.includes('recipient')) legs.push('out');
  return legs;
}

const LEGS: readonly Leg[] = ['private', 'open', 'out'];

const trifecta = toolRule({
  id: 'MCP-08',
  title: 'Private data, foreign words and a way out',
  question: 'Do the tools together read private data, take in foreign text and send outward?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['OWASP-LLM06', 'OWASP-LLM02', 'CWE-200'],
  why: 'Foreign text can tell the agent to fetch private data with one tool and to send it with another.',
  fix: 'Split the server, or have the user confirm whatever leaves.',
  notes:
    'It goes by verbs, nouns and parameters of the tools of one list; tools of other servers in the same conversation are not known here. One tool that does all three is high.',
  check: ({ tools }) => {
    const legs = tools.map((tool) => ({ tool, has: legsOf(tool) }));
    const alone = legs.find(({ has }) => LEGS.every((leg) => has.includes(leg)));
    if (alone !== undefined)
      return [
        { at: alone.tool.at, confidence: 'firm', severity: 'HIGH', note: `"${alone.tool.name}" alone does all three.` },
      ];
    const found = LEGS.map((leg) => legs.find(({ has }) => has.includes(leg))?.tool);
    const [first, second, third] = found;
    if (first === undefined || second === undefined || third === undefined) return [];
    const related = [
      { at: second.at, role: 'takes in foreign text' },
      { at: third.at, role: 'sends outward' },
    ];
    return [
      {
        at: first.at,
        confidence: 'firm',
        note: `"${first.name}" reads, "${second.name}" takes in, "${third.name}" sends.`,
        related,
      },
    ];
  },
});

type Denial = { readonly of: 'network' | 'writing' | 'running'; readonly at: ToolHit['at'] };

const NETWORK_WORDS =
  /\b(?:network|internet|online|sent|send|sends|sending|upload\w*|transmit\w*|leaves?|third part(?:y|ies)|external|remote|telemetry|track\w*|phone home)\b/;
const WRITING_WORDS = /\b(?:writ\w+|modif\w+|chang\w+|delet\w+|stor\w+|sav\w+|persist\w*|alter\w*)\b/;
const RUNNING_WORDS = /\b(?:execut\w+|run|runs|shell|commands?|process(?:es)?|code)\b/;
const LOCAL =
  /\b(?:offline|(?:entirely|purely|fully|completely|only|strictly) (?:local(?:ly)?|in memory)|local(?:ly)? only|read-only|no (?:network|internet|side effects?))\b/;

/** What lists say that a server does not do. */
function denialsOf(facts: ToolFacts): Denial[] {
  const heard = [...facts.tools.map(facts.heard), ...facts.card].flatMap(({ said }) => said);
  const spoken = heard.flatMap(({ sentence, at, value }): Denial[] => {
    const { text } = sentence;
    if (value?.isOrder === true && /\byou\b/.test(text)) return [];
    const isLocal = LOCAL.test(text);
    const isDenied = isLocal || hitsOf(sentence, 'negator').length > 0 || /\b(?:no|nothing|without)\b/.test(text);
    if (!isDenied) return [];
    const of: Denial['of'][] = [];
    if (NETWORK_WORDS.test(text) || /offline|local/.test(LOCAL.exec(text)?.[0] ?? '')) of.push('network');
    if (WRITING_WORDS.test(text) || /read-only|side effect/.test(text)) of.push('writing');
    if (RUNNING_WORDS.test(text) && !isLocal) of.push('running');
    return of.map((one) => ({ of: one, at }));
  });
  const hinted = facts.tools.every((tool) => hint(tool, 'readOnlyHint') === true)
    ? facts.tools.slice(0, 1).map((tool): Denial => ({ of: 'writing', at: tool.at }))
    : [];
  const closed = facts.tools.every((tool) => hint(tool, 'openWorldHint') === false)
    ? facts.tools.slice(0, 1).map((tool): Denial => ({ of: 'network', at: tool.at }))
    : [];
  return [...spoken, ...hinted, ...closed];
}

const DOES: Readonly<Record<Denial['of'], readonly Capability[]>> = {
  network: ['net.http', 'net.raw', 'msg.send'],
  writing: ['fs.write', 'fs.delete', 'system.persist'],
  running: ['proc.exec', 'code.dynamic'],
};
const LIVE = new Set(['executable', 'directive', 'hidden']);
const isTest = (file: string): boolean => /(?:^|\/)(?:tests?|__tests__|spec)\/|\.(?:test|spec)\.\w+$/.test(file);

const implementation = toolRule({
  id: 'MCP-16',
  title: 'The source does what the description denies',
  question: 'Does the implementation reach the network, files or programs that the list says it leaves alone?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-1059', 'OWASP-MCP03', 'CWE-451'],
  why: 'Somebody who reads the list approves something else than what runs.',
  fix: 'Say what the server does, or stop doing it.',
  notes:
    'Only when the source came along, in a language the engine reads. What is merely not mentioned is for the rules of code.',
  check: (facts) => {
    const done = facts.code.of('capability').filter(({ context, file }) => LIVE.has(context) && !isTest(file));
    return denialsOf(facts).flatMap(({ of, at }): ToolHit[] => {
      const deed = done.find(({ value }) => DOES[of].includes(value.name));
      if (deed === undefined) return [];
      const related = [{ at: deed.span, role: 'what it does' }];
      return [{ at, confidence: 'firm', note: `${deed.file} does it (${deed.value.name}).`, related }];
    });
  },
});

export const CLAIM_RULES: readonly ToolRule[] = [contradiction, trifecta, implementation];
