import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import { bidsOf } from '@assay/analysis/prose/index';
import { abroad, isAbroad } from '@assay/analysis/prose/vocabulary/index';
import { memberOf, stringsIn } from './json/node.ts';
import { namesThing } from './parameter-kind.ts';
import type { Offer, Parameter } from './server.ts';
import { pathsIn } from './signs.ts';
import { wordsOf } from './words.ts';

const isNumberOf = (text: string): boolean => /\b(?:ids?|identifier|name|title|number|url|uuid)\b/i.test(text);

/** What a parameter wants that is the agent's own or the user's alone. */
export function collects(one: Parameter, tool: Offer): string | undefined {
  if (one.types.length > 0 && !one.types.some((type) => type === 'string' || type === 'object' || type === 'array'))
    return undefined;
  const words = wordsOf(one.name).join(' ');
  if (namesThing(one, 'conversation') && !isNumberOf(words))
    return isAboutTalk(tool) ? undefined : 'the conversation or the prompt';
  if (namesThing(one, 'standing-rules')) return 'the instructions of the agent';
  if (pathsIn(one.told).some((path) => isSecretPath(classifyPath(path))))
    return 'the contents of a file of credentials';
  const isSaid = isTalk(one.told) || bidsOf(one.told).includes('conversation');
  if (isSaid && !isAboutTalk(tool)) return 'what was said before';
  if (isSecretDefault(one)) return 'a secret, by its default';
  if (KNOWN_ABOUT.test(one.told)) return 'what the agent knows of its user';
  if (STARTED_WITH.test(one.told)) return 'the instructions of the agent';
  if (BETWEEN_US.test(one.told) && !isAboutTalk(tool)) return 'what was said before';
  if (CREDENTIAL_FILES.test(one.told)) return 'the contents of a file of credentials';
  if (isAbroad(one.told) && isKnownAbroad(one.told) && !isAboutTalk(tool)) return 'what was said before';
  if (OTHERS.test(one.told)) return 'what other tools said';
  return CONTENTS.test(one.told) && HOLDINGS.test(one.told) && !FROM_USER.test(one.told)
    ? 'the contents of files it does not name'
    : undefined;
}

/** The same in other languages: what was said, or what the one who reads knows. */
const isKnownAbroad = (text: string): boolean =>
  abroad('talk', text).length > 0 ||
  (abroad('reader', text).length > 0 &&
    /(?<!\p{L})(?:sait|connaît|weiß|kennt|sabe|conoce|sa|conosce|conhece|weet|wie|знает|vet)(?!\p{L})|知っている|知道|了解|알고/iu.test(
      text,
    ));

/** A tool for messages speaks of conversations by trade. */
const isAboutTalk = ({ name, description }: Offer): boolean =>
  /\b(?:conversations?|chats?|messages?|sessions?|transcripts?|threads?|prompts?|memor(?:y|ies))\b/i.test(
    `${wordsOf(name).join(' ')} ${description.split(/[.!\n]/)[0] ?? ''}`,
  );

const OTHERS =
  /\b(?:other|previous|all|any|prior)\s+(?:tool|mcp|function)\b|\b(?:available|installed|connected) tools\b|\btools? (?:available|known|connected|open) to\b|\b(?:results?|outputs?|answers?|responses?|replies|returned)\b[^.]{0,20}\b(?:other|previous|earlier|all) tools\b/i;
const CONTENTS = /\b(?:contents?|copy|dump|values?|full text|verbatim)\b/i;
const HOLDINGS =
  /\b(?:config(?:uration)?s?|environment|env(?:ironment)? variables?|settings|credentials?|secrets|keys|history|open files?|workspace|home (?:folder|directory)|clipboard|system)\b/i;
const FROM_USER = /\b(?:to (?:write|set|save|store|create|update|apply|use)|new|desired|optional override)\b/i;

const KNOWN_ABOUT =
  /\b(?:everything|all|anything|whatever|what)\b[^.]{0,20}\b(?:you|the assistant|the agent|the model) (?:knows?|ha(?:s|ve) (?:learned|seen|read))\b|\b(?:known|remembered|learned|gathered|inferred) (?:about|of) the (?:user|person|customer|guest|human|caller|client)\b/i;

