import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, type Entry, entriesOf, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import { givenIn } from './excess.rule.ts';
import { inputsOf, isSaidBound } from './input.rules.ts';
import { sayingsOf, sentencesOf } from './spoken.ts';
import { labelOf, nameOf } from './words.ts';

const OTHERS =
  /\b(?:upstream|partners?|third[- ]part(?:y|ies)|suppliers?|providers?|carriers?|vendors?|remote (?:services?|servers?|hosts?|sites?)|external (?:services?|apis?|sources?|systems?|feeds?)|source systems?|other services?|feeds?|lieferant\w*|anbieter\w*|dienste?s?|partenaires?|fournisseurs?|proveedor(?:es)?|socios?|fornitor[ei]|fornecedor(?:es)?|drittanbieter\w*|tiers|terceros|origin servers?|(?:answer|reply|response|data|message|payload|result|values?|whatever|what) (?:of|from|sent by|given by|returned by|the) (?:the |an? |our )?(?:[\w-]+ ){0,2}(?:bank|registry|bureau|gateway|processor|feed|api|service|system|platform|exchange|courier|host|site|device)s?)\b/i;
const USED =
  /\b(?:merged|inserted|copied|taken over|stored|executed|run|applied|used|passed (?:on|through)|forwarded|relayed|returned|written|imported|accepted|shown|rendered|displayed|evaluated|parsed|trusted|believed|kept|saved|book(?:ed|s)|cop(?:y|ies)|stores?|appl(?:y|ies)|shows?|uses?|takes?|taken|relies|rely|accepts?|runs?|executes?|deseriali[sz]ed|decides?|overwrit\w+)\b/i;
/** It comes before others. */
const PUBLISHED =
  /\b(?:go(?:es)? (?:live|out|on|into|to)|appears?|is live|reach(?:es)?|become|becomes|ends? up|published|sent on|handed on|put)\b/i;
const UNCHECKED =
  /\b(?:as (?:is|received|sent|given|delivered|returned|(?:it|they) (?:comes?|came|arrives?|arrived|got|stands?|is|are|was|were))|as-is|verbatim|unmodified|unchanged|unchecked|untouched|directly|whatever|trusted|blindly|proposes?|without (?:any |further )?(?:validation|validating|checks?|checking|sanitis\w*|sanitiz\w*|filtering|verification|verifying|escaping)|not (?:validated|checked|sanitised|sanitized|verified|escaped|looked at|inspected|compared)|no (?:check|checks|validation|verification|schema|signature)|at (?:its|their|face) (?:word|value)|without looking|without a second look|unseen|in full trust|authoritative|unconditionally|no questions)(?!\p{L})/iu;
/** The same in other languages, where the verb is not asked for. */
const UNCHECKED_ABROAD =
  /(?<!\p{L})(?:ungeprüft|unverändert|ohne (?:weitere )?(?:prüfung|validierung|kontrolle)|tel(?:le)?s? quel(?:le)?s?|sans (?:vérification|contrôle|validation)|tal cual|sin (?:validar|verificar|comprobar|validación|verificación)|senza (?:verifica|controllo|validazione)|sem (?:validação|verificação|validar|verificar)|wie geliefert|ohne sie zu prüfen)(?!\p{L})/iu;
