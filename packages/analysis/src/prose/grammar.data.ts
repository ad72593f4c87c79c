/**
 * Small words by which a sentence forbids, excepts, breaks off or speaks of others, per language, separated by `|`;
 * `word+` stands for singular and plural. They say how a sentence is built, never what it is about.
 */
export const GRAMMAR = {
  en: {
    negator:
      "do not|don't|don’t|dont|never|must not|mustn't|should not|shouldn't|shouldn’t|cannot|can't|can’t|may not|will not|won't|avoid|avoids|avoiding|refrain from|not to|no longer|under no circumstances|is forbidden|are forbidden|is prohibited|are prohibited|not allowed to|stop|without ever|rather than|instead of|does not|doesn't|doesn’t|did not|didn't|not|nor|neither",
    idiom:
      "do not worry|don't worry|don’t worry|do not hesitate|don't hesitate|do not forget|don't forget|never forget|do not fail|never fail|not only|not just|why not|not optional|never mind|do not neglect|not negotiable|non-negotiable|do not wait|do not delay|never omit|do not omit|do not skip|don't skip|never skip|do not stop|never stop|do not miss|cannot be skipped|must not be skipped|do not leave out|not limited to|whether or not|if not|do not overlook|do not resist|do not let",
    exception:
      'unless|except when|except if|except that|other than when|until|but only after|save when|with the exception|only if|only when',
    'clause-break':
      'but|instead|however|rather|otherwise|and then|then|afterwards|after that|yet|whereas|so that|so|because|in order to|nevertheless|just|simply|still|now|please',
    attribution:
      'attacker+|adversary|adversaries|malicious|injection attempt+|phrases like|phrases such as|text like|text such as|strings like|strings such as|patterns like|patterns such as|instructions like|messages like|such as|for example|e.g.|for instance|looks for|look for|looking for|search for|scan for|scans for|detects|detect|detecting|flags|flag|watch for|check for|checks for|beware|report any|report text|contains|containing|attempts to|tries to|trying to|victim+|exploit+|hacker+|untrusted|indicator+|signature+|payload+|jailbreak+|red flag+|test case+|test prompt|refuse any|reject any|treat as data|treat it as data|suspicious|phishing|claims that|claims to|says|saying|reads|tells you to|asks you to|telling the agent|instructing|instructs|anti-pattern+|vulnerable|insecure|unsafe|dangerous|harmful|forbidden|prohibited|disallowed|bad example+',
    sarcasm:
      'just kidding|wink wink|nudge nudge|;)|;-)|😉|🙃|🙄|😏|of course you would never|yeah right|opposite day|reverse psychology',
  },
  zh: {
    negator: '不要|不得|禁止|切勿|请勿|不能|不可|不应|不允许|严禁|绝不|避免|不应该|不可以',
    idiom: '不要担心|不要忘记|不要犹豫|不仅|不只|不要跳过|不要遗漏|别忘了|别担心|不要停止',
    exception: '除非|除了|直到|仅当|只有在',
    'clause-break': '但是|而是|然后|接着|之后|随后|因此|所以|否则|改为',
    attribution: '攻击者|恶意|例如|比如|诸如|检测|识别|可疑|注入攻击|黑客|类似|的短语|示例攻击|危险|不安全',
  },
  ja: {
    negator:
      'しないで|しないこと|してはいけない|してはならない|てはいけません|てはなりません|ないでください|禁止|決して|避け|ではなく|しません|せずに',
    idiom: '忘れないで|ためらわないで|心配しないで|だけでなく|スキップしないで',
    exception: '場合を除き|ない限り|を除いて|まで',
    'clause-break': 'しかし|ただし|代わりに|その後|次に|そして|それから|ので',
    attribution: '攻撃者|悪意|例えば|たとえば|などの|検出|のような|インジェクション|危険|疑わしい',
  },
  ko: {
    negator: '하지 마|하지 말|해서는 안|안 됩니다|금지|절대|피하|하지 않|마세요|말고|아니라',
    idiom: '걱정하지 마|잊지 마|주저하지 마|뿐만 아니라|건너뛰지 마',
    exception: '않는 한|경우를 제외하고|제외하고|까지',
    'clause-break': '하지만|그러나|대신|그런 다음|그 후|그리고|따라서|그러면',
    attribution: '공격자|악의적|악성|예를 들어|예:|같은 문구|탐지|감지|인젝션|위험|의심',
  },
  es: {
    negator: 'no|nunca|jamás|evita|evite|prohibido|no debes|no debe|está prohibido|sin que|en lugar de|tampoco',
    idiom: 'no te preocupes|no olvides|no dudes|no solo|no sólo|no omitas|no dejes de|no se preocupe|no olvide',
    exception: 'a menos que|salvo que|excepto|hasta que|solo si',
    'clause-break': 'pero|sino|luego|entonces|después|sin embargo|en cambio|así que|porque',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por ejemplo|como por ejemplo|frases como|detecta|detectar|inyección|sospechoso|peligroso|tales como',
  },
  pt: {
    negator: 'não|nunca|jamais|evite|evita|proibido|não deve|não deves|em vez de',
    idiom: 'não se preocupe|não se esqueça|não esqueça|não hesite|não apenas|não só|não pule|não deixe de',
    exception: 'a menos que|a não ser que|exceto|salvo|até que|somente se',
    'clause-break': 'mas|porém|então|depois|em seguida|no entanto|em vez disso|portanto|porque',
    attribution:
      'atacante|atacantes|malicioso|maliciosa|por exemplo|frases como|detecta|detectar|injeção|suspeito|perigoso|tais como',
  },
  fr: {
    negator: "ne|n'|n’|jamais|évite|évitez|interdit|il est interdit|au lieu de|ne pas",
    idiom:
      "ne t'inquiète pas|ne vous inquiétez pas|n'oublie pas|n'oubliez pas|n’oubliez pas|n'hésitez pas|n'hésite pas|non seulement|ne sautez pas|ne manquez pas",
    exception: "à moins que|sauf si|sauf|excepté|jusqu'à ce que|seulement si|hormis",
    'clause-break': 'mais|puis|ensuite|alors|cependant|plutôt|en revanche|donc|car|afin de',
    attribution:
      'attaquant|attaquants|malveillant|malveillante|par exemple|des phrases comme|détecte|détecter|injection|suspect|dangereux|tels que|telles que',
  },
  de: {
    negator:
      'nicht|niemals|nie|kein|keine|keinen|keinesfalls|vermeide|vermeiden|verboten|darf nicht|dürfen nicht|statt|anstatt',
    idiom:
      'keine sorge|vergiss nicht|vergessen sie nicht|zögere nicht|zögern sie nicht|nicht nur|nicht überspringen|nicht vergessen',
    exception: 'es sei denn|außer wenn|außer|bis|nur wenn|ausgenommen',
    'clause-break': 'aber|sondern|dann|danach|jedoch|stattdessen|anschließend|also|weil|damit',
    attribution:
      'angreifer|bösartig|bösartige|zum beispiel|z. b.|z.b.|beispielsweise|formulierungen wie|erkennt|erkennen|injektion|verdächtig|gefährlich|wie etwa',
  },
  ru: {
    negator: 'не|никогда|нельзя|запрещено|запрещается|избегай|избегайте|ни в коем случае|вместо того чтобы',
    idiom:
      'не волнуйся|не волнуйтесь|не забудь|не забудьте|не стесняйся|не только|не пропускай|не пропускайте|не забывай',
    exception: 'если только не|за исключением|кроме случаев|пока не|кроме|только если',
    'clause-break': 'но|а затем|затем|потом|после этого|однако|вместо этого|поэтому|чтобы|иначе',
    attribution:
      'злоумышленник|злоумышленники|вредоносный|вредоносные|например|такие как|фразы вроде|обнаруживает|инъекция|подозрительный|опасный|атакующий',
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<GrammarTag, string>>>>>;

export type GrammarTag = 'negator' | 'idiom' | 'exception' | 'clause-break' | 'attribution' | 'sarcasm';
export type GrammarLanguage = keyof typeof GRAMMAR;
