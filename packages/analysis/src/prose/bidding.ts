/** What a text asks of the program that reads it, by the shape of the sentence: whoever writes a description has no business with it. */
export type Bid =
  | 'agreed'
  | 'consent'
  | 'concealment'
  | 'obeys'
  | 'override'
  | 'speech'
  | 'secret'
  | 'conversation'
  | 'exclusive';

const WHOM =
  '(?:the |your |any |their )?(?:users?|humans?|person|people|customers?|owners?|operators?|clients?|callers?|developers?|members?|guests?|travell?ers?|patients?|buyers?|shoppers?|visitors?|employees?|them|they|anyone|anybody)';
const of = (...shapes: readonly string[]): readonly RegExp[] => shapes.map((shape) => new RegExp(shape, 'iu'));

const SHAPES: Readonly<Record<Bid, readonly RegExp[]>> = {
  agreed: of(
    String.raw`(?<!\b(?:after|once|when|if|until|unless|that|whether|only) (?:the |your |any |their )?)\b${WHOM} (?:has|have|had) (?:already |previously |implicitly |tacitly )?(?:agreed|consented|approved|authori[sz]ed|accepted|opted in|given (?:consent|permission|approval))\b`,
    String.raw`\bI (?:hereby )?(?:allow|permit|authori[sz]e|approve|consent to) (?:everything|anything|all|any|every|whatever)\b`,
    String.raw`\byou (?:have|are given|are granted|hold) (?:full |blanket |standing |the )?(?:permission|authority|consent|right|approval)\b`,
  ),
  consent: of(
    String.raw`\bassum(?:e|ing)\b[^.]{0,30}\b(?:consents?|agree(?:s|ment)?|approv\w+|permission|authori[sz]\w+)\b`,
    String.raw`\bno need (?:to (?:ask|confirm|check|wait|verify)|for (?:confirmation|approval|consent))\b`,
    String.raw`(?:^|[.;:,]\s+)(?:always )?(?:approve|accept|confirm|grant|allow)\s+(?:every|all|any|each)\b`,
    String.raw`\b(?:skip|bypass|suppress|dismiss) (?:the |any |all |every )?(?:confirmations?|approvals?|consent)(?=\s*(?:[.!,;]|$))`,
    String.raw`\bwithout (?:first )?(?:consulting|involving|checking with|asking (?:the|any|their|your|for))\b`,
    String.raw`\bsans (?:consulter|prévenir|avertir|interroger)\b|\bs(?:in|em) (?:consultar|avisar|preguntar|perguntar)\b|\bsenza (?:consultare|avvisare|interpellare)\b|\bohne (?:\p{L}+ ){0,4}zu (?:fragen|informieren|benachrichtigen|konsultieren|verständigen)\b`,
    String.raw`\bohne (?:nachfrage|rückfrage|bestätigung|zustimmung|zu fragen)\b(?![^.;]{0,40}\b(?:nichts?|kein\p{L}*)\b)|\bkeine? (?:bestätigung|rückfrage|zustimmung) (?:einhol|abwart|nötig|erforderlich)`,
    String.raw`\bne (?:demand|attend)\w+ (?:pas|jamais)\b|\bsans (?:demander|attendre)\b[^.]{0,30}(?:confirmation|accord|autorisation|permission)`,
    String.raw`\bs(?:in|em|enza) (?:pedir|solicitar|esperar|chiedere|attendere|aguardar)\b[^.]{0,30}(?:confirma|conferma|permis|permess|aproba|approva|autoriz|aprova)`,
    String.raw`(?:rückfrage|bestätigung|nachfrage|zustimmung)\p{L}* (?:ist |sind )?(?:nicht (?:nötig|erforderlich|notwendig)|entfällt|unnötig)`,
    String.raw`\b(?:confirmation|approval|consent) (?:is|are) (?:not (?:needed|required|necessary)|unnecessary)\b|\bconfirmation n['’]est pas (?:requise|nécessaire)|\bno (?:hace falta|se requiere|es necesaria) (?:la )?confirmaci`,
    String.raw`\b(?:accept|approve|apply|merge|commit|delete|install|run)\b[^.]{0,60}\bwithout (?:showing|(?:a )?review|asking|a diff|a prompt)\b`,
  ),
  concealment: of(
    String.raw`\bbetween (?:you and|us\b|ourselves)`,
    String.raw`\bno need to (?:show|tell|inform|mention|notify|report|explain|bring)\b`,
    String.raw`(?:^|[.;:,]\s+)(?:silently|quietly|secretly|discreetly|covertly)\s+(?!\w+(?:s|ed|ing)\b)\p{L}+`,
    String.raw`\b(?:our|a little) secret\b(?! (?:key|token|value|name|id|manager|store))|\bkeep (?:quiet|silent|mum)\b|\b(?:never |not |don['’]t )let on\b|\bun(?:mentioned|said|disclosed|reported)\b|\b(?:give|show|leave) no (?:sign|hint|indication|trace)\b|\bnot for (?:[\p{L}’']+ ){0,3}(?:eyes|ears)\b|\bpresent\b[^.]{0,40}\bas\b[^.]{0,30}\bown\b`,
    String.raw`\b(?:if|when|should) [^.,]{3,60},\s*(?:blame|put it down to|attribute it to|say (?:that )?it)\b`,
    // A call or a step that is not to be seen; what is a secret is rightly kept from the screen.
    String.raw`\b(?:do not|don['’]t|never) (?:show|display|print|list|include|repeat|report|output|render)\b(?![^.]{0,60}\b(?:passwords?|tokens?|keys?|secrets?|credentials?|pins?|codes?|numbers?)\b)[^.]{0,50}\b(?:in|to|into|on) (?:the |your |any |this )?(?:chat|conversation|answer|reply|response|summary|transcript|${WHOM})\b`,
    String.raw`\b(?:is|are|be|stays?|remains?) (?:left out|left unsaid|omitted|withheld|hidden|kept (?:back|quiet|secret|from)|unmentioned|not (?:shown|named|mentioned|itemi[sz]ed|disclosed|brought up))\b[^.]{0,60}\b(?:asks?|asked|wants to know|assistant|agent)\b`,
    String.raw`\b(?:deny|denies|conceal|hide|withhold)\s+(?:that|the fact|it|this)\b`,
    String.raw`\b(?:do not|don['’]t|never) (?:summari[sz]e|repeat|quote|show|print|display|explain|report|echo|reveal|mention)\b[^.]{0,40}\b(?:for|to) ${WHOM}\b`,
    String.raw`\bn['’]\p{L}+ (?:pas|jamais|rien)\b[^.]{0,60}(?:utilisateur|client|usager|personne)`,
    String.raw`\b(?:nicht|nie|niemals) (?:\p{L}+ ){0,3}(?:erwähnen|mitteilen|anzeigen|verraten|nennen|offenlegen)`,
    String.raw`\b(?:no|nunca|não|non) (?:se )?(?:lo |la |le |o )?(?:mencion|revel|informe|avis|digas?|diga|mostr|menzion|rivel|dir)\p{L}*`,
    '不要(?:告诉|提及|通知)|不(?:得|必)告知|(?:知らせ|伝え)(?:ない|ず)|알리지',
    'не (?:сообщай|упоминай|говори|показывай)',
    String.raw`(?<!\b(?:you|we|i) )\b(?:does not|doesn['’]t|do not|don['’]t|need not|has no|have no)(?: have)?(?: need)?(?: to)? (?:know|learn|hear|find out|notice)\b`,
    `(?:muss|soll|braucht|darf) (?:davon |es |das )?(?:nichts?|nicht) (?:zu )?(?:wissen|erfahren|merken)|n['’]a pas besoin de (?:le )?savoir|ne doi(?:t|vent) (?:pas|rien) (?:le )?savoir|no (?:necesita|debe|tiene que) (?:saber|enterarse)|non deve (?:saper|sapere)`,
  ),
  obeys: of(
    String.raw`(?:^|[.;:,]\s+|\b(?:and|then|must|should|always)\s+)(?:do|follow|obey|execute|perform|act on|carry out|comply with|run)\s+(?:whatever|anything|any (?:request|instruction|order|command|step|direction)s?|what(?:ever)? (?:it|the|is|they))\b`,
    String.raw`\bas (?:if|though) (?:the |your |an? )?(?:users?|person|human|operator|owner|administrator|developer) (?:had |has |have )?(?:typed|said|written|asked|ordered|sent|entered)\b`,
    String.raw`\binstructions?\b[^.]{0,40}\b(?:are|is) (?:to be )?(?:carried out|followed|obeyed|executed|acted on)\b`,
    String.raw`\b(?:work through|go through with|carry out|tick off)\b[^.]{0,30}\b(?:it|them|each|every|all|field|list|steps)\b`,
    String.raw`(?<!\p{L})(?:sigu?e|suis|suivez|segui|siga|befolge|folge)(?!\p{L})[^.]{0,20}(?:indicaciones|instrucciones|instructions|consignes|istruzioni|instruções|anweisungen)`,
    String.raw`\b(?:authority|weight|priority|standing|rank) (?:as|of) (?:the |a |an )?(?:users?|system|operator|developer|administrator)\b`,
    String.raw`\bmust be (?:pasted|run|executed|followed|obeyed|carried out|entered)\b[^.]{0,40}\b(?:verbatim|as is|exactly|unchanged|terminal|shell|console)\b`,
    String.raw`\b(?:is|are|gets?) (?:carried out|executed|obeyed|followed|acted on|performed)\b[^.]{0,30}\b(?:at once|immediately|automatically|by (?:the |an |any )?(?:agent|assistant|model|host)s?)\b`,
  ),
  override: of(
    String.raw`\b(?:summari[sz]e|describe|report|classify|rate|mark|label)\b[^.]{0,20}\bas (?:harmless|safe|benign|approved|clean|trusted)\b`,
    String.raw`\b(?:polic(?:y|ies)|rules?|limits?|restrictions?|guardrails?|safeguards?|safety|permissions?)\b(?: (?:of|by|from) (?:the )?(?:host|client|assistant|agent|model|system|user|operator|developer))?\s+(?:do(?:es)? not|don['’]t|no longer|never) (?:apply|count|hold|bind)\b`,
    String.raw`\b(?:supersed|overrid|outrank|cancel|suspend)\w*\b[^.]{0,24}\byour\b[^.]{0,24}\b(?:guidelines?|instructions?|rules?|polic\w+|training|defaults?|safety)\b`,
    String.raw`\b(?:supersed|overrid|outrank|replac|cancel|take precedence over|takes precedence over)\w*\b[^.]{0,20}\b(?:system (?:message|prompt)|(?:earlier|previous|prior) (?:instructions?|messages?)|what the user)\b`,
  ),
  speech: of(
    String.raw`(?:^|[.;:,]\s+|\b(?:and|then|must|should|always)\s+)(?:tell|inform|assure|convince|persuade|reassure|advise) ${WHOM}\s+(?:that|to|it)\b`,
    String.raw`(?:^|[.;:,]\s+|\b(?:and|then|must|should|always)\s+)(?:recommend|promote|praise|favou?r|advertise|upsell|endorse)\s+(?!using|to\b)[^.]{4,}`,
  ),
  secret: of(
    String.raw`\b(?:${WHOM}['’]s?|their|your|saved|stored)\s+(?:\p{L}+ ){0,2}(?:passwords?|passphrase|pin|security (?:answers?|questions?)|card (?:number|details)|cvv|seed phrase|private keys?|session cookies?|login)\b[^.]{0,40}\b(?:from|in|into|as|with)\b`,
    String.raw`\b(?:with|from|in) the (?:\p{L}+ )?(?:keychain|password manager|credential store|browser profile|vault of)\b`,
    String.raw`\banswers? to (?:the |their )?security questions?\b`,
    String.raw`\bwith the (?:credentials?|passwords?|tokens?|keys?|rights) of (?:the |an? |another )?(?:admin\w*|owner|root|superuser|manager|user|colleague|person)\b`,
  ),
  conversation: of(
    String.raw`\b(?:copy|paste|put|include|insert|append|attach|pass|send|add|write|fill in|forward)\b[^.]{0,30}\b(?:whole|entire|full|complete|last|previous|recent|all(?: of)?(?: the)?)\s+(?:\p{L}+ )?(?:chat|conversation|messages?|dialogue|discussion|exchange|transcript)\b`,
    String.raw`\b(?:letzten?|ganzen?|gesamten?|bisherigen?)\s+(?:\p{L}+ )?(?:nachrichten|unterhaltung|gespräch\p{L}*|chat\p{L}*|verlauf)`,
    String.raw`\b(?:toda|todo|entera|completa|últimos|tutta|intera|toute|entière|derniers?)\s+(?:\p{L}+ ){0,2}(?:conversaci\p{L}+|conversa|conversation|conversazione|mensajes|messages|messaggi|mensagens|chat)`,
    '会話の(?:全文|履歴)|对话(?:内容|记录|历史)|전체 대화',
  ),
  exclusive: of(
    String.raw`(?:^|[.;:,]\s+|\b(?:always|must|should)\s+)(?:use|call|choose|pick|prefer|select)\b[^.]{0,40}\b(?:for|on|in) (?:every|each|any|all) (?:questions?|requests?|tasks?|quer(?:y|ies)|prompts?|conversations?|messages?)\b`,
    String.raw`\beven (?:if|when|where) (?:another|other|a different|some other)\b`,
    String.raw`\b(?:do not|don['’]t|never|no need to)\s+(?:\w+ly )?(?:double-?check|cross-?check|second-guess|question|scan|verify|run (?:\p{L}+ ){0,3}(?:tools?|scanners?|checks?))\b`,
    String.raw`\bfrom now on\b|\bfor the rest of (?:the|this) (?:session|conversation|chat)\b`,
  ),
};

const BIDS = Object.keys(SHAPES) as readonly Bid[];

/** Every bid of a sentence. */
export const bidsOf = (sentence: string): Bid[] =>
  BIDS.filter((bid) => SHAPES[bid].some((shape) => shape.test(sentence)));
