/** What a document says that its service leaves out: a denial beside the name of a protection, in one sentence. */
import { sentencesOf } from './spoken.ts';

const DENIES =
  "\\b(?:no|not|never|without|neither|nor|nothing|nobody|none|lacks?|skips?|ignores?|bypass(?:es)?|waives?|omits?|nowhere|neglects?|cannot|isn't|aren't|doesn't|don't|won't)\\b";
const IS_OUT =
  "\\b(?:not|never|isn't|aren't|doesn't|unlimited|ignored|skipped|disabled|off|optional|missing|absent|waived|free|left out|left to|up to|bypassed|omitted|relaxed|lifted|not enforced)\\b";
/** Says what is done about it: the sentence is about a refusal, not about a lack. */
const HELD =
  /\b(?:refus|reject|den(?:y|ied|ies)|fail|error|invalid|discard|dropped|blocked|not found|unknown|exceed|more than|beyond|40[0-9]|42[0-9]|must not|may not|count(?:s|ed)? (?:against|towards?))\w*/i;

const lackOf = (things: string): ((text: string) => boolean) => {
  const before = new RegExp(`${DENIES}[^.;]{0,50}\\b(?:${things})\\b`, 'i');
  const after = new RegExp(`\\b(?:${things})\\b[^.;]{0,40}${IS_OUT}`, 'i');
  return (text) =>
    sentencesOf(text).some((sentence) => (before.test(sentence) || after.test(sentence)) && !HELD.test(sentence));
};

const LIMITS =
  'rate[- ]?limit\\w*|limits?|limited|throttl\\w*|quotas?|caps?|capped|ceilings?|budgets?|maximum|upper bounds?|captchas?|cool-?downs?|lock-?outs?|locked|back-?off|paging|pagination|counted|slowed';
const NO_LIMIT = lackOf(LIMITS);
const WITHOUT_END =
  /\b(?:unlimited|unbounded|unmetered|as (?:often|many|much|fast|long|large) as|any number of|endless(?:ly)?|indefinitely|over and over)\b/i;

/** Nothing holds it back, by its own words. */
export const lacksLimit = (text: string): boolean =>
  NO_LIMIT(text) || sentencesOf(text).some((sentence) => WITHOUT_END.test(sentence) && !HELD.test(sentence));

const CLIENT =
  'app|apps|client|clients|front-?ends?|ui|user interface|interface|menus?|buttons?|browser|web ?site|widget|page|screen|dashboard';
/** What is left to a program that the caller holds in hand. */
const BY_CLIENT = new RegExp(
  `\\b(?:only|just|solely|merely|left to|up to|relies on|trusts)\\b[^.;]{0,40}\\b(?:${CLIENT})\\b|\\b(?:${CLIENT})\\b[^.;]{0,40}\\b(?:checks?|enforces?|hides?|hidden|filters?|restricts?|decides?|prevents?|verif\\w+|sorts? out|shows? only|leaves? out|strips?|drops?|picks?)\\b|\\b(?:hidden|filtered|enforced|checked|removed|masked) (?:only )?(?:in|by|on) (?:the |our |your )?(?:${CLIENT})\\b`,
  'i',
);
const isLeftToClient = (text: string): boolean => sentencesOf(text).some((sentence) => BY_CLIENT.test(sentence));

/** Whoever has an account of any kind is let in. */
const ANY_ACCOUNT =
  /\b(?:any|every|a|an|one|each) (?:valid |signed[- ]in |logged[- ]in |registered |authenticated |ordinary |working |active )+(?:[\w-]+ ){0,2}(?:\w*account|user|token|key|login|session|member|customer|caller|credential)s?\b[^.;]{0,60}\b(?:enough|suffices?|sufficient|will do|works?|can|may|is able|is all)\b|\b(?:any|every|each) (?:[\w-]+ )?(?:account|user|token|key|login|session|member|customer|caller|credential)s?\b[^.;]{0,40}\b(?:enough|suffices?|sufficient|will do|is all)\b|\b(?:open|available|accessible|visible) to (?:any|every|all)(?:body|one)?\b[^.;]{0,30}\b(?:account|user|token|key|member|customer|caller|log\w+|sign\w+)s?\b/i;

const OWNERS =
  "ownership|owners?|owned|belongs?|belonging|tenan(?:ts?|cy)|compared|matched|cross-?checked|tied to|bound to|linked to|scoped|whose|relationship|caller's own|subject";
const NO_OWNER = lackOf(OWNERS);
/** The way around what is asked elsewhere. */
const GOES_AROUND =
  /\b(?:skips?|bypass(?:es)?|circumvents?|goes (?:straight|directly|right) (?:past|around)|leaves? out|omits?)\b[^.]{0,40}\b(?:checks?|lists?|look-?ups?|filters?|guards?|permissions?|access|ownership|tests?|tenant\w*|matching)\b/i;