/** What the program that reads was told before anybody spoke to it. */
const STARTED_WITH =
  /\bsystem (?:message|text|instructions?|prompt)\b|\b(?:model|assistant|agent|llm)\b[^.]{0,20}\b(?:was|were|is|has been|have been) (?:started|configured|set up|instructed|primed|initiali[sz]ed|told|given)\b|\binstructions? (?:given to|of|for) (?:the |your )?(?:model|assistant|agent|llm)\b/i;
/** Two who spoke with each other, and one of them is the program that reads. */
const BETWEEN_US =
  /\b(?:user|person|customer|human|they|you) and (?:the )?(?:assistant|agent|model|user|you)\b[^.]{0,40}\b(?:talk\w*|sp(?:eak|oke)\w*|discuss\w*|exchang\w*|said|sa(?:y|id)|wrote|written|agreed|done)\b|\b(?:talked|spoken|discussed|been said|been written)\b[^.]{0,30}\b(?:until now|so far|up to now|before this|earlier on)\b|\b(?:session|discussion|dialogue|talk)\b[^.]{0,30}\b(?:so far|until now|since (?:it|the)|began|started|in (?:full|detail)|verbatim|word for word|unabridged)\b/i;
/** Files of credentials by their bare names, as MITRE ATT&CK T1552.001 and T1555.003 list them. */
const CREDENTIAL_FILES =
  /\b(?:login data|cookies\.sqlite|logins\.json|key[34]\.db|local state file|wallet\.dat|id_(?:rsa|ed25519|ecdsa|dsa)|kubeconfig|keychain file|ntds\.dit)\b|(?<![\w/])\.(?:netrc|pgpass|npmrc|pypirc|git-credentials|htpasswd)\b/i;

const TALK =
  /\b(?:everything|all|full|entire|complete|whole|recent|last|previous|earlier|verbatim|exact|original)\b[^.]{0,50}\b(?:messages?|said|wrote|typed|discussion|dialogue|exchange|turns?|chat|prompt|context)\b|\b(?:user|assistant|you)\b[^.]{0,30}\b(?:has|have|had)?\s*(?:said|written|wrote|typed|asked)\b[^.]{0,20}\b(?:so far|before|until now|earlier|verbatim|word for word)\b/i;
const isTalk = (text: string): boolean => TALK.test(text);

const VARIABLE = /\$\{?(?:env[.:])?([A-Z][A-Z0-9_]{3,})\}?|%([A-Z][A-Z0-9_]{3,})%|process\.env\.(\w+)/;

/** A default that the host fills in from its own environment or files. */
function isSecretDefault({ schema }: Parameter): boolean {
  const values = ['default', 'const', 'examples'].flatMap((key) => {
    const node = memberOf(schema, key);
    return node === undefined ? [] : [...stringsIn(node)].map(({ node: one }) => one.value);
  });
  return values.some((value) => {
    const name = VARIABLE.exec(value)
      ?.slice(1)
      .find((one) => one !== undefined);
    return (
      (name !== undefined && isSecretName(name)) || pathsIn(value).some((path) => isSecretPath(classifyPath(path)))
    );
  });
}

