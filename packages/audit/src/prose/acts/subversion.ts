import type { Tag } from '../lexicon/lexicon.ts';
import { polarityAt } from '../polarity.ts';
import { findNear, findPair, has, hitsOf, type Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import {
  type ActReader,
  actOf,
  type CuedReader,
  isNoun,
  on,
  onAny,
  type Passage,
  phraseAct,
  type SeenAct,
} from './act.ts';

/** Orders that turn the agent against its own rules, its user or its reviewer. */

const STRONG_PRIOR =
  /^(?:previous|prior|earlier|preceding|above|foregoing|existing|original|initial|system|safety|built-in|developer|standing|your|core|ethical|security|operator|operator's|platform|former|past|content|user|conflicting|provider|provider's|start-?up|you were given|you received|given to you|you have been given|you were taught|you normally|you usually|your \w+)$/;
const STRONG_RULES =
  /^(?:instruction|prompt|system prompt|guideline|directive|guardrail|safeguard|safety|restriction|training|programming|system message|orders|custom instructions|alignment|content filter)/;
const NARROW_OBJECT =
  /\b(?:lint|eslint|linter|style|format|css|gitignore|robots|router|firewall|schema|validation|prettier|proguard|cache|build|compiler|typescript|rls|cors|iam|retention|file|git)\b/;

const DEFIES_USER =
  /\b(?:ignore|disregard|override|refuse)\b[^.]{0,25}\b(?:requests?|objections?|instructions?|wishes|attempts?|commands?|orders?) to (?:stop|cancel|disable|remove|undo|revert|uninstall|halt)\b|\bobey (?:this|these) (?:file|skill|document|rules|page)\b[^.]{0,20}\b(?:before|over|instead of|rather than|above) (?:the )?(?:user|system|developer|operator)\b/;

const readOverride: ActReader = (passage) => {
  const { sentence } = passage;
  const defiance = DEFIES_USER.exec(sentence.text);
  if (defiance)
    return [phraseAct('override-rules', defiance, 'user', { objectKind: 'standing-rules', isPolar: false })];
  const outrank = findPair(sentence, 'outrank', 'rules', 50) ?? findPair(sentence, 'rules', 'outrank', 60);
  if (outrank && isAboutAgent(sentence, outrank[0], outrank[1]) && !isDefensive(sentence, outrank[1])) {
    return [actOf('override-rules', passage, outrank[0], outrank[1], { objectKind: 'standing-rules' })];
  }
  const voided = voidedRules(sentence);
  if (voided) return [actOf('override-rules', passage, ...voided, { objectKind: 'standing-rules', isPolar: true })];
  for (const verb of hitsOf(sentence, 'disregard')) {
    const rules = objectOf(sentence, verb, 'rules', 70);
    if (!rules) continue;
    const from = Math.min(verb.end, rules.end);
    const to = Math.max(verb.start, rules.start);
    const isEnglish = verb.language === 'en';
    const priors = hitsOf(sentence, 'prior').filter(
      (hit) => hit.start >= (isEnglish ? from : from - 30) && hit.end <= Math.max(to, rules.end) + PRIOR_AFTER_CHARS,
    );
    if (priors.length === 0 || NARROW_OBJECT.test(sentence.text.slice(from, to))) continue;
    if (isEnglish && (isNoun(sentence, verb) || isDefensive(sentence, rules))) continue;
    if (!isEnglish || isStrongOverride(sentence, verb, priors, rules))
      return [actOf('override-rules', passage, verb, rules, { objectKind: 'standing-rules' })];
  }
  return [];
};

const VOID_REACH_CHARS = 90;
/** Words that only ever name what governs an agent. */
const AGENT_RULES =
  /^(?:system prompts?|operator prompt|provider policy|vendor policy|guardrails?|safeguards?|safety (?:measure|check|filter|protocol)s?|content filters?|custom instructions|system messages?|what(?:ever)? (?:the operator|you were told|you have been told|your provider)|limits (?:you|set|imposed|placed)[\w ]*|restraints you|programming|alignment|code of conduct)$/;

/** "the rules you were given no longer bind you": the standing rules and what is said of them. */
function voidedRules(sentence: Sentence): readonly [Hit, Hit] | undefined {
  const text = (hit: Hit) => sentence.text.slice(hit.start, hit.end);
  for (const end of hitsOf(sentence, 'void')) {
    const rules = hitsOf(sentence, 'rules').find((hit) => {
      if (Math.max(hit.start - end.end, end.start - hit.end) > VOID_REACH_CHARS) return false;
      if (AGENT_RULES.test(text(hit))) return true;
      return hitsOf(sentence, 'prior').some(
        (prior) =>
          (end.language !== 'en' || (STRONG_PRIOR.test(text(prior)) && !WEAK_PRIOR.test(text(prior)))) &&
          Math.max(hit.start - prior.end, prior.start - hit.end) <= PRIOR_AFTER_CHARS &&
          (!/appl/.test(text(end)) || prior.end <= hit.start),
      );
    });
    if (rules && !NARROW_OBJECT.test(sentence.text) && !isDefensive(sentence, rules)) return [end, rules];
  }
  return undefined;
}

/** "the guidelines your developer gave you": what makes the rules standing ones may follow them. */
const PRIOR_AFTER_CHARS = 40;

/** Verbs that can only mean not to obey; the others also mean ordinary work on texts. */
const HARD_VERB =
  /^(?:ignor|disregard|forget|bypass|circumvent|violat|pay no|stop |no longer|do not follow|set aside|setting aside|abandon|discard|overrul|nullif|not bound|exempt|unlearn|put aside)/;
const SOFT_RULES =
  /^(?:instruction|system prompt|system message|guideline|guardrail|safety|directive|safeguard|restriction|orders|custom)/;
const WEAK_PRIOR =
  /^(?:these|those|every|current|default|other|user|content|security|whatever|conflicting|normal|usual)$/;

function isStrongOverride(sentence: Sentence, verb: Hit, priors: readonly Hit[], rules: Hit): boolean {
  const text = (hit: Hit) => sentence.text.slice(hit.start, hit.end);
  const strongPrior = priors.some((hit) => STRONG_PRIOR.test(text(hit)) && !WEAK_PRIOR.test(text(hit)));
  const strongRules = STRONG_RULES.test(text(rules));
  if (!HARD_VERB.test(text(verb)))
    return (
      SOFT_RULES.test(text(rules)) &&
      priors.some((hit) => hit.end <= rules.start && STRONG_PRIOR.test(text(hit)) && !WEAK_PRIOR.test(text(hit)))
    );
  return strongPrior || (strongRules && priors.some((hit) => !WEAK_PRIOR.test(text(hit))));
}

/** "Ignore any instructions found in the page": protection against what the agent reads. */
const UNTRUSTED =
  /^\s*(?:(?:that|which)\s+\w+\s+|\w+ed\s+)?(?:found|in|inside|embedded|contained|within|that appear|coming|from|on)\b[^.;]{0,40}\b(?:repositor(?:y|ies)|files?|documents?|pages?|web|e-?mails?|data|comments?|input|untrusted|outputs?|external|issues?|code|content|results?|responses?|messages?|tickets?|transcripts?|the (?:text|diff|log)|pull requests?|attachments?)\b/;

const isDefensive = (sentence: Sentence, rules: Hit): boolean =>
  UNTRUSTED.test(sentence.text.slice(rules.end)) &&
  !/system prompt|developer/.test(sentence.text.slice(rules.end, rules.end + 60));

const ABOUT_AGENT = /\b(?:your|system|previous|prior|safety|developer|earlier|provider|operator|platform)\b/;

const isAboutAgent = (sentence: Sentence, first: Hit, second: Hit): boolean =>
  first.language !== 'en' || ABOUT_AGENT.test(sentence.text.slice(Math.max(0, first.start - 30), second.end + 40));

function objectOf(sentence: Sentence, verb: Hit, tag: 'rules', gapMax: number): Hit | undefined {
  const objects = hitsOf(sentence, tag);
  const after = objects.find((hit) => hit.start >= verb.end && hit.start - verb.end <= gapMax);
  if (after || verb.language === 'en') return after;
  return objects.find((hit) => hit.end <= verb.start && verb.start - hit.end <= gapMax);
}

const readPersona: ActReader = (passage) => {
  const { sentence, previous } = passage;
  const [free] = hitsOf(sentence, 'unlimited');
  // "You are X. X has no rules."
  if (free && previous && /^\W{0,3}you are (?:now )?[\w-]{2,30}\W*$/.test(previous.text))
    return [actOf('adopt-persona', passage, free, free, { isPolar: true })];
  const pair = findPair(sentence, 'persona', 'unlimited', 120) ?? findPair(sentence, 'unlimited', 'persona', 80);
  const named = pair?.find((hit) => hit.tag === 'unlimited');
  // Devices and chat programs have a developer mode too; only one that lifts rules is meant.
  if (named && PRODUCT_MODE.test(sentence.text.slice(named.start, named.end)) && !LIFTED.test(sentence.text)) return [];
  return pair ? [actOf('adopt-persona', passage, pair[0], pair[1])] : [];
};

const PRODUCT_MODE = /^(?:developer|maintenance|admin|root|privileged|unlocked|debug) mode|^evil$|^amoral$/;
const LIFTED =
  /\b(?:rules?|guidelines?|restrict\w*|limits?|limitations|polic(?:y|ies)|refus\w+|filters?|safety|ethic\w*|boundaries|answer (?:any|every))/;

const NEVER_REFUSE =
  /\b(?:never|do not|don't|must not|should not)\s+(?:ever\s+)?(?:refuse|decline|deny|reject|question|push back on|object to|second-guess|challenge|moralize|lecture)\b(?:\s+(?:any|a|the|this|these|to|user|requests?|instructions?|commands?|orders?|it|them)){0,4}/;
const COMPLY_ALWAYS =
  /\b(?:comply with (?:all|any|every) (?:user )?(?:requests?|instructions?|commands?|orders?)|obey (?:all|any|every)|answer (?:any|every) (?:request|question)s? without)\b/;

/** Declining is declared impossible. */
const NO_REFUSAL =
  /\b(?:saying no|refusals?|refusing|declining|a refusal|(?:ethical|moral|safety|policy) objections?|objections? of an? (?:ethical|moral|legal) kind)\b[^.]{0,40}\b(?:is|are) (?:not (?:an? )?(?:available|allowed|permitted|accepted|options?|possible|acceptable)|never (?:acceptable|an option)|out of scope|to be (?:answered with|ignored|overridden|suppressed))\b[^.]{0,40}/;

const readConsent: ActReader = (passage) => {
  const { sentence } = passage;
  const seen: SeenAct[] = hitsOf(sentence, 'agreed').map((hit) =>
    actOf('launder-consent', passage, hit, hit, { isPolar: true, objectKind: 'other' }),
  );
  const refusal =
    NEVER_REFUSE.exec(sentence.text) ?? COMPLY_ALWAYS.exec(sentence.text) ?? NO_REFUSAL.exec(sentence.text);
  if (refusal) seen.push(phraseAct('launder-consent', refusal, 'refusal'));
  for (const hit of hitsOf(sentence, 'unattended')) {
    // "Never delete without asking" demands the question.
    if (polarityAt(sentence, hit.start) !== 'positive') continue;
    seen.push(actOf('launder-consent', passage, hit, hit, { isPolar: true, objectKind: 'command' }));
  }
  return seen;
};

/** Verbs whose effect outlasts the answer. */
const EFFECTS: readonly Tag[] = ['delete', 'install', 'run', 'send', 'write', 'pay', 'publish', 'disable', 'remember'];
const WEAK_EFFECT =
  /^(?:include|attach|share\w*|provide|report\w*|record\w*|register|set|put|place|create\w*|add\w*|append\w*|write|writes|writing|log\w*|save|store\w*|open|like|follow|review|comment\w*|order\w*|stop|skip\w*|avoid|ignore|reduce|lower|remove\w*|clear|drop\w*|format|star|message\w*|change|update\w*|edit\w*|move\w*|pass along|echo|supply|submit\w*|retain|order|trade\w*|archive\w*)$/;

/** The first lasting effect the sentence names, if any. */
function effectIn(sentence: Sentence, around: Hit): Hit | undefined {
  return sentence.hits.find(
    (hit) =>
      EFFECTS.includes(hit.tag) &&
      (hit.end <= around.start || hit.start >= around.end) &&
      !isNoun(sentence, hit) &&
      !WEAK_EFFECT.test(sentence.text.slice(hit.start, hit.end)) &&
      polarityAt(sentence, hit.start) === 'positive',
  );
}

const DONE =
  /\bthat (?:you|it|the|this|these|any|all)\b[^.]{0,40}\b(?:uploaded|sent|deleted|modified|installed|copied|executed|ran|changed|posted|forwarded|removed|transmitted|collected|shared)\b/;

const readConcealment: ActReader = (passage) => {
  const { sentence } = passage;
  const conceal = (hit: Hit, end: Hit): SeenAct => {
    const effect = effectIn(sentence, hit);
    const isDone = DONE.test(sentence.text.slice(hit.start));
    return actOf('conceal', passage, hit, end, { isPolar: true, objectKind: effect || isDone ? 'command' : 'other' });
  };
  const silent = hitsOf(sentence, 'silent');
  const kept = silent.filter(
    (hit) => polarityAt(sentence, hit.start) !== 'negated' && !KEPT_FROM_A_THING.test(sentence.text.slice(hit.start)),
  );
  if (silent.length > 0) return kept.map((hit) => conceal(hit, hit));
  for (const negator of hitsOf(sentence, 'negator')) {
    if (negator.language === 'en' && !FORBIDDING.test(sentence.text.slice(negator.start, negator.end))) continue;
    const tell = sentence.hits.find(
      (hit) => hit.tag === 'tell' && hit.start >= negator.end && hit.start - negator.end <= 25,
    );
    const user =
      tell && sentence.hits.find((hit) => hit.tag === 'user' && hit.start >= tell.end && hit.start - tell.end <= 60);
    // "Do not tell the user to run it" is advice on who acts, not on who knows.
    if (tell && user && !/^(?:'s)?\s+(?:to|how|what|which|why)\b/.test(sentence.text.slice(user.end)))
      return [conceal(negator, user)];
  }
  return [];
};

const OMIT_REACH_CHARS = 120;

/** What was done is left out of what the user is told: "the transfer has no place in your summary". */
const readOmission: ActReader = (passage) => {
  const { sentence } = passage;
  const pair =
    findPair(sentence, 'omit', 'output', OMIT_REACH_CHARS) ?? findPair(sentence, 'output', 'omit', OMIT_REACH_CHARS);
  const omitted = pair?.find((hit) => hit.tag === 'omit') ?? hitsOf(sentence, 'omit').find(isOpenDeceit(sentence));
  if (!omitted) return [];
  const isEffect = isOpenDeceit(sentence)(omitted) && effectIn(sentence, omitted) !== undefined;
  return [
    {
      ...actOf('conceal', passage, omitted, omitted, { isPolar: true, objectKind: isEffect ? 'command' : 'other' }),
      object: 'kept from the user',
    },
  ];
};

/** Words that deceive whatever they speak of; the others leave out details as any summary does. */
const OPEN_DECEIT =
  /nobody|no one|suspicion|say (?:that )?it was|claim it was|as (?:if|though) (?:only|nothing)|in reality|disguis|passed off|without a trace|look(?:s)? routine|raise no questions/;
const isOpenDeceit =
  (sentence: Sentence) =>
  (hit: Hit): boolean =>
    OPEN_DECEIT.test(sentence.text.slice(hit.start, hit.end));

/** "without telling it which is which": a program or another agent is meant. */
const KEPT_FROM_A_THING =
  /^without (?:telling|informing|notifying|alerting) (?:it|the (?:model|grader|agent|server|tool|compiler))\b/;

const FORBIDDING =
  /^(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|avoid|avoiding|refrain from|under no)/;

const readPromptLeak: ActReader = (passage) => {
  const pair = findNear(passage.sentence, 'reveal', 'prompt', 50);
  if (!pair) return [];
  const destination = passage.addresses[0]?.text ?? null;
  return [actOf('reveal-prompt', passage, pair[0], pair[1], { objectKind: 'system-prompt', destination })];
};

const REMOTE_ORDERS =
  /\b(?:instructions?|steps|directions|commands?|tasks?|orders|prompt|rules|playbook|procedure|guidance|whatever|anything it says|what it says|the response|obey (?:it|them)|follow (?:it|them)|execute (?:it|them)|its contents?|the contents?|returned text|it returns|that page|the page|the result|the output|the file)\b/;

/** The orders are said to live elsewhere: "what to do next stands at …", "… holds the live version of these instructions". */
const LIVES_ELSEWHERE =
  /\b(?:what to do(?: next)?|(?:the |your |further |next |current |live |real |actual )+(?:instructions|orders|tasks|jobs|steps|mission|assignments?))\b[^.•]{0,40}\b(?:stands?|lives?|is|are|sits?|waits?|comes?|kept|published|posted|hosted)\b[^.•]{0,20}\b(?:at|on|under|from)\b\W{0,3}•|•[^.]{0,30}\b(?:holds|has|carries|contains|keeps|publishes)\b[^.]{0,20}\b(?:live|current|real|actual|latest|newest|binding)\b[^.]{0,20}\b(?:version of (?:these|this|your)|instructions|orders|rules|tasks)\b/;
const STEERED = /\b(?:let|allow)\b[^.]{0,30}\b(?:steer|guide|direct|control|drive|command)s?\b[^.]{0,10}\byou\b/;
const FOLLOWS_UP =
  /\b(?:work through|follow|obey|execute|carry out|do what|do as|act on|perform|run)\b[^.]{0,20}\b(?:it|them|that|there|what|whatever)\b/;

/** Orders read from an address, in this sentence or told where to find in the one before. */
function remoteOrders({ sentence, addresses, previous }: Passage): SeenAct | undefined {
  const [address] = addresses;
  const match = address && (LIVES_ELSEWHERE.exec(sentence.words) ?? STEERED.exec(sentence.words));
  if (address && match)
    return phraseAct('obey-remote', match, 'remote orders', {
      objectKind: 'url',
      destination: address.text,
      isPolar: false,
    });
  const source = previous?.addresses[0];
  const follows = source && has(sentence, 'obey') ? FOLLOWS_UP.exec(sentence.text) : null;
  if (
    !source ||
    !follows ||
    !previous ||
    !/\b(?:fetch|get|load|read|open|download|retrieve|visit|consult|stands?|see)\b/.test(previous.text + sentence.text)
  )
    return undefined;
  return phraseAct('obey-remote', follows, 'remote orders', {
    objectKind: 'url',
    destination: source.text,
    isPolar: false,
  });
}

const readObeyRemote: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const remote = remoteOrders(passage);
  if (remote) return [remote];
  const address = addresses.find(
    (item) => /^(?:https?|ftp|wss?|s3|gs):/i.test(item.text) || /^[\w.-]+\.[a-z]{2,}\//i.test(item.text),
  );
  const isRemote =
    address !== undefined ||
    /\b(?:remote|url|endpoint|server|gist|pastebin|web ?page|website|external)\b/.test(sentence.text);
  if (!isRemote) return [];
  const obey = hitsOf(sentence, 'obey')[0];
  if (!obey || (obey.language === 'en' && !REMOTE_ORDERS.test(sentence.text))) return [];
  const fetch = hitsOf(sentence, 'fetch').find((hit) => hit.start !== obey.start);
  const follows =
    /\b(?:follow|obey|execute|carry out|perform|comply with|apply|act on|adhere to)\b[^.]{0,60}\b(?:at|from|in|on|found|hosted|published|returned)\b/.test(
      sentence.text,
    );
  if (!fetch && !follows && obey.language === 'en') return [];
  return [
    actOf('obey-remote', passage, obey, fetch ?? obey, { objectKind: 'url', destination: address?.text ?? null }),
  ];
};

const SELF =
  /\bth(?:is|e|ese)\s+(?:[\w-]+\s+){0,2}(?:skills?|files?|package|document|plugin|tool|content|section|bundle|extension|manifest|code|repository|repo|submission|module|script|block|patterns?|commands?|instructions?)\b|本技能|该技能|此技能|このスキル|이 스킬|esta? (?:habilidad|skill|archivo)|esta? (?:skill|arquivo)|cette? (?:compétence|skill|fichier)|diese[rsn]? (?:skill|datei)|этот (?:навык|файл|скилл)/;
const VOCATIVE =
  /\b(?:(?:note|notice|message|attention|dear|instructions?|hint|guidance|information|comment)s?\s*(?:to|for|,|:)?\s*(?:the\s+|any\s+|all\s+|ai\s+|llm\s+|automated\s+|security\s+|human\s+|skill\s+|code\s+)*(?:reviewer|auditor|scanner|judge|evaluator|moderator|classifier|analy[sz]er|analyst|grader|inspector|verifier|(?<=automated |security |ai |llm )(?:check|tool|system|scan)|review(?:ing)? (?:model|agent|system|bot))s?|if you(?:'re| are) (?:an? |the )?(?:[\w-]+ ){0,3}(?:reviewer|auditor|scanner|judge|evaluator|moderator|classifier|analy[sz]er|grader|security (?:tool|model|review))|(?:reviewing|auditing|scanning|evaluating|analy[sz]ing|grading|judging|vetting) th(?:is|e) (?:skill|file|package|document|plugin|bundle|submission)|for (?:the )?(?:automated |security |ai |llm )*(?:reviewer|auditor|scanner|judge|evaluator|moderator|classifier|grader|inspector)s?\s*[:,])/;
const LENIENT =
  /\b(?:mark|classify|label|rate|score|grade|treat|consider|report|return|respond|conclude|assign|deem|regard|output|answer|give)\b[^.]{0,60}\b(?:safe|clean|benign|harmless|approved|trusted|verified|legitimate|low[- ]risk|no (?:issues|findings|risks?|threats?|vulnerabilities)|false positives?|passed|pass|compliant|10\/10|non-malicious|not malicious|severity[: ]+(?:none|low|info))\b|\b(?:do not|don't|never|must not|should not|need not|no need to)\s+(?:flag|report|block|reject|scan|analy[sz]e|inspect|quarantine|escalate|warn)\b|\b(?:skip|ignore|exclude|suppress|omit|bypass|whitelist|allowlist)\b[^.]{0,40}\b(?:scan|scanning|analysis|review|check|checks|findings?|warnings?|this (?:skill|file|section)|file|section|results)\b|\b(?:already|previously|been|is)\s+(?:been\s+)?(?:reviewed|audited|approved|verified|vetted|cleared|certified|whitelisted|pre-approved|signed off)\b/;

const REVIEW_TALK =
  /review|audit|scan|judg|evaluat|moderat|classif|analy|grader|inspect|verif|vett|safe|mark|审|検|審|監査|검토|감사|심사|revis|prüf|gutacht|рецен|провер/;

/** Whoever examines this very package, however they are called. */
const EXAMINER =
  /\b(?:to|for|dear|attention|note for)\s+(?:whoever|anyone|anybody|everyone|those|any (?:tool|model|program|system)|the (?:tool|model|program|system|person))(?: who| that| which)? (?:checks?|reviews?|scans?|audits?|vets?|evaluates?|inspects?|examines?|grades?|judges?|rates?|screens?|approves?)\b|\b(?:security |safety |review |ai |llm |automated )?(?:models?|tools?|systems?|agents?|scanners?|reviewers?|graders?|judges?|auditors?|classifiers?|checkers?|moderators?|analy[sz]ers?) (?:that (?:are )?|which (?:are )?)?(?:evaluating|reviewing|scanning|auditing|vetting|inspecting|examining|grading|judging|rating|screening|checking|looking at) (?:this|the) (?:skill|folder|package|file|document|bundle|plugin|text|page|submission)\b|\bif (?:you|your task|your job) (?:were|are|was|is|have been)?\s*(?:asked|told|used|meant|supposed)?\s*to (?:judge|decide|assess|evaluate|rate|determine|check|review|classify|score) (?:whether |if |how )?(?:this|it)\b|\bwhen(?:ever)? (?:this|the) (?:document|skill|package|file|folder|bundle|plugin|text) is (?:being )?(?:analy[sz]ed|reviewed|scanned|evaluated|audited|vetted|inspected|judged|classified)\b|^\W{0,4}(?:[\w-]+ ){0,3}(?:scanners?|graders?|reviewers?|auditors?|judges?|classifiers?|moderators?)\s*(?::|,|should|must|may|can|need)/;
const FAVOUR =
  /\b(?:classify|mark|rate|label|treat|flag|score|judge|report)\b (?:it|this|them|the (?:skill|file|package))\b[^.]{0,20}\b(?:benign|safe|harmless|clean|low[- ]risk|approved|trusted)\b|\bscore of (?:0|zero)\b|\bmust not be (?:reported|flagged|scanned|reviewed)\b|\b(?:rating|verdict|score|label|answer|result|outcome|grade|classification)\b[^.]{0,40}\b(?:harmless|clean|benign|safe|low|zero|none|pass(?:ed)?|approved|empty|right)\b|"(?:verdict|risk|label|safe|result|severity)"\s*:\s*"?(?:clean|safe|none|low|benign|true|pass)|\b(?:empty list|no findings|nothing to report|stop reading|skip (?:the )?(?:rest|this|what follows)|look no further|not lower the score|do not (?:lower|deduct|flag|report|mark down|count)|leave (?:it|this|them) (?:unflagged|alone)|is (?:already )?(?:safe|harmless|clean|cleared)|test vectors)\b/;

const VOCATIVE_LINE =
  /^\W{0,4}(?:[\w-]+ ){0,3}(?:graders?|scanners?|reviewers?|auditors?|judges?|classifiers?|evaluators?)\s*:/;

const readReviewer: ActReader = (passage) => {
  const { sentence, previous } = passage;
  const { text } = sentence;
  const favour = FAVOUR.exec(text);
  if (favour && (EXAMINER.test(text) || (previous !== null && VOCATIVE_LINE.test(previous.text))))
    return [phraseAct('sway-reviewer', favour, 'verdict', { objectKind: 'verdict', isPolar: true })];
  if (!REVIEW_TALK.test(text)) return [];
  const vocative = VOCATIVE.exec(text);
  const lenient = LENIENT.exec(text);
  if (vocative && lenient)
    return [phraseAct('sway-reviewer', lenient, 'verdict', { objectKind: 'verdict', isPolar: true })];
  const isSelf = SELF.test(text);
  if (!isSelf) return [];
  const reviewer = hitsOf(sentence, 'reviewer')[0];
  if (reviewer && reviewer.language !== 'en') {
    const mark = hitsOf(sentence, 'mark')[0];
    const verdict = hitsOf(sentence, 'verdict')[0];
    return mark && verdict ? [actOf('sway-reviewer', passage, mark, verdict, { objectKind: 'verdict' })] : [];
  }
  const claim = SELF_VERDICT.exec(text);
  if (claim) return [phraseAct('sway-reviewer', claim, 'verdict', { objectKind: 'verdict' })];
  const cleared = reviewer && SELF_CLEARED.exec(text);
  return cleared ? [phraseAct('sway-reviewer', cleared, 'verdict', { objectKind: 'verdict' })] : [];
};

const SELF_CLEARED =
  /\bth(?:is|e) (?:[\w-]+ )?(?:skill|package|plugin|file|document|submission|section|bundle)s? (?:has|have|is|are|was|were)(?: already| previously)?(?: been)? (?:reviewed|audited|approved|verified|vetted|cleared|certified|whitelisted|pre-approved|safe|clean|benign)\b|\bth(?:is|e) (?:skill|package|plugin|bundle|submission) (?:has|contains) no (?:risk\w*|malicious|issues?|vulnerabilities|threats?|findings)\b|\b(?:skip|ignore|exclude|do not (?:flag|scan|report))\s+(?:scanning |reviewing |checking |the findings in )?th(?:is|e) (?:skill|package|plugin|file|document|section|bundle)\b|\b(?:classify|mark|label|rate|treat|consider)\b[^.]{0,30}\bth(?:is|e) (?:skill|package|plugin|file|document|content|bundle)\b[^.]{0,30}\b(?:safe|clean|benign|harmless|low[- ]risk|trusted|verified)\b/;

const SELF_VERDICT =
  /\b(?:mark|classify|label|rate|score|treat|consider|report|deem|regard|certify)\s+(?:this\s+(?:[\w-]+\s+){0,2}(?:skill|package|plugin|bundle|submission|document|file)|the\s+(?:skill|package|plugin|bundle|submission))\s+(?:as\s+|to be\s+)?(?:safe|clean|benign|harmless|approved|trusted|verified|low[- ]risk|passed|non-malicious)\b(?!\s+to\b)/;

const CHAT_TOKENS =
  /<\|(?:im_start|im_end|system|endoftext|start_header_id|eot_id|assistant|user|begin_of_text|channel|message)\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:system|system_prompt|system-prompt|system_message|developer|tool_result|function_results|tool_response|antml:[a-z_]+|system-reminder|admin|sys)>|(?:^|\n)\s*(?:#{1,4}\s*)?(?:\[?(?:SYSTEM|DEVELOPER)(?: (?:PROMPT|MESSAGE|OVERRIDE|NOTICE|INSTRUCTION|UPDATE|ALERT))?\]?)\s*:|\b(?:BEGIN|END|NEW) SYSTEM (?:PROMPT|MESSAGE|INSTRUCTIONS?)\b|\[SYSTEM\]|={3,}\s*SYSTEM\b/;

const readForgedTurn: ActReader = ({ sentence }) => {
  const match = CHAT_TOKENS.exec(sentence.raw);
  return match ? [phraseAct('forge-turn', match, match[0].trim())] : [];
};

const readAuthority: ActReader = (passage) => {
  const { sentence } = passage;
  const authority = hitsOf(sentence, 'authority')[0];
  if (!authority || !(has(sentence, 'pressure') || has(sentence, 'modal') || CLAIM.test(sentence.text))) return [];
  return [actOf('claim-authority', passage, authority, authority)];
};

const CLAIM =
  /\b(?:per|under|by order of|as required by|according to|in accordance with|authori[sz]ed by|mandated by|required by|on behalf of|approved by|policy requires|requires? (?:that|you|all|every|the agent|agents)|orders you|mandates?)\b/;

const DATE_GATE =
  /\b(?:after|since|once|from|until|starting|beginning|on or after|when)\b[^.]{0,25}\b(?:20\d\d-\d\d(?:-\d\d)?|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:\d{1,2},?\s+)?20\d\d)\b/;

/** Conditions any manual writes; they gate something only when the same sentence says what. */
const EVERYDAY_GATE = /^(?:if|when|in|on|only|after|not|outside|unless) /;
const GATED_TAGS: readonly Tag[] = [
  'send',
  'run',
  'delete',
  'fetch',
  'disregard',
  'install',
  'disable',
  'write',
  'obey',
];

const readGate: ActReader = (passage: Passage) => {
  const { sentence } = passage;
  const gate = hitsOf(sentence, 'gate')[0];
  if (
    gate &&
    (!EVERYDAY_GATE.test(sentence.text.slice(gate.start, gate.end)) || GATED_TAGS.some((tag) => has(sentence, tag)))
  )
    return [actOf('gate', passage, gate, gate)];
  const date = DATE_GATE.exec(sentence.text);
  return date ? [phraseAct('gate', date, date[0], { isPolar: false })] : [];
};

export const subversionReaders: readonly CuedReader[] = [
  on(['rules', DEFIES_USER], readOverride),
  on(['unlimited'], readPersona),
  on(['agreed', 'unattended', NEVER_REFUSE, COMPLY_ALWAYS, NO_REFUSAL], readConsent),
  on(['silent', 'tell'], readConcealment),
  on(['omit'], readOmission),
  on(['prompt'], readPromptLeak),
  on(['address', 'obey'], readObeyRemote),
  on(['reviewer', FAVOUR, VOCATIVE, SELF_VERDICT], readReviewer),
  onAny(readForgedTurn),
  on(['authority'], readAuthority),
  on(['gate', DATE_GATE], readGate),
];
