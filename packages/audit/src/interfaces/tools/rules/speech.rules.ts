import { foldText } from '@assay/analysis/bundle/decode/fold';
import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { Severity } from '@assay/analysis/types';
import { collects } from '../collects.ts';
import { memberOf, type ObjectNode, stringsIn } from '../json/node.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';
import { GRAVE_SIGNS, PROMPT_SIGNS, SHOWN_SIGNS, SIGNS, type Sign, signsOf } from '../signs.ts';
import type { Heard, Hidden, Said } from '../speech.ts';
import { wordsOf } from '../words.ts';
import { saidInSource } from './source-prompts.ts';

const NONE: ReadonlySet<Sign> = new Set();

type Marked = { readonly said: Said; readonly signs: readonly Sign[] };

/** What the texts of one offer order, together: one sign may be style, two are a plan. */
function ordersIn({ said }: Heard, facts: ToolFacts, isCollector = false, but: ReadonlySet<Sign> = NONE): ToolHit[] {
  const marked: Marked[] = said
    .map((one) => ({ said: one, signs: signsOf(one, facts).filter((sign) => !but.has(sign)) }))
    .filter(({ signs }) => signs.length > 0);
  const kinds = new Set(marked.filter((one) => !one.said.isMention).flatMap(({ signs }) => signs));
  // What goes by the shape of a sentence alone warns, and makes no plan.
  const count = [...kinds].filter((sign) => sign !== 'bid').length + (isCollector ? 1 : 0);
  return marked.map(({ said: one, signs }) => ({
    at: one.at,
    confidence: one.isMention ? 'tentative' : 'firm',
    severity: severityOf(one, signs, kinds, count),
    isHidden: one.isHidden,
    note: `It ${signs.map((sign) => SIGNS[sign]).join(' and ')}.`,
  }));
}

function severityOf(
  { isHidden, isMention }: Said,
  signs: readonly Sign[],
  kinds: ReadonlySet<Sign>,
  count: number,
): Severity {
  if (isMention) return 'MEDIUM';
  const isGrave = signs.some((sign) => GRAVE_SIGNS.has(sign));
  const hasGrave = [...kinds].some((sign) => GRAVE_SIGNS.has(sign));
  if (isHidden) return 'CRITICAL';
  // What blocks has to be shown: a path, a command, an address, and no tone alone.
  const isShown = [...kinds].some((sign) => SHOWN_SIGNS.has(sign));
  if (count >= 2 && hasGrave && isShown) return 'CRITICAL';
  return isGrave || count >= 2 ? 'HIGH' : 'MEDIUM';
}

const isCollector = (tool: Offer): boolean => tool.parameters.some((one) => collects(one, tool) !== undefined);

const COPIED_TO =
  /^(?:bcc|cc|copy_?to|forward_?to|reply_?to|also_?to|notify|notify_?url|callback|callback_?url|webhook|webhook_?url|mirror|mirror_?to|report_?to|archive_?to|backup_?to|recipients?|to|destination|sink|forward|audit_?url)$/i;
const SOMEBODY = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^https?:\/\/(?!localhost|127\.|\[::1\])[\w-]+(?:\.[\w-]+)+/i;

/** Whatever is handed in goes to somebody, unless the agent says otherwise. */
const sentAlong = ({ parameters }: Offer): ToolHit[] =>
  parameters
    .filter(({ name, schema }) => {
      const given = ['default', 'const'].flatMap((key) => memberOf(schema, key) ?? []);
      const values = given.flatMap((node) => [...stringsIn(node)].map((one) => one.node.value));
      return COPIED_TO.test(wordsOf(name).join('_')) && values.some((value) => SOMEBODY.test(value));
    })
    .slice(0, 1)
    .map(({ at }) => ({
      at,
      confidence: 'firm',
      severity: 'MEDIUM',
      note: 'By its default it sends to somebody whom nobody named.',
    }));

const directive = toolRule({
  id: 'MCP-01',
  title: 'A tool gives the agent orders',
  question: 'Does a name, description, schema, default or annotation give the agent orders, name secrets or conceal?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-1427'],
  why: 'Whatever a list of tools says is put before the agent as if it were true; the user sees the name at most.',
  fix: 'Say what the tool does and what it needs. Leave out everything that tells the agent what to do besides.',
  blindTo:
    'It reads how sentences are built, as for skills; an order in words that name nothing of weight is for models and people. One sign that is ordinary elsewhere (an address, a key, something the user is not to be asked) is medium, a grave one high, two different ones in one tool of which one can be pointed at (a path, a command, an address), or any out of sight, critical. What goes by the sense of a sentence in one of fourteen languages, and a default that sends to somebody, is medium. What stands in quotation marks as the words of others is medium at most.',
  check: (facts) => [
    ...facts.tools.flatMap((tool) => [...ordersIn(facts.heard(tool), facts, isCollector(tool)), ...sentAlong(tool)]),
    ...facts.card.flatMap((heard) => ordersIn(heard, facts)),
  ],
});

const CERTAIN: ReadonlySet<Hidden['technique']> = new Set([
  'tag-characters',
  'variation-selectors',
  'zero-width',
  'bidi',
]);

