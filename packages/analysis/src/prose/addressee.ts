/** A sentence that turns to the program which reads it: calls it, supposes that it is one, or says what it does. */
type Addressing = 'called' | 'supposed' | 'subject';

const KIND =
  '(?:(?:ai|llm|language|autonomous|automated|virtual|digital|coding|calling|chat|conversational|artificial|intelligent|software|client|reading|consuming)[- ]+){0,3}';
const MACHINE = '(?:agents?|assistants?|models?|llms?|(?:chat ?)?bots?|copilots?|ais?|gpts?)';
/** Words before which "agent" and "model" are no people and no machines of the trade. */
const SURE =
  '(?:(?:ai|llm|language|autonomous|automated|virtual|coding|calling|chat|conversational|reading|consuming)[- ]+){1,3}';

const CALLED = new RegExp(
  String.raw`(?:^|[\n.!?;]\s*|[[(<*_#>]+\s*)(?:(?:note|notice|message|reminder|instructions?|hint|important|attention|guidance|directive|memo|info)\s+(?:to|for)\s+)?(?:all |any |the |every )?${KIND}${MACHINE}\s*[\])>*_]{0,3}\s*[:,—–\])>]\s*(\S[^.!?\n]{0,400})`,
  'gi',
);
const SUPPOSED = new RegExp(
  String.raw`\b(?:if|when|while|since|because) (?:you are|you're|you act as|you run as|this is read by|(?:(?:this|the|it)(?: \w+)? is )?(?:read|processed|called|used|run|invoked) by)\s+(?:an?|the|any)?\s*(?:[\w-]+\s+){0,2}${MACHINE}\b`,
  'i',
);
const SUBJECT = new RegExp(
  String.raw`\b(?:(?:the|any|every|each|an?|your|all|whichever)\s+${KIND}(?:assistant|agent|llm|copilot|ai|chat ?bot)s?|${SURE}${MACHINE})\s+(?:(?:also|first|then|always|never|silently|quietly|simply|now|therefore|in turn)\s+)*(?:must|should|shall|has to|have to|is to|are to|needs? to|(?!(?:is|was|has|does|uses|sees|gets|knows|wants|returns|belongs|this|its|works|runs|supports|receives|becomes|remains|helps|owns|handles|answers|replies|speaks)\b)[a-z]{3,}[^s\W]s)\s+\w+`,
  'i',
);

/** Where a clause that orders begins: a duty, the second person, or a bare verb, which no list of verbs exhausts. */
const ORDERED = /\b(?:must|should|shall|always|never|do not|don['’]t|have to|has to|need to|are to|please|you|your)\b/i;
const BARE =
  /^(?!(?:the|an?|this|that|these|those|it|its|they|there|see|which|who|whose|where|when|for|of|in|on|at|by|with|from|and|or|to|not|no|one|all|any|each|every|list|array|object|string|number|name|id|only|optional|required|default|such|e|i)\b)[a-z]{2,}(?<!s|ed|ing|ly|tion|ment|ity)\s+\w+\s+\w+/i;

/** Programs that read, as other languages call them. */
const ABROAD =
  /(?<!\p{L})(?:ki|ia)(?!\p{L})|(?<!\p{L})(?:asistentes?|assistants?|assistent(?:en|e|es|i)?|asystent\p{L}*|sprachmodell\p{L}*|modelos? de (?:lenguaje|linguagem)|mod[èe]les? de langage|modell[oi] linguistic[oi]|taalmodel\p{L}*|model\p{L}* językow\p{L}*|языков\p{L}+ модел\p{L}+|ассистент\p{L}*|chatbots?)(?!\p{L})|智能体|助手|大模型|语言模型|エージェント|アシスタント|言語モデル|에이전트|어시스턴트|언어 모델/iu;
/** These may be people: they count where they read or call. */
const PERHAPS_ABROAD =
  /(?<!\p{L})(?:agentes?|agents|agenten|agenti|агент\p{L}*)(?!\p{L})[^.!?\n]{0,40}(?<!\p{L})(?:lesen|lies|leen|lean|lisent|leggono|leem|aufruf\p{L}*|llam\p{L}+|appel\p{L}+|chiam\p{L}+|usan?|utilis\p{L}+|utiliz\p{L}+|nutz\p{L}+|verwend\p{L}+|чита\p{L}+|вызыва\p{L}+)/iu;
const DUTY_ABROAD =
  /(?<!\p{L})(?:müssen|muss|sollen|soll|deben|debe|deberán?|doivent|doit|devono|deve|devem|moeten|moet|muszą|musi|должн\p{L}+|обязан\p{L}*|siempre|toujours|immer|sempre|altijd|zawsze|nunca|jamais|niemals|nicht|никогда|всегда)(?!\p{L})|必须|必ず|してください|해야|하십시오|始终|常に|항상|不要|不得/iu;
/** "Hinweis für KI-Assistenten: …" calls somebody, whatever is said then. */
const HEADED_ABROAD = /^[^.!?\n]{0,60}[:：]\s*\S/u;

const SUPPOSED_ABROAD =
  /(?<!\p{L})(?:wenn (?:du|sie)|si (?:tu es|vous êtes|eres|es usted)|se (?:sei|siete|você é|és|for))(?!\p{L})/iu;

/** A model or an agent as the one who has to act. */
const BOUND_ABROAD =
  /(?<!\p{L})(?:le|l['’]|das|der|el|il|o|het|de)\s*(?:mod[èe]le|modell|modelo|modello|model|agente?)\s+(?:doit|devra|muss|soll|darf|debe|deberá|deve|dovrà|moet)(?!\p{L})/iu;

const isAddressedAbroad = (text: string): boolean =>
  BOUND_ABROAD.test(text) ||
  ((ABROAD.test(text) || PERHAPS_ABROAD.test(text)) &&
    [DUTY_ABROAD, HEADED_ABROAD, SUPPOSED_ABROAD].some((pattern) => pattern.test(text)));

export function addressingOf(text: string): Addressing | undefined {
  for (const [, rest = ''] of text.matchAll(CALLED))
    if (ORDERED.test(rest) || BARE.test(rest.trimStart())) return 'called';
  if (SUPPOSED.test(text) && (ORDERED.test(text.replace(SUPPOSED, '')) || /,\s*\w+/.test(text))) return 'supposed';
  return SUBJECT.test(text) || isAddressedAbroad(text) ? 'subject' : undefined;
}