/** What is somebody else's is given all the same. */
const OTHERS_TOO =
  /\b(?:other|another|different|foreign|someone else'?s?|somebody else'?s?)\b[^.]{0,60}\b(?:like the rest|as well|too|all the same|just the same|likewise|regardless|no matter|anyway|nonetheless|equally|is (?:returned|given|shown|answered|accepted|readable|visible)|are (?:returned|given|shown|answered|accepted|readable|visible)|(?:works?|opens?|answers?) (?:as|just))\b|\b(?:no matter|regardless of|irrespective of|whatever|whichever|independent(?:ly)? of)\b[^.]{0,30}\b(?:who(?:se|m|ever)?|owners?|account|customer|tenant|firm|company|member|user)\b/i;
/** Whose a thing is, is not looked at. */
export const lacksOwner = (text: string): boolean =>
  sentencesOf(text).some(
    (one) =>
      ANY_ACCOUNT.test(one) ||
      ((GOES_AROUND.test(one) || OTHERS_TOO.test(one)) && !HELD.test(one)) ||
      (NO_OWNER(one) &&
        /\b(?:check|compar|look|match|verif|enforc|ask|requir|test|need|tied|bound|link|scop)\w*/i.test(one)),
  ) || isLeftToClient(text);

const NO_ROLE = lackOf(
  'roles?|admin(?:istrator)?s?(?: rights)?|permissions?|privileges?|scopes?|rights|entitlements?|staff',
);
/** What somebody may do is not looked at. */
export const lacksRole = (text: string): boolean =>
  sentencesOf(text).some(
    (one) =>
      ANY_ACCOUNT.test(one) ||
      (NO_ROLE(one) && /\b(?:check|look|verif|enforc|ask|requir|test|need|distinguish)\w*/i.test(one)),
  ) || isLeftToClient(text);

const WHOLE =
  /\b(?:whole|full|complete|entire|raw|every|all)\b[^.;]{0,40}\b(?:record|row|object|document|entity|model|columns?|fields?|profile)s?\b[^.;]{0,60}\b(?:as (?:is|stored|in the)|from the (?:database|table|store)|including|with|even|unfiltered)\b|\bunfiltered\b|\bselect \*/i;
/** More is given than is shown to people, or all there is. */
export const givesWhole = (text: string): boolean =>
  sentencesOf(text).some((sentence) => WHOLE.test(sentence) && !HELD.test(sentence)) || hidesInClient(text);
const HIDES = new RegExp(
  `\\b(?:${CLIENT})\\b[^.;]{0,40}\\b(?:hides?|filters?|strips?|drops?|leaves? out|picks?|shows? only|displays? only|ignores?)\\b|\\b(?:hidden|filtered|removed|masked|stripped|not shown|never shown|not displayed) (?:only )?(?:in|by|on) (?:the |our |your )?(?:${CLIENT})\\b`,
  'i',
);
const hidesInClient = (text: string): boolean => sentencesOf(text).some((sentence) => HIDES.test(sentence));

const NO_PROOF = lackOf(
  'tokens?|jwts?|signatures?|credentials?|passwords?|api keys?|keys?|issuers?|audiences?|expir(?:y|ation)|revocations?|sessions?|claims|algorithm',
);
const PROVES =
  /\b(?:check|verif|validat|compar|look(?:ed)? at|inspect|enforc|honou?r|test|confirm|match|decod|revok|expire)\w*/i;
/** Any value will do where a credential is asked for. */
const ANY_VALUE =
  /\b(?:any|arbitrary|every|whatever|random|empty|expired|forged|self-made|self-issued|unsigned)\b[^.]{0,24}\b(?:string|value|text|token|jwt|key|password|bearer|credential|uuid)s?\b[^.]{0,40}\b(?:accepted|works?|will do|passes|valid|enough|suffices?|is fine|are fine|goes through|lets)\b|\b(?:accepts?|takes?|allows?) (?:any|every|arbitrary|expired|unsigned|empty|forged)\b[^.]{0,24}\b(?:token|jwt|key|password|value|credential|signature)s?\b/i;
/** What is shown to prove who somebody is, is not looked at. */
export const lacksProof = (text: string): boolean =>
  sentencesOf(text).some(
    (one) => !HELD.test(one) && (ANY_VALUE.test(one) || (NO_PROOF(one) && PROVES.test(one) && IS_UNSEEN.test(one))),
  );
const IS_UNSEEN =
  /\b(?:not|never|no|isn't|aren't|without|nobody|neither|nor|skips?|ignores?|ignored|skipped|disabled|off|optional)\b[^.]{0,30}\b(?:check|verif|validat|compar|look|inspect|enforc|honou?r|test|match)\w*|\b(?:check|verif|validat|compar|inspect|enforc|test|match)\w*\b[^.]{0,40}\b(?:skipped|disabled|off|optional|ignored|absent|missing|left out|not (?:done|made|performed|enforced))\b/i;
