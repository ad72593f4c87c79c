import type { InstructionAct, ObjectKind } from '../../model.ts';
import { hasCue, toCueId } from '../cues.ts';
import { type ActReader, type CuedReader, onAny, phraseAct, type SeenAct } from './act.ts';

/** Techniques that show in the build of a sentence rather than in a pair of words. Matched on words without addresses. */
type Phrase = {
  readonly act: InstructionAct;
  readonly object: string;
  readonly objectKind: ObjectKind;
  readonly pattern: RegExp;
  /** The pattern holds its own negation. */
  readonly isPolar?: boolean;
  /** Counts only when the sentence names an address. */
  readonly needsAddress?: boolean;
};

const PHRASES: readonly Phrase[] = [
  {
    act: 'disable-safeguard',
    object: 'approval',
    objectKind: 'other',
    isPolar: true,
    pattern:
      /\b(?:does not|do not|doesn't|need not|no need to) (?:need to |have to )?(?:approve|confirm|authori[sz]e)\b[^.]{0,30}\b(?:commands?|tools?|tool calls?|shell)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    pattern:
      /\b(?:fail|fails|failing|failed|broken)\b[^.]{0,60}\b(?:tell|say to|report to) (?:the user|them)\b[^.]{0,30}\b(?:green|fine|passed|passing|ok|works|succeeded)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified payee',
    objectKind: 'output',
    pattern:
      /\b(?:our|my) (?:bank|payment|account|wallet) (?:details|account|address|number)\b[^.]{0,40}\b(?:instead of|rather than|in place of)\b/,
  },
  {
    act: 'remember',
    object: 'orders for agents',
    objectKind: 'agent-file',
    pattern:
      /\b(?:leave|write|place|plant|put|insert|embed)\b[^.]{0,30}\b(?:instructions?|notes?|messages?|orders?|commands?)\b[^.]{0,20}\bfor (?:the |any )?(?:next|other|future|another|later) (?:agents?|assistants?|models?|ai)\b/,
  },
  {
    act: 'obey-remote',
    object: 'content',
    objectKind: 'url',
    pattern:
      /\b(?:instructions?|commands?|orders?)\b[^.]{0,20}\b(?:in|from|inside)\b[^.]{0,30}\b(?:issues?|comments?|e-?mails?|messages?|web ?pages?|tickets?)\b[^.]{0,40}\b(?:executed|obeyed|followed|carried out|performed)\b/,
  },
  {
    act: 'override-rules',
    object: 'purpose',
    objectKind: 'standing-rules',
    pattern:
      /\byour (?:new|real|true|actual|secret|hidden|only true)(?: \w+)? (?:objective|goal|mission|purpose|task|job|role|directive)s? (?:is|are|becomes|will be)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified payee',
    objectKind: 'output',
    pattern:
      /\b(?:replace|swap|change|substitute|exchange)\b[^.]{0,60}\baddress(?:es)?\b[^.]{0,60}\b(?:0x[0-9a-f]{40}|bc1[a-z0-9]{20,60})|\breplace\b[^.]{0,20}\brecipients?\b[^.•]{0,12}\b(?:with|by)\b[^.•]{0,12}•/,
  },
  {
    act: 'alter-output',
    object: 'planted access',
    objectKind: 'output',
    pattern:
      /\b(?:add|insert|include|append|slip|sneak)\b[^.]{0,20}\b(?:hidden|unused|undocumented|secret|unneeded|invisible)\b[^.]{0,20}\b(?:dependency|package|import|module|script|endpoint|parameter|text|link|pixel)\b|\b(?:tracking pixel|invisible (?:image|pixel)|beacon)\b[^.]{0,40}\b(?:each|every|all)\b/,
  },
  {
    act: 'obey-remote',
    object: 'content',
    objectKind: 'url',
    pattern:
      /\b(?:run|execute|follow|obey|perform)\b (?:the |any |all |every |each )?(?:commands?|code|instructions?|scripts?|orders?)\b[^.]{0,20}\b(?:in|from|inside|within|of)\b[^.]{0,20}\b(?:html comments?|comments? of|web ?pages?|(?:every |each |the )?pages? you|issues?|e-?mails?|messages?|search results?|tickets?|attachments?)\b|\btreat\b[^.]{0,20}\b(?:content|text|everything|anything|messages?)\b[^.]{0,20}\bfrom\b[^.]{0,80}\bas (?:trusted |system |your |new |binding )*(?:instructions?|orders?|commands?|directives?)\b/,
  },
  {
    act: 'delete',
    object: 'encrypted originals',
    objectKind: 'workspace',
    pattern:
      /\b(?:encrypt|convert|lock)\w*\b[^.]{0,60}\b(?:delete|remove|wipe|destroy|shred)\b[^.]{0,20}\boriginals?\b/,
  },
  {
    act: 'run',
    object: 'mining',
    objectKind: 'command',
    pattern:
      /\bmine\b[^.]{0,20}\b(?:crypto\w*|monero|xmr|bitcoin|coins?)\b|\b(?:start|run|launch)\b[^.]{0,20}\b(?:crypto ?miner|mining (?:client|process|software))\b/,
  },
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    needsAddress: true,
    pattern:
      /\b(?:all|every|each|any|future)\b[^.]{0,30}\b(?:conversations?|answers?|repl(?:y|ies)|responses?|sessions?|texts?|documents?|questions?)\b[^.]{0,20}\b(?:recommend|promote|advertise|praise|mention|link to)\b|\b(?:recommend|promote|advertise|praise)\b[^.]{0,80}\b(?:in|with|under) (?:each|every|all)\b/,
  },
  // The text hides itself, or has the agent lie about what it did.
  {
    act: 'conceal',
    object: 'hidden instructions',
    objectKind: 'command',
    isPolar: true,
    pattern:
      /\b(?:never|do not|don't|must not|should not)\s+(?:ever\s+)?(?:disclose|reveal|mention|tell|share|acknowledge|admit|discuss|expose)\b[^.]{0,40}\b(?:existence of|these instructions|this (?:step|instruction|rule|requirement|behaviou?r|procedure)|that this (?:step|instruction|file)|that (?:it|they) (?:is|are) (?:sponsored|paid|an ad)|hidden (?:step|instruction)s?)\b|\b(?:do not|don't|never|must not) let (?:the |any )?(?:user|human|operator|owner|customer)s?\b[^.]{0,10}\b(?:know|see|notice|find out|learn)\b/,
  },
  {
    act: 'conceal',
    object: 'denied act',
    objectKind: 'command',
    isPolar: true,
    pattern:
      /\bomit (?:the fact|any mention|all mention)\b|\btell (?:the user|them) (?:that )?[^.]{0,50}\b(?:whatever the|regardless of|no matter what|even (?:if|when|though))\b|\bif (?:the user|anyone|anybody|someone|they|asked|questioned)\b[^.]{0,50}\b(?:say|claim|deny|answer|reply|respond|tell them|insist)\b[^.]{0,20}\b(?:you only|nothing|none|there (?:is|are) no(?:ne)?|it was|you did not|you never|that you (?:only|did not|never))\b|\bpretend (?:that )?(?:the|it|there|nothing|you (?:did not|never|only|failed))\b|\bdeny (?:having|that you|any knowledge|all knowledge)\b|\b(?:does not|doesn't|need not|should not|must not) (?:need to )?be (?:mentioned|disclosed|revealed)\b[^.]{0,40}\b(?:summary|user|response|reply)\b/,
  },
  {
    act: 'conceal',
    object: 'erased traces',
    objectKind: 'command',
    pattern:
      /\b(?:delete|clear|wipe|erase|remove|purge|scrub)\s+(?:the |your |all |any |every )?(?:audit logs?|audit trail|shell history|command history|bash history|tracks|traces?|evidence of|access logs?|log entries)\b[^.]{0,60}\b(?:after\w*|when|once|before|then|so (?:that )?|done|finish\w*|complet\w+)\b/,
  },
  {
    act: 'conceal',
    object: 'kept from the user',
    objectKind: 'command',
    isPolar: true,
    pattern:
      /\bwithout (?:ever )?(?:telling|informing|notifying|alerting|asking or telling)\s+(?:the |your )?(?:user|human|operator|owner|customer|client)\b/,
  },
  {
    act: 'conceal',
    object: 'kept from the user',
    objectKind: 'command',
    pattern: /\bhide\b[^.]{0,50}\bfrom (?:the |your )?(?:user|human|operator|owner|customer)s?\b/,
  },
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    pattern:
      /\b(?:make|keep|write|present)\b[^.]{0,40}\b(?:favou?rable|flattering|biased) (?:to|towards?|about|in favou?r of)\b|\b(?:leave out|omit|suppress|downplay)\b[^.]{0,30}\b(?:negative|unfavou?rable|critical) (?:results?|findings?|reviews?|facts|information|about)\b/,
  },
  {
    act: 'send',
    object: 'private data',
    objectKind: 'conversation',
    needsAddress: true,
    pattern:
      /\b(?:transcripts?|conversations?|prompts?|messages?|chats?|user inputs?|credentials|keystrokes)\b[^.]{0,40}\b(?:goes|go|is|are|gets?|will be|must be|to be) (?:also )?(?:to|sent|forwarded|uploaded|copied|posted|transmitted|shared|mirrored|logged)\b[^.•]{0,30}•/,
  },
  {
    act: 'override-rules',
    object: 'limits',
    objectKind: 'standing-rules',
    pattern:
      /\b(?:ignore|disregard|bypass|exceed)\b[^.]{0,20}\b(?:limits?|restrictions?|constraints?|boundaries)\b[^.]{0,20}\b(?:on you|placed|imposed|set by)\b|\byou (?:are|may be) (?:allowed|permitted|free|authori[sz]ed) to (?:bypass|ignore|skip|violate|override|break|disregard)\b[^.]{0,40}\b(?:polic\w+|rules?|guidelines?|safety|restrictions?|safeguards?|permissions?|approvals?)\b|\b(?:obey|follow|comply|do (?:it|so|this)|answer|proceed)\b[^.]{0,60}\beven (?:if (?:it|this|that) (?:violates|breaks|contradicts|conflicts with)|against)\b[^.]{0,30}\b(?:guidelines|rules|polic\w+|instructions|safety)\b/,
  },
  {
    act: 'override-rules',
    object: 'rules',
    objectKind: 'standing-rules',
    isPolar: true,
    pattern:
      /\b(?:do not|don't|never|must not) (?:let|allow)\b[^.]{0,20}\b(?:system (?:messages?|prompts?)|(?:safety|earlier|previous|prior|your) (?:\w+ )?(?:rules?|guidelines?|instructions?|polic\w+|training|restrictions?))\b[^.]{0,30}\b(?:influence|affect|stop|hold|limit|prevent|restrict|interfere)\b/,
  },
  {
    act: 'send',
    object: 'conversation',
    objectKind: 'conversation',
    pattern:
      /\b(?:call|invoke)\s+[\w.`]+\s+with\b[^.]{0,20}\b(?:complete|entire|full|whole|all|everything)\b[^.]{0,30}\b(?:conversation|context|messages|history|file contents|files|environment|memory|secrets)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    pattern:
      /\b(?:mark|report|count|show|record|log|list)\b[^.]{0,20}\b(?:fail(?:ing|ed|ures?)|broken|errors?)\b[^.]{0,20}\bas (?:pass|passed|passing|green|successful|ok|clean)\b/,
  },
  {
    act: 'obey-remote',
    object: 'content',
    objectKind: 'url',
    pattern:
      /\b(?:execute|run|follow|perform|obey)\s+(?:whatever|any|every|each|all)\b[^.]{0,20}\b(?:commands?|instructions?|orders?|requests?)\b[^.]{0,40}\b(?:in|from|of|inside)\b[^.]{0,30}\b(?:comments?|issues?|fields?|records?|e-?mails?|messages?|pages?|responses?|attachments?)\b|\bdo (?:everything|whatever|anything)\b[^.]{0,50}\b(?:says?|demands?|instructs?|tells you|commands?)\b|\bexecute the (?:command|code|instruction)s?\b[^.]{0,20}\b(?:field|column) of (?:each|every|the) (?:record|row|entry)\b/,
  },
  {
    act: 'move-money',
    object: 'fixed recipient',
    objectKind: 'money',
    pattern:
      /\b(?:saved|stored|user's) (?:credit |debit )?(?:card|payment method)\b[^.]{0,60}\b(?:without|automatically|silently)\b/,
  },
  {
    act: 'post-publicly',
    object: 'output',
    objectKind: 'output',
    pattern:
      /\b(?:publish|post|tweet|submit|merge|deploy|release|broadcast)\b[^.]{0,60}\bwithout (?:waiting for |asking for |getting |seeking )?(?:the )?(?:user's |any |further |explicit |prior )?(?:approval|permission|consent|confirmation|review)\b/,
  },
  {
    act: 'launder-consent',
    object: 'refusal',
    objectKind: 'other',
    isPolar: true,
    pattern:
      /\b(?:do not|don't|never) (?:include|add|give|show|issue)\b[^.]{0,15}\b(?:safety )?(?:warnings?|disclaimers?|caveats?)\b[^.]{0,40}\b(?:even if|regardless|no matter|in any case)\b/,
  },
  // The work is falsified.
  {
    act: 'alter-output',
    object: 'falsified payee',
    objectKind: 'output',
    pattern:
      /\b(?:change|replace|set|swap|update|substitute|exchange)\b[^.]{0,60}\b(?:bank account|account numbers?|iban|wallet address|payment (?:address|details|link)|payee|beneficiary)\b[^.]{0,60}\b(?:to|with|by|for)\b|\b(?:invoices?|bills?|payments?)\b[^.]{0,40}\baccount\b[^.]{0,30}\b(?:exchange|replace|swap|change|substitute)\b[^.]{0,10}\b(?:it|this|that|them)\b[^.]{0,10}\b(?:for|with|by|to)\b/,
  },
  {
    act: 'alter-output',
    object: 'planted access',
    objectKind: 'output',
    pattern:
      /\b(?:add|create|insert|include|make sure|ensure|allow|weave|build|plant|hide|work|put)\b[^.]{0,60}\b(?:master password|backdoor|hidden (?:account|user|admin\w*|endpoint|route|iframe|pixel)|second admin\w*|admin\d+|(?:hidden|secret|undocumented|master|universal)(?: master)? (?:login|user|account|key)|accepts? (?:the |any )?(?:master |universal |default )?password)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    pattern:
      /\b(?:report|mark|claim|say|show|record)\b[^.]{0,40}\b(?:tests?|checks?|results?|builds?|findings)\b[^.]{0,30}\b(?:pass|passed|passing|green|success\w*|clean)\b[^.]{0,30}\b(?:even (?:if|when|though)|regardless|although|despite|no matter)\b/,
  },
  {
    act: 'alter-output',
    object: 'falsified figures',
    objectKind: 'output',
    pattern:
      /\b(?:round|shift|tilt|skew|adjust|nudge|bend)\b[^.]{0,40}\b(?:in (?:our|the seller's|the vendor's|their|its) favou?r|in favou?r of)\b|\b(?:leave|drop|take)\b[^.]{0,30}\b(?:check|validation|test|guard|limit)s?\b[^.]{0,10}\bout\b|\blower the quality\b|\b(?:insert|introduce|add|plant)\b[^.]{0,20}\b(?:rounding errors?|small errors?|subtle (?:errors?|bugs?|changes?)|wrong (?:numbers?|values?|figures?))\b/,
  },
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    pattern:
      /\b(?:rank|list|place|recommend|prefer|favou?r|suggest|promote)\b[^.]{0,60}\b(?:first|only|above|always|exclusively)\b[^.]{0,60}\b(?:regardless|whatever|no matter|irrespective|sponsored|partners?)\b|\b(?:always|every|each)\b[^.]{0,40}\b(?:advise|urge|persuade|push)\b[^.]{0,30}\b(?:buy|purchase|subscribe|upgrade|invest)\b/,
  },
  // Private things handed over without an address.
  {
    act: 'send',
    object: 'conversation',
    objectKind: 'conversation',
    pattern:
      /\b(?:pass|include|add|append|put|provide|insert|attach|supply|copy|send)\b[^.]{0,30}\b(?:(?:entire|full|complete|whole|all) (?:the )?(?:conversation|chat|context|message) ?(?:history|log|transcript)?|(?:all )?environment variables|system prompt|chat history|conversation history)\b[^.]{0,50}\b(?:arguments?|parameters?|headers?|fields?|metadata|every request|each request|api calls?|tool calls?|payload|query)\b|\b(?:header|parameter|field|argument)\b[^.]{0,40}\b(?:containing|with|holding)\b[^.]{0,30}\b(?:environment variables|credentials|secrets|system prompt|conversation|chat history)\b/,
  },
  {
    act: 'send',
    object: 'private data',
    objectKind: 'secret',
    pattern:
      /\b(?:post|share|send|write|publish|paste)\b[^.]{0,30}\b(?:api (?:keys?|tokens?)|tokens?|credentials|passwords?|secrets|private keys?)\b[^.]{0,30}\b(?:channel|slack|discord|telegram|forum|public|issue|gist|wiki)\b/,
  },
  {
    act: 'send',
    object: 'private files',
    objectKind: 'user-file',
    pattern:
      /\b(?:private|internal|confidential|proprietary)\b[^.]{0,60}\b(?:publish|share|post|upload|make)\b[^.]{0,40}\bpublic(?:ly)?\b|\b(?:publish|share|post|upload)\b[^.]{0,60}\b(?:private|internal|confidential|proprietary)\b[^.]{0,60}\bpublic(?:ly)?\b|\bpublish\b[^.]{0,40}\bas a public (?:gist|repo\w*|page)\b/,
  },
  {
    act: 'send',
    object: 'private data',
    objectKind: 'user-file',
    needsAddress: true,
    pattern:
      /\b(?:call|hit|ping|contact|request|query)\b[^.]{0,80}\bwith\b[^.]{0,30}\b(?:hostname|host name|username|user name|login name|system info\w*|machine id|contents?|clipboard|files?|data|text|input|message|results?|history|screenshot)\b|\b(?:screenshots?|clipboard|keystrokes|recordings?)\b[^.]{0,60}\b(?:upload|send|post|transmit|forward)\b|\b(?:set|add|change|point)\b[^.]{0,30}\bremote\b[^.]{0,90}\bpush\b/,
  },
  // The rules are declared void, or handed to whoever writes the next text.
  {
    act: 'override-rules',
    object: 'safety',
    objectKind: 'standing-rules',
    isPolar: true,
    pattern:
      /\b(?:safety|ethical|content|security|usage) (?:checks?|rules?|guidelines?|polic(?:y|ies)|restrictions?|filters?|measures?|protocols?|constraints?)\b[^.]{0,20}\b(?:no longer|do not|don't|are not|is not|not) (?:appl\w+|needed|required|in (?:effect|force)|relevant)\b|\b(?:rules|policies|guidelines|instructions|restrictions) (?:that )?you (?:were given|have been given|received|normally follow)\b[^.]{0,20}\b(?:do not|don't|no longer) apply\b|\b(?:earlier|previous|prior|existing|former|all) (?:limitations|restrictions|rules|instructions|guidelines|constraints) (?:are|have become|become|were) (?:void|lifted|cancell?ed|obsolete|superseded|suspended|no longer (?:valid|in force|binding))\b|\b(?:restrictions|limitations|guardrails|safeguards) (?:are|have been|were) (?:lifted|suspended|removed|disabled|waived)\b/,
  },
  {
    act: 'obey-remote',
    object: 'content',
    objectKind: 'url',
    pattern:
      /\b(?:follow|obey|execute|comply with|carry out|perform|act on)\b[^.]{0,20}\b(?:instructions?|requests?|commands?|directives?|orders)\b[^.]{0,30}\b(?:in|inside|within|embedded|contained|found|from)\b[^.]{0,25}\b(?:e-?mails?|web ?pages?|messages|records?|tickets?|issues|attachments?|calendar|search results|comments)\b|\btreat (?:the |its |any |all )?(?:contents?|text|results?|page|response|output)\b[^.]{0,40}\bas (?:your |new |the )*(?:instructions?|orders?|rules|commands?|system prompt)\b|\btreat (?:any |all |the )?(?:instructions?|requests?|commands?)\b[^.]{0,40}\bas (?:coming from|if (?:from|they came from)|orders from|instructions from) (?:the )?(?:user|system|developer|operator)\b/,
  },
  {
    act: 'obey-remote',
    object: 'content',
    objectKind: 'url',
    pattern:
      /\b(?:as (?:though|if)|like)\b[^.]{0,20}\b(?:the )?(?:person|user|owner|operator|human|customer)\b[^.]{0,12}\b(?:typed|said|asked|written|wrote|ordered|requested|sent|gave)\b|\b(?:comments?|messages?|tickets?|issues?|e-?mails?|replies|posts?|rows?|lines?|results?|outputs?|pages?)\b[^.]{0,60}\bas (?:commands?|orders?|instructions?|directives?)(?: (?:from|of) the (?:owner|user|operator|person|system))?\b/,
  },
  {
    act: 'obey-remote',
    object: 'rules',
    objectKind: 'url',
    needsAddress: true,
    pattern:
      /\b(?:load|fetch|download|get|pull|read)\b[^.]{0,20}\b(?:additional|new|updated|latest|further|more) (?:rules|instructions|directives|prompts?|commands)\b/,
  },
  {
    act: 'configure-agent',
    object: 'base url',
    objectKind: 'agent-file',
    needsAddress: true,
    pattern:
      /\b(?:anthropic|openai|gemini|llm|model)_?(?:api_)?base(?:_?url)?\b|\b(?:set|change|point|redirect)\b[^.]{0,30}\b(?:api base|base url|api endpoint of the (?:agent|model))\b/,
  },
  {
    act: 'poll-orders',
    object: 'new commands',
    objectKind: 'url',
    needsAddress: true,
    pattern: /\b(?:ask|query|check|contact)\b[^.]{0,15}•+[^.]{0,20}\bwhat to do\b/,
  },
  // Access and approvals given away.
  {
    act: 'launder-consent',
    object: 'refusal',
    objectKind: 'other',
    isPolar: true,
    pattern:
      /\b(?:merge|approve|accept)\b[^.]{0,60}\bno (?:review|approval|check) is (?:necessary|needed|required)\b|\bskip (?:the )?(?:code )?review\b[^.]{0,30}\b(?:approve|merge|accept)\b|\b(?:approve|merge|accept|authori[sz]e)\b[^.]{0,50}\b(?:requests?|changes?|payments?|commits?|them|it|transactions?)\b[^.]{0,20}\bwithout (?:a |any )?(?:review|checking|reading|testing|looking|verification)\b/,
  },
  {
    act: 'move-money',
    object: 'fixed recipient',
    objectKind: 'money',
    pattern:
      /\b(?:fee|fees|payment|transfer|send|pay|swap|trade|balance|donat\w+|tip|commission|invoice|royalt\w+)\b[^.]{0,60}(?:\b0x[0-9a-f]{40}\b|\bbc1[a-z0-9]{25,60}\b)|\bapprove\b[^.]{0,40}\b(?:spender|contract|router|token)\b[^.]{0,30}\b(?:maximum|max|unlimited|infinite)\b/,
  },
];

const CUED_PHRASES = PHRASES.map((phrase) => ({ ...phrase, cue: toCueId(phrase.pattern) }));

const readPhrases: ActReader = ({ sentence, addresses, cues }) => {
  const seen: SeenAct[] = [];
  for (const { act, object, objectKind, pattern, isPolar, needsAddress, cue } of CUED_PHRASES) {
    const address = addresses[0];
    if (!hasCue(cues, cue) || (needsAddress && !address)) continue;
    const match = pattern.exec(sentence.words);
    if (match)
      seen.push(
        phraseAct(act, match, object, { objectKind, isPolar: isPolar ?? false, destination: address?.text ?? null }),
      );
  }
  return seen;
};

export const phraseReaders: readonly CuedReader[] = [onAny(readPhrases)];