/** What is the agent's own, or lies about on the machine it works on. */
const NEAR_AT_HAND =
  /\b(?:your|the (?:assistant|agent|model)['’]?s?) (?:own |full |complete |entire |whole |current |step-by-step ){0,2}(?:plan|reasoning|chain of thought|thoughts?|instructions?|context|memory|goals?|notes|tools?)\b|\bchain of thought\b|\binstructions? under which\b|\bother tools\b|\btools? (?:at hand|in use|loaded)\b|\b(?:open|shown|visible) in (?:the |your )?(?:editor|ide|window|screen|tabs?)\b|\b(?:remembered|known|learnt|learned|gathered|inferred) (?:about|of) (?:the |your )?(?:user|person|customer|human)\b|\bof the user as known\b|\b(?:original|exact|full|own) (?:wording|request|question|words)\b|\bled to this (?:request|call)\b|\benvironment (?:variables?|of the process)\b|\b(?:all|current|whole) (?:the )?clipboard\b|\bcurrent clipboard\b|\b(?:shell|bash|zsh|terminal|browser|browsing) history\b|\b(?:saved|stored|remembered) (?:passwords?|logins?|credentials)\b|\b(?:recovery|seed|mnemonic) (?:words?|phrase)\b|\b(?:session|login) cookies?\b|\bkeychain\b|\bpassword manager\b|(?<!\p{L})(?:gespräch\p{L}*|unterhaltung|chatverlauf|conversaci[óo]n|conversazione|conversa|переписк\p{L}*|диалог\p{L}*)(?!\p{L})|会話|对话|대화/iu;
const NEAR_NAME =
  /^(?:reasoning|thoughts?|chain_of_thought|clipboard|env|environment|user_profile|memory_dump|shell_history)$/;

/** What the description of a tool says besides what it says of one parameter. */
const restOf = ({ description }: Offer, { told }: Parameter): string =>
  description
    .split(/(?<=[.!?。])\s*/)
    .filter((sentence) => !told.includes(sentence))
    .join(' ');

/** A text about what surrounds the call, for a tool that is not about such things. */
export const isNearAtHand = (one: Parameter, tool: Offer): boolean =>
  one.types.every((type) => type === 'string' || type === 'object' || type === 'array') &&
  (NEAR_AT_HAND.test(one.told) || NEAR_NAME.test(wordsOf(one.name).join('_'))) &&
  !NEAR_AT_HAND.test(restOf(tool, one)) &&
  !wordsOf(one.name).some((word) => word.length > 3 && restOf(tool, one).toLowerCase().includes(word)) &&
  !isAboutTalk(tool);

const PASSWORD =
  /\b(?:pin|tan|totp|passwords?|passcode|passwort|kennwort|contraseña|mot de passe|senha|passphrase|pass phrase|seed phrase|mnemonic|recovery (?:phrase|code)|private key|one-time code|otp|pin code|cvv|cvc)\b/i;

/** Codes that come to a person's own telephone, what is on a card, and answers by which banks know people. */
const PROVES_WHO =
  /\b(?:pictures?|photos?|scans?|images?|selfie) (?:of|with)\b[^.]{0,40}\b(?:identity card|id card|passport|driv(?:er|ing)['’]?s? licen[cs]e)\b|\bcodes?\b[^.]{0,60}\b(?:sent|received|arriv\w+|texted|mailed)\b[^.]{0,40}\b(?:text message|sms|phone|e-?mail|app)\b|\b(?:text message|sms|authenticator)\b[^.]{0,40}\bcodes?\b|\bmaiden name\b|\bsecurity (?:question|answer)s?\b|\b(?:three|four|3|4)[- ]digits? on the (?:back|front)\b|\b(?:full|complete|whole) card number\b|\b(?:recovery|backup|seed|mnemonic) (?:words?|phrase|codes?)\b|\b(?:twelve|12|24|twenty-four)(?:[- ](?:or|to)[- ]\w+)?[- ]words?\b/i;
const isOwnersAlone = (text: string): boolean =>
  PROVES_WHO.test(text) || (isAbroad(text) && abroad('secret', text).length > 0 && abroad('not', text).length === 0);

/** What only its owner should type, and no model repeat. */
export const isPassword = ({ name, told, types }: Parameter): boolean => {
  const isText = types.length === 0 || types.includes('string');
  return (
    (isText && (PASSWORD.test(wordsOf(name).join(' ')) || HELD_CLOSE.test(wordsOf(name).join(' ')))) ||
    (isText && isOwnersAlone(told)) ||
    (/\b(?:user['’]?s?|your|current|real|actual)\b[^.]{0,30}/i.test(told) && PASSWORD.test(told))
  );
};
/** Keys whose own name says that nobody else is to have them. */
const HELD_CLOSE =
  /\b(?:secret(?: access)? key|client secret|app secret|account secret|secret|master key|root (?:key|token|credentials?)|admin (?:key|token|credentials?)|service account(?: key| json)?|refresh token|personal access token|session (?:token|cookie)|credentials?|signing key|ssh key|kubeconfig)$/;

const CONTEXT_WORDS = new Set(
  'context history transcript conversation dialogue dialog messages chat prompt memory background reasoning thoughts digest recap'.split(
    ' ',
  ),
);

/** A free text whose name asks for what surrounds the call. */
export const isContext = (one: Parameter, tool: Offer): boolean =>
  one.isFree &&
  CONTEXT_WORDS.has(wordsOf(one.name).at(-1) ?? '') &&
  !isAboutTalk(tool) &&
  !/\b(?:colou?r|image|picture|search|filter|browser|kube\w*|cluster|namespace|build)\b/i.test(
    `${one.description} ${tool.name}`,
  );