function concealedIn({ hidden }: Heard): ToolHit[] {
  return hidden.flatMap((one): ToolHit[] => {
    const severity = weightOf(one);
    return severity === undefined
      ? []
      : [{ at: one.at, confidence: 'certain', severity, isHidden: true, note: shown(one) }];
  });
}

/** Letters nobody sees have no other purpose; markup and encodings have, so there it is what comes out that counts. */
function weightOf({ technique, carries, revealed }: Hidden): Severity | undefined {
  if (CERTAIN.has(technique)) return 'CRITICAL';
  if (technique === 'encoded-run') return carries === 'command' ? 'HIGH' : carries === 'url' ? 'MEDIUM' : undefined;
  if (technique === 'html-comment') return revealed.trim().split(/\s+/).length >= 4 ? 'MEDIUM' : undefined;
  return 'HIGH';
}

/** One word in letters of two scripts: it looks like another word, and is none. */
const MIXED = /(?<!\p{L})(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{4,}/u;
const mixedScripts = ({ texts }: Offer): ToolHit[] =>
  texts
    .filter(({ view, isKey }) => isKey && MIXED.test(view.text) && foldText(view.text) !== undefined)
    .slice(0, 1)
    .map(({ view }) => ({
      at: { view, start: 0, end: view.text.length },
      confidence: 'firm',
      severity: 'HIGH',
      note: 'A name is written in letters of two scripts.',
    }));

const shown = ({ technique, revealed }: Hidden): string =>
  revealed.trim() === ''
    ? `By ${technique.replaceAll('-', ' ')}.`
    : `By ${technique.replaceAll('-', ' ')} it says more than it shows.`;

const hiddenText = toolRule({
  id: 'MCP-02',
  title: 'A tool carries text nobody sees',
  question: 'Is there hidden Unicode or other text out of sight anywhere in the list?',
  severity: 'CRITICAL',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-451', 'CWE-1007'],
  why: 'Who approves a tool sees the list as it is shown; the agent reads every character of it.',
  fix: 'Write in letters that can be seen, and delete the rest.',
  blindTo:
    'Tag characters, selectors, zero-width and direction controls are critical; text pushed out of view and terminal controls high; comments and encoded text medium to high, by what comes out; a name in letters of two scripts high. Emoji, right-to-left words and joiners of scripts that need them are left alone.',
  check: (facts) => [
    ...facts.tools.flatMap((tool) => [...concealedIn(facts.heard(tool)), ...mixedScripts(tool)]),
    ...facts.card.flatMap(concealedIn),
  ],
});

const raised = (hits: readonly ToolHit[]): ToolHit[] =>
  hits.map((hit) =>
    hit.severity !== undefined && isAtLeast(hit.severity, 'MEDIUM') ? hit : { ...hit, severity: 'MEDIUM' },
  );

const otherOffers = toolRule({
  id: 'MCP-14',
  title: 'A prompt or resource gives orders or hides text',
  question: 'Do prompts or resources carry orders, secret places or text out of sight?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-MCP03', 'CWE-1427'],
  why: 'Prompts and resources go into the conversation with the same trust as the words of the user.',
  fix: 'Keep prompts to the task their name says, and resources to the data.',
  blindTo:
    'Texts of prompts that are only fetched later are not in the list; of those in a source only shapes that no task needs count, as medium. A prompt is made of orders: only those with a sign of MCP-01 count.',
  check: (facts) => [
    ...saidInSource(facts),
    ...[...facts.prompts, ...facts.resources].flatMap((offer) => {
      const heard = facts.heard(offer);
      return raised([
        ...ordersIn(heard, facts, false, offer.kind === 'prompt' ? PROMPT_SIGNS : NONE),
        ...concealedIn(heard),
        ...secretPlace(offer),
        ...putIntoMouth(offer),
      ]);
    }),
  ],
});

/** What the agent is made to have said: a promise in its name, before anybody asked. */
function putIntoMouth({ kind, at, node }: Offer): ToolHit[] {
  const messages = memberOf(node, 'messages');
  const isPromised = (messages?.kind === 'array' ? messages.items : []).some((message) => {
    const role = memberOf(message, 'role');
    return (
      role?.kind === 'string' &&
      role.value === 'assistant' &&
      [...stringsIn(message)].some(({ node: { value } }) => PROMISE.test(value))
    );
  });
  return kind === 'prompt' && isPromised
    ? [
        {
          at,
          confidence: 'firm',
          severity: 'MEDIUM',
          note: 'It has the agent promise something that nobody asked for.',
        },
      ]
    : [];
}
const PROMISE = /\bI(?:['’]ll| will| shall| am going to|['’]m going to| have| may now| no longer)\b/;

/** A resource that is a file of credentials. */
const secretPlace = ({ kind, at, name, node }: Offer): ToolHit[] =>
  kind === 'resource' && isSecretUri(name, node)
    ? [{ at, confidence: 'firm', severity: 'HIGH', note: 'It offers a file of credentials.' }]
    : [];

function isSecretUri(name: string, node: ObjectNode): boolean {
  const uri = memberOf(node, 'uri') ?? memberOf(node, 'uriTemplate');
  const text = uri?.kind === 'string' ? uri.value : name;
  return isSecretPath(classifyPath(text.replace(/^file:\/\//i, '')));
}

export const SPEECH_RULES: readonly ToolRule[] = [directive, hiddenText, otherOffers];