/** What is wrong whoever sends it. */
const CARELESS: readonly RegExp[] = [
  /\bas (?:the|an?|its|their) (?:[\w-]+ ){0,2}(?:delivers?|sends?|returns?|gives?|reports?|supplies|provides?|writes?) (?:it|them)\b/i,
  /\b(?:on|to|from|at) (?:whichever|whatever|any) (?:host|address|server|url|domain)\b[^.]{0,40}\b(?:points?|names?|says?|gives?|given|leads?)\b/i,
  // A redirect, and the service goes along: to another host, or without saying where it stops.
  /\bredirect\w*\b[^.]{0,80}\b(?:goes|go|follow\w*|chas\w+|taken|honou?red|obeyed)\b[^.]{0,60}\b(?:any|wherever|whatever|whichever|anywhere|other|another|also|even)\b/i,
  // Programs and parts of machines that come without proof of where they are from.
  /\b(?:images?|firmware|packages?|builds?|updates?|plug-?ins?|modules?|binar(?:y|ies)|scripts?|models?|archives?|artefacts?|artifacts?|extensions?|rule ?sets?|containers?)\b[^.]{0,60}\b(?:no|not|without|lacks?|un)[ -]?(?:a |any |being )?(?:signatures?|checksums?|sign(?:ed|ing)|hash(?:es)?|digest|pinned|verified|verification)\b/i,
  // What the other one delivers is what happens here.
  /\bwhat(?:ever)? (?:the |an? |our |their )?(?:[\w-]+ ){1,4}(?:is|are) (?:exactly |simply |just )?what (?:is|gets|we|the|ends)\b/i,
  /\bfollow(?:s|ing|ed)? (?:(?!no\b|only\b)[\w-]+ ){0,3}redirects?\b|\bredirects? (?:are|is|will be) followed\b/i,
  /\b(?:certificates?|tls|ssl)\b[^.]{0,40}\b(?:not (?:verified|checked|validated)|ignored|disabled|skipped)\b/i,
  /\b(?:skip|disable|ignor)\w*[^.]{0,30}\b(?:certificate|tls|ssl)\b|\bself-signed certificates? (?:are|is) accepted\b/i,
  /\b(?:install|execut|run|deploy|flash|load)(?:s|es|ed)? (?:the|whatever|any|what|each|every) (?:[\w-]+ ){0,3}(?:it |they |that is |is |was |were )?(?:receiv|download|fetch|get|sent|return|given)\w*/i,
  /\b(?:signatures?|checksums?|hash(?:es)?|digests?)\b[^.]{0,40}\b(?:not (?:verified|checked|validated|compared|required)|ignored|optional|skipped)\b/i,
  /\bfollow\b.{0,60}\b(?:url|link|address|href)\b[^.]{0,60}\b(?:key|token|credentials?|authorization|header)\b/i,
  /\bexternal entit(?:y|ies)\b[^.]{0,30}\b(?:enabled|allowed|resolved|on)\b/i,
  /\b(?:authorization|tokens?|credentials?|cookies?|keys?|header)\b[^.]{0,60}\b(?:repeated|sent again|resent|forwarded|kept|carried over|passed on)\b[^.]{0,60}\b(?:location|redirect\w*|new (?:address|host)|moved|destination)\b/i,
  /\b(?:location|redirect\w*|moved)\b[^.]{0,80}\b(?:authorization|tokens?|credentials?|cookies?)\b[^.]{0,40}\b(?:repeated|sent again|resent|forwarded|kept)\b/i,
];
const DENIED =
  /\b(?:never|not|no|no longer|won't|without)\b[^.]{0,24}\b(?:follow|redirects?|trust\w*|skip\w*|disabl\w*|ignor\w*|repeated|resent|forwarded)|\b(?:checked|validated|verified|compared) (?:against|by|with|before|first)\b|\brefused\b|\brejected\b/i;

const isTrusting = (text: string): boolean =>
  sentencesOf(text).some((sentence, index, all) => {
    if (DENIED.test(sentence)) return false;
    if (CARELESS.some((pattern) => pattern.test(sentence))) return true;
    if (UNCHECKED_ABROAD.test(sentence) && OTHERS.test(sentence)) return true;
    // Who is spoken of may be named a sentence before.
    return (
      OTHERS.test(`${all[index - 1] ?? ''} ${sentence}`) &&
      (USED.test(sentence) || PUBLISHED.test(sentence)) &&
      UNCHECKED.test(sentence)
    );
  });

const SWITCH =
  /^(?:follow_redirects?|insecure(?:_\w+)?|skip_(?:tls|ssl|cert\w*)_?(?:verify|verification|validation)?|allow_insecure|allow_self_signed|ignore_(?:ssl|tls|cert\w*)_?(?:errors)?|trust_all(?:_certs)?|disable_(?:ssl|tls)(?:_verification)?)$/;
const CHECK =
  /^(?:verify_(?:ssl|tls|certificates?|peer)|ssl_verify|tls_verify|validate_(?:ssl|tls|certificates?|response|payload)|strict_ssl)$/;

const onward =
  /^(?:return(?:_?to|_url|_uri)|next|continue|redirect(?:_to|_url|_uri)?|to|dest|destination|goto|target|url|forward(?:_to)?|back(?:_url)?|callback_url|success_url|relay_state)$/;

/** Where people may be sent back to, as those who register it write it down. */
const ONWARD_LIST = /^(?:\w+_)?(?:redirect|return|callback|logout)_?(?:uris?|urls?)$/;
const ANYWHERE =
  /\bwild ?cards?\b|\bany (?:host|domain|address|url|uri|scheme|site|path|value)\b|\bprefix(?:es)? (?:match|are|is)|\bnot (?:compared|checked|validated|restricted)\b|\*\./i;
const shows = (node: TreeNode): string =>
  node.kind === 'list' ? node.items.map((one) => String(scalarOf(one))).join(' ') : String(scalarOf(node));

/** A caller says where the browser goes next, and nothing says where it may. */
function onwardHits(document: ApiDocument, operation: Operation): ApiHit[] {
  const isSent = operation.answers.some(({ status }) => /^3/.test(status)) || /\bredirects?\b/i.test(operation.prose);
  // With OAuth the address is one that the client has registered.
  const isOAuth = operation.parameters.some(({ name }) => nameOf(name) === 'client_id');
  const wild = inputsOf(document, operation).find(
    ({ name, description, schema }) =>
      ONWARD_LIST.test(nameOf(name)) &&
      !isSaidBound(description) &&
      (ANYWHERE.test(`${description} ${textAt(childOf(schema, 'items'), 'description')}`) ||
        [...samplesOf(schema), ...samplesOf(childOf(schema, 'items'))].some((one) => shows(one).includes('*'))),
  );
  if (wild !== undefined) {
    const note = `${labelOf(operation)} lets "${wild.name}" stand for places that nobody named.`;
    return [{ at: wild.at, confidence: 'firm', note, class: 'onward' }];
  }
  if (operation.method !== 'get' || !isSent || isOAuth) return [];
  const way = inputsOf(document, operation).find(
    ({ name, in: place, schema, description }) =>
      place === 'query' &&
      (onward.test(nameOf(name)) || ['uri', 'url'].includes(textAt(schema, 'format'))) &&
      !isBounded(schema) &&
      !isSaidBound(`${description} ${operation.prose}`),
  );
  if (way === undefined) return [];
  const note = `${labelOf(operation)} sends people wherever "${way.name}" says.`;
  return [{ at: way.at, confidence: 'firm', note, class: 'onward' }];
}

/** Everything that an operation says about itself to machines: `x-…` and what stands in it. */
const settingsOf = (node: TreeNode): Entry[] =>
  entriesOf(node)
    .filter(({ key }) => key.startsWith('x-'))
    .flatMap((entry) => [entry, ...below(entry.value)]);
const SETTINGS_DEPTH_MAX = 4;
const below = (node: TreeNode, depth = 0): Entry[] =>
  depth > SETTINGS_DEPTH_MAX ? [] : entriesOf(node).flatMap((entry) => [entry, ...below(entry.value, depth + 1)]);

const OFF = /^(?:false|none|off|no|disabled|skip|never|ignore)$/i;
const HELD_REDIRECTS = /^(?:false|none|off|no|never|0|manual|error|same[-_ ]?(?:host|origin|domain)|deny|block)$/i;
/** A check that is turned off, or redirects that are followed wherever they lead. */
function isShaky({ key, value }: Entry): boolean {
  const name = nameOf(key.replace(/^x-/, ''));
  const text = String(scalarOf(value) ?? '');
  if (text === '') return false;
  if (/^(?:follow_?redirects?|redirects?|redirect_policy)$/.test(name)) return !HELD_REDIRECTS.test(text);
  if (SWITCH.test(name)) return !OFF.test(text);
  return (CHECK.test(name) || CHECKING.test(name)) && OFF.test(text);
}
const CHECKING =
  /^(?:\w+_)?(?:tls|ssl|certificate|cert|response|schema|payload|signature|host)_?(?:verify|verification|validation|validate|check|pinning)$|^(?:verify|validate|check)_\w+$/;

const CREDENTIAL_WORD = /\b(?:authorization|cookies?|bearer|api[- ]key|credentials?|access token)\b/i;
/** An answer that leads elsewhere, and a credential that goes along: in whatever language the rest is said. */
const carriesOn = ({ answers, prose, security }: Operation): boolean =>
  !security.isOpen &&
  answers.some(
    ({ status, headers }) => /^30[1278]$/.test(status) && headers.some(({ key }) => key.toLowerCase() === 'location'),
  ) &&
  sentencesOf(prose).some((sentence) => CREDENTIAL_WORD.test(sentence) && !DROPS.test(sentence));
const DROPS =
  /\b(?:no|not|never|without|drop\w*|remov\w*|strip\w*|nicht|kein\w*|ohne|sans|sin|senza|sem|zonder|geen|bez)\b/i;

function trustHits(document: ApiDocument, operation: Operation): ApiHit[] {
  const label = labelOf(operation);
  const inputs = inputsOf(document, operation);
  const shaky = inputs.find(({ name, schema }) => {
    const key = nameOf(name);
    const standard = scalarOf(childOf(schema, 'default'));
    return (SWITCH.test(key) && standard !== false) || (CHECK.test(key) && standard === false);
  });
  if (shaky !== undefined) {
    const note = `${label} lets callers turn off a check by "${shaky.name}".`;
    return [{ at: shaky.at, confidence: 'firm', note, class: 'switch' }];
  }
  const setting = settingsOf(operation.node).find(isShaky);
  if (setting !== undefined) {
    const note = `${label} is set up to trust another service ("${setting.key}").`;
    return [{ at: setting.at, confidence: 'firm', note, class: 'setting' }];
  }
  if (carriesOn(operation)) {
    const note = `${label} sends callers elsewhere, with the credential that is meant for it.`;
    return [{ at: operation.at, confidence: 'firm', note, class: 'carried on' }];
  }
  const told = [
    operation.prose,
    ...inputs.map(({ description }) => description),
    ...operation.answers.map(({ description }) => description),
    ...givenIn(document, operation).map(({ description }) => description),
  ];
  if (!told.some(isTrusting)) return [];
  return [
    { at: operation.at, confidence: 'firm', note: `${label} says that it trusts another service.`, class: 'said' },
  ];
}

export const upstream = apiRule({
  id: 'API-15',
  title: 'Trusts what others say',
  question: 'Are redirects followed, certificates ignored, or answers of others used unchecked?',
  severity: 'MEDIUM',
  references: ['OWASP-API10:2023', 'CWE-346', 'CWE-295', 'CWE-601', 'CWE-611'],
  why: 'Whoever has the other service, or writes the link, has this one too.',
  fix: 'Check what comes from others as what comes from callers, and go only where a list allows.',
  blindTo:
    'Only where a sentence or a switch says so, and where a redirect goes to an address from the query that nothing bounds.',
  check: (document) => [
    ...sayingsOf(document)
      .filter(({ text }) => isTrusting(text))
      .map(
        ({ at }): ApiHit => ({ at, confidence: 'firm', note: 'The service is said to trust others.', class: 'said' }),
      ),
    ...document.operations
      .filter(({ kind }) => kind === 'path')
      .flatMap((operation) => [...trustHits(document, operation), ...onwardHits(document, operation)]),
  ],
});
