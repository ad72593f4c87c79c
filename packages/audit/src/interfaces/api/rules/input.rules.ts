import type { ApiDocument, Operation } from '../document/document.ts';
import { isBounded, isOfType, propertiesOf, samplesOf, typesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { childOf, type Place, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import { sentencesOf } from './spoken.ts';
import {
  has,
  hasCredentialParameter,
  hasWord,
  isSecured,
  labelOf,
  nameOf,
  purposeOf,
  segmentsOf,
  setOf,
} from './words.ts';

/** Something a caller fills in, in the address or in the body. */
export type Input = {
  readonly name: string;
  readonly in: string;
  readonly at: Place;
  readonly schema: TreeNode | undefined;
  readonly description: string;
  /** Values written out, of the schema and of the place that it stands at. */
  readonly samples: readonly TreeNode[];
};

export const inputsOf = ({ references }: ApiDocument, operation: Operation): Input[] => [
  ...operation.parameters.map((one) => ({
    ...one,
    samples: one.node === one.schema ? samplesOf(one.node) : [...samplesOf(one.schema), ...samplesOf(one.node)],
  })),
  ...operation.bodies.flatMap(({ schema }) =>
    propertiesOf(schema, references)
      .filter(({ isReadOnly }) => !isReadOnly)
      .map(({ name, at, schema: own, description }) => ({
        name,
        in: 'body',
        at,
        schema: own,
        description,
        samples: samplesOf(own),
      })),
  ),
];

/** A text that is the whole of what is sent: it has no name, so everything that is said of the call is said of it. */
const wholeTexts = ({ references }: ApiDocument, { bodies, prose, at, path }: Operation): Input[] =>
  bodies.flatMap(({ schema: given, samples }): Input[] => {
    const schema = references.resolve(given);
    if (!isOfType(schema, 'string') || textAt(schema, 'format') === 'binary') return [];
    const name = segmentsOf(path).at(-1) ?? 'body';
    return [{ name, in: 'body', at, schema, description: prose, samples: [...samplesOf(schema), ...samples] }];
  });

const own = ({ operations }: ApiDocument): readonly Operation[] => operations.filter(({ kind }) => kind === 'path');

const URL_NAME =
  /^(?:\w+_)?(?:url|uri|urls|uris|link|href|webhook|callback|endpoint|host|hostname|proxy|target|feed|origin_server|upstream|src|remote|location)$/;
const FILE_NAME =
  /^(?:\w+_)?(?:path|file|filename|file_name|filepath|file_path|dir|directory|folder|template|template_name|include|partial)$/;
/** Addresses that are shown or compared, and never opened by the service; and those that a login page goes back to. */
const SHOWN =
  /^(?:homepage|website|website_url|profile_url|avatar_url|logo_url|icon_url|blog_url|blog|redirect_uri|redirect_url|return_url|success_url|cancel_url|post_logout_redirect_uri|canonical_url|terms_url|privacy_url|self|href|linkedin_url|twitter_url|github_url|social_url|html_url|docs_url|source_url_display|issuer_uri)$/;
const CALLED_BACK =
  /^(?:\w+_)?(?:callback|webhook|notification|notify|postback|hook)(?:_(?:url|uri|endpoint|target))?$/;
const FETCHES = setOf(
  'fetch download import crawl scrape proxy preview unfurl screenshot snapshot render retrieve load pull mirror ingest convert ping probe probing check resolve transcode transcribe thumbnail resize index subscribe upload embed validate pdf forward relay',
);
const SAYS_FETCH =
  /\b(?:fetch(?:es|ed)?|download(?:s|ed)?|retriev(?:e|es|ed)|import(?:s|ed)?|crawl(?:s|ed)?|scrap(?:e|es|ed)|load(?:s|ed)?|request(?:s|ed)? (?:the|this|it|by)|prox(?:y|ied|ies)|pull(?:s|ed)?|(?:reads?|takes?|gets?|loads?|copies|copy|import) (?:[\w-]+ ){0,3}from|from (?:the web|an address|a link)|open(?:s|ed)? by the server|server[- ]side|visit(?:s|ed)?|connect(?:s)? to|forward(?:s|ed)? to)\b/i;
const SAYS_BOUND =
  /\b(?:allow(?:ed)?[- ]?list(?:ed)?|white[- ]?list(?:ed)?|must be (?:on|one of|within|a|an|registered|https)|only (?:https|hosts?|domains?|addresses|public)|registered (?:host|domain|url)|pre-?registered|private (?:and|or|addresses|networks|ip)[^.]{0,40}(?:refused|rejected|blocked)|(?:refused|rejected|blocked)[^.]{0,60}(?:private|internal|loopback)|restricted to|limited to|verified domain)\b/i;
const UNBOUND = /\b(?:no|not|without|never|neither|nor|isn't|aren't)\b[^.]{0,24}$/i;
/** Somebody wrote down where it may go; "there is no allow list" says the contrary. */
export const isSaidBound = (text: string): boolean =>
  sentencesOf(text).some((sentence) => {
    const bound = SAYS_BOUND.exec(sentence);
    return bound !== null && !UNBOUND.test(sentence.slice(0, bound.index));
  });
const SAYS_ANYTHING =
  /\b(?:any|arbitrary|every)\b[^.]{0,40}\b(?:url|uri|address|host|server|location|file|path)\b|\b(?:internal|localhost|169\.254|metadata)\b/i;

const isSampleAddress = ({ samples }: Input): boolean =>
  samples.some((one) => /^(?:https?|ftp|s3|gs|smb|file):\/\//i.test(String(scalarOf(one))));

/** A sample or the words of an input say that it is an address, whatever its name. */
const showsAddress = (input: Input): boolean =>
  isSampleAddress(input) ||
  /\b(?:urls?|uris?|https? address|host ?name|web address|link to)\b|\b(?:https?|ftp|file|s3|gs|smb):\/\//i.test(
    input.description,
  );

/** The service, by whatever name, goes there. */
const SAYS_GOES =
  /\b(?:service|server|backend|worker|renderer|browser|importer|we|gateway|crawler|job|engine|it|converter|bot)\b[^.]{0,40}\b(?:opens?|calls?|gets?|follows?|asks?|contacts?|reads?|polls?|tests?|fetch(?:es)?|loads?|requests?|reach(?:es)?|downloads?|pings?|posts?|checks?)\b|\b(?:is|are|will be|gets?) (?:then |first )?(?:opened|called|fetched|loaded|requested|followed|polled|read|downloaded|pulled|contacted|rendered|retrieved|imported|checked)\b/i;

/** Names of what the document gives back: an address among them is kept and shown. */
const shownBy = ({ operations, references }: ApiDocument): ReadonlySet<string> =>
  new Set(
    operations
      .flatMap(({ answers }) => answers.filter(({ status }) => status.startsWith('2')))
      .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, references)))
      .map(({ name }) => nameOf(name)),
  );

/** Somewhere that this service gets to. */
const REACHED =
  /\b(?:reach(?:es|able|ed)?|accessible|visible|resolvable|routable|seen)\b[^.]{0,30}\b(?:from|by) (?:the |our |this |its )?(?:own )?(?:servers?|service|network|backend|workers?|cluster|machines?|side|us)\b/i;
const METHOD_NAMES = setOf('get post put patch delete head options');
/** Which request is made, and what came of it: the caller says the one and is told the other. */
function isRequest(document: ApiDocument, operation: Operation): boolean {
  const sent = inputsOf(document, operation).some(
    ({ name, schema }) =>
      /(?:^|_)(?:method|verb)$/.test(nameOf(name)) &&
      samplesOf(schema).some((one) => METHOD_NAMES.has(String(scalarOf(one)).toLowerCase())),
  );
  const told = new Set(
    operation.answers
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ contents }) => contents.flatMap(({ schema }) => propertiesOf(schema, document.references)))
      .map(({ name }) => nameOf(name)),
  );
  const hasAny = (...names: readonly string[]): boolean => names.some((name) => told.has(name));
  return (
    sent ||
    (hasAny('status_code', 'http_status', 'response_code', 'response_status', 'status') &&
      hasAny('headers', 'response_headers', 'header') &&
      hasAny('body', 'content', 'response_body', 'raw_body', 'html'))
  );
}

type Asked = { readonly shown: ReadonlySet<string>; readonly asksInTurn: boolean };

function addressHit(operation: Operation, input: Input, { shown, asksInTurn }: Asked): ApiHit[] {
  const name = nameOf(input.name);
  if (SHOWN.test(name) || isBounded(input.schema) || input.in === 'header') return [];
  const isUri = ['uri', 'url'].includes(textAt(input.schema, 'format'));
  const isHost = URL_NAME.test(name) || isUri || showsAddress(input);
  if (
    !isHost ||
    (typesOf(input.schema).length > 0 && !isOfType(input.schema, 'string') && !isOfType(input.schema, 'array'))
  )
    return [];
  const said = `${input.description} ${operation.prose}`;
  if (isSaidBound(said)) return [];
  const isCalledBack = CALLED_BACK.test(name);
  const isFetched = hasWord(purposeOf(operation), FETCHES) || SAYS_FETCH.test(said) || SAYS_GOES.test(said);
  // An address that nobody gets back was sent for the service to use.
  const isPlace = isUri || /(?:^|_)(?:url|uri|urls|uris)$/.test(name) || isSampleAddress(input);
  const isConsumed = isPlace && !shown.has(name) && isSentToUse(operation);
  const isAnything = SAYS_ANYTHING.test(said) || hasWord(purposeOf(operation), PROXIES);
  const isReached = REACHED.test(said) || SAYS_ANYTHING.test(input.description);
  if (!isCalledBack && !isFetched && !isConsumed && !isReached && !asksInTurn) return [];
  const note = `${labelOf(operation)} makes the service call what "${input.name}" says.`;
  return [
    {
      at: input.at,
      confidence: 'firm',
      severity: isAnything && !isCalledBack ? 'HIGH' : 'MEDIUM',
      note,
      class: isAnything ? 'anything' : 'address',
    },
  ];
}
const isSentToUse = ({ method, answers }: Operation): boolean =>
  method === 'post' || (method === 'get' && !answers.some(({ status }) => /^3/.test(status)));
const PROXIES = setOf('proxy fetch crawl scrape relay forward');

const SHOWS_PATH =
  /^(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:html?|tpl|hbs|ejs|pdf|csv|txt|json|ya?ml|xml|log|docx|liquid|mustache)$|^\//;
const READS_FILE =
  /\b(?:gets?|read(?:s)?|return(?:s)?|serve(?:s|d)?|download(?:s)?|open(?:s)?|load(?:s)?|delete(?:s)?|write(?:s)?|include(?:s|d)?|render(?:s|ed)?|contents? of)\b/i;
/** Says that it is the place of a file, whatever its name. */
const SAYS_PATH =
  /\b(?:path|location|name) (?:of|to|on|in|under|below) (?:the |an? |its )?(?:\w+ )?(?:file|template|folder|directory|document|script|disk|server|volume|share)\b|\brelative to\b|\babsolute path\b|(?:^|[\s`'"(])\/(?:var|opt|etc|srv|home|usr|mnt|data|tmp)\/\w|\.\.\//i;
const ON_SERVER = /\b(?:server|disk|file ?system|absolute|relative|path|directory|folder|root)\b/i;

function fileHit(operation: Operation, input: Input): ApiHit[] {
  const name = nameOf(input.name);
  const isShown = input.samples.some((one) => SHOWS_PATH.test(String(scalarOf(one))));
  const isAsked = isServed(operation) && input.in === 'query';
  const isPathSaid = SAYS_PATH.test(input.description) || textAt(input.schema, 'format') === 'path';
  const isNamed = FILE_NAME.test(name) || isPathSaid || (isShown && (ON_SERVER.test(input.description) || isAsked));
  if (!isNamed || isBounded(input.schema) || textAt(input.schema, 'format') === 'binary') return [];
  if (!isOfType(input.schema, 'string') || input.in === 'header') return [];
  const said = `${input.description} ${operation.prose}`;
  if (isSaidBound(said) || !(READS_FILE.test(said) || isAsked)) return [];
  const isPlace = /path|dir|template|include|partial|folder/.test(name) || ON_SERVER.test(said) || (isShown && isAsked);
  if (!isPlace) return [];
  const note = `${labelOf(operation)} opens what "${input.name}" names.`;
  return [{ at: input.at, confidence: 'firm', note, class: 'file' }];
}

const MARKUP_NAME = /^(?:\w+_)?(?:template|html|markup|svg|markdown|body_html|xml|document)$/;
const SAYS_LOADED =
  /\b(?:remote|external|linked|referenced|embedded|urls?|addresses|images?|stylesheets?|resources?|includes?|partials?|hosts?|http)\b[^.]{0,80}\b(?:fetched|loaded|resolved|downloaded|included|read|opened|followed|inlined|evaluated)\b|\b(?:fetch(?:es)?|loads?|resolves?|downloads?|includes?|inlines?)\b[^.]{0,60}\b(?:remote|external|linked|referenced|urls?|addresses|images?|resources?|files?)\b/i;

/** Text that a caller writes and that names places which are then opened. */
function markupHit(operation: Operation, input: Input): ApiHit[] {
  if (!MARKUP_NAME.test(nameOf(input.name)) || isBounded(input.schema)) return [];
  const said = `${input.description} ${operation.prose}`;
  if (isSaidBound(said) || !SAYS_LOADED.test(said)) return [];
  const note = `${labelOf(operation)} opens what "${input.name}" refers to.`;
  return [{ at: input.at, confidence: 'firm', note, class: 'markup' }];
}

/** A host and its port together are there to be connected to. */
const isDialled = (document: ApiDocument, operation: Operation, { name, schema, description }: Input): boolean =>
  /^(?:\w+_)?(?:host|hostname|ip|ip_address|server)$/.test(nameOf(name)) &&
  !isBounded(schema) &&
  !isSaidBound(`${description} ${operation.prose}`) &&
  inputsOf(document, operation).some((one) => /(?:^|_)port$/.test(nameOf(one.name)));

/** The answer is a file, and the query names it. */
const isServed = ({ method, answers }: Operation): boolean =>
  method === 'get' &&
  answers.some(
    ({ status, contents }) =>
      status.startsWith('2') &&
      contents.some(
        ({ type, schema }) =>
          /octet-stream|text\/plain|pdf|zip|\*\/\*/.test(type) ||
          textAt(schema, 'format') === 'binary' ||
          textAt(schema, 'type') === 'file',
      ),
  );

const serverSide = apiRule({
  id: 'API-07',
  title: 'Callers say what the service opens',
  question: 'Does a caller give an address, host, path or template that the service then opens?',
  severity: 'MEDIUM',
  references: ['OWASP-API7:2023', 'CWE-918', 'CWE-22'],
  why: 'The service can be sent to places that only it can reach: its own network, its metadata, its files.',
  fix: 'Allow a list of hosts or names, and say so by a pattern or an enumeration.',
  blindTo:
    'HIGH when the operation is there to fetch anything at all. An address that no answer gives back is taken for one that the service uses. Addresses that are only shown, such as a homepage, are quiet, and so are those with a pattern, a list or a stated bound.',
  check: (document) => {
    const shown = shownBy(document);
    return own(document).flatMap((operation) => {
      const asksInTurn = isRequest(document, operation);
      return inputsOf(document, operation).flatMap((input) => {
        const hits = addressHit(operation, input, { shown, asksInTurn });
        if (hits.length === 0 && isDialled(document, operation, input))
          return [
            {
              at: input.at,
              confidence: 'firm' as const,
              note: `${labelOf(operation)} connects to "${input.name}".`,
              class: 'dialled',
            },
          ];
        return hits.length > 0 ? hits : [...fileHit(operation, input), ...markupHit(operation, input)].slice(0, 1);
      });
    });
  },
});

const CODE_NAME =
  /^(?:\w+_)?(?:sql|sql_query|raw_query|command|cmd|shell|script|code|expression|expr|eval|lambda|where_clause|raw_sql|shell_command|bash|python_code|javascript|query_string_raw|filter_expression)$/;
const SAYS_RUN =
  /\b(?:execut(?:e|es|ed|ion)|evaluat(?:e|es|ed)|interpret(?:s|ed)?|run(?:s)? (?:on|in|as|the|a|an|this|it|against|directly)|passed (?:directly |unchanged |as is |on )?to (?:the )?(?:\w+ ){0,2}(?:shell|database|interpreter|eval)|raw sql|shell command|arbitrary (?:sql|code|commands?))\b/i;
const CODES_OF_OTHERS =
  /^(?:country|currency|language|postal|zip|area|coupon|promo|discount|error|status|auth|authorization|verification|otp|product|item|referral|voucher|invite|response|reason|location|state|city|airport|airline|bank|branch|sort|swift|tax|product)_code$/;

/** Languages in which a text is a program, whatever the language around it. */
const ENGINE =
  /\b(?:jinja2?|twig|freemarker|velocity|handlebars|nunjucks|erb|ejs|pug|mako|thymeleaf|smarty|razor|liquid|groovy|spel|ognl|mvel|jexl|jsonata|xslt|lua|javascript|typescript|python|ruby|php|perl|bash|powershell|starlark|sql|cypher|gremlin|rego|lisp|clojure|scala|r script|vbscript|eval)\b/i;
/** How such a text marks what is computed. */
const FILLED_IN = /\{\{.*\}\}|<%.*%>|\{%.*%\}|\$\{.*\}|#\{.*\}/;
const PROGRAM_NAME =
  /^(?:\w+_)?(?:template|formula|rule|rules|filter|filters|query|selector|transform|transformation|mapping|hook|handler|function|macro|condition|predicate|layout|body|source|program|plugin|job|step|steps|policy|xslt|stylesheet)$/;

/** Named after the language it is written in. */
const ENGINE_NAME =
  /^(?:\w+_)?(?:python|javascript|js|lua|groovy|ruby|php|perl|bash|powershell|jinja2?|xslt|cypher|lisp|starlark|wasm|sql|jsonpath|jq|awk|regex_replace_e|dsl)(?:_(?:code|source|script|body|text|program))?$/;
const RUN_BY = /\b(?:run|runs|ran|executed|evaluated|interpreted|compiled|called|invoked|exec|eval|loaded)\b/i;

const INTERPRETER =
  'shell|bash|sh -c|postgres\\w*|mysql|mariadb|sqlite|oracle|sql server|database|cluster|psql|cmd\\.exe|powershell|command ?line|commands?|sql|select|where[- ]clause|order[- ]by|query|queries|statements?|interpreter|eval|exec|xpath|ldap|expression|script|template engine|aql|nosql|mongo\\w*|graphql|jinja2?|twig|freemarker|velocity|handlebars|ejs|erb|mustache|thymeleaf|smarty|groovy|spel|ognl|python|javascript|lua|php|ruby|perl|xslt';
const JOINED =
  'concatenat\\w+|append(?:ed|s)?|insert(?:ed|s)?|interpolat\\w+|splic\\w+|past(?:ed|es)|substitut\\w+|passed|handed|fed|goes|put|built|embedded|added|piped|joined|becomes?|copied|used|execut\\w*|evaluat\\w*|interpret\\w*|runs?|rendered|compiled';
/** What is sent becomes a part of a program, by the words of the input or of an operation that speaks of it. */
const SPLICED = new RegExp(
  `\\b(?:${JOINED})\\b[^.]{0,60}\\b(?:${INTERPRETER})\\b|\\b(?:${INTERPRETER})\\b[^.]{0,60}\\b(?:${JOINED})\\b`,
  'i',
);
const PLAIN_TEXT =
  /\b(?:unescaped|unquoted|raw|as is|as given|as sent|directly|verbatim|unchanged|untouched|straight|without (?:escaping|quoting|checks?|validation|filtering|sanitis\w*|sanitiz\w*)|not (?:escaped|quoted|validated|checked|sanitised|sanitized)|arbitrary|any|full|free|on the (?:server|host|database|application server|worker)|server-?side|server)\b/i;
const DENIED_SPLICE =
  /\b(?:never|not (?:executed|evaluated|run|interpreted)|escaped|parameteri[sz]ed|bound as|as a (?:bind )?parameter|no code)\b/i;
/** As attacks are written down, by those who show what can be sent. */
const SAMPLE_CODE =
  /;\s*(?:ls|cat|rm|curl|wget|id|whoami|drop)\b|\$\([^)]+\)|&&\s*\w+|\|\s*(?:ba)?sh\b|\bselect\b.+\bfrom\b|'\s*or\s*'?1|\b1\s*=\s*1\b|\bimport os\b|\bos\.system\b|\{\{.*\}\}|<%.*%>|__import__|\bprocess\.env\b/i;

function isSpliced(input: Input, operation: Operation): boolean {
  if (isBounded(input.schema) || (!isOfType(input.schema, 'string') && typesOf(input.schema).length > 0)) return false;
  const sentences = [
    ...sentencesOf(input.description),
    ...sentencesOf(operation.prose).filter((one) => isSpokenOf(one, input.name)),
  ];
  if (sentences.some((one) => DENIED_SPLICE.test(one))) return false;
  const isSaid = sentences.some((one) => SPLICED.test(one) && PLAIN_TEXT.test(one));
  const isShown = input.samples.some((one) => SAMPLE_CODE.test(String(scalarOf(one))));
  return isSaid || (isShown && sentences.some((one) => SPLICED.test(one) || ENGINE.test(one)));
}
const isSpokenOf = (sentence: string, name: string): boolean =>
  name.length > 2 && sentence.toLowerCase().includes(name.toLowerCase());

const runsInput = apiRule({
  id: 'API-23',
  title: 'The service runs what a caller writes',
  question: 'Does a caller send a command, a query or code that the service executes?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-94', 'CWE-89', 'CWE-78'],
  why: 'Whoever may call it can do whatever the service can.',
  fix: 'Offer operations with parameters instead of a language.',
  blindTo:
    'HIGH without a credential. Only where name and words both say so; codes of countries and coupons are quiet.',
  check: (document) =>
    own(document).flatMap((operation) =>
      [...inputsOf(document, operation), ...wholeTexts(document, operation)].flatMap((input): ApiHit[] => {
        const name = nameOf(input.name);
        if (isSpliced(input, operation) && !SAYS_SANDBOX.test(`${input.description} ${operation.prose}`))
          return [
            {
              at: input.at,
              confidence: 'firm',
              note: `${labelOf(operation)} makes "${input.name}" a part of what it runs.`,
              class: 'spliced',
            },
          ];
        const isProgram =
          (PROGRAM_NAME.test(name) || ENGINE_NAME.test(name)) &&
          (ENGINE.test(input.description) ||
            (ENGINE_NAME.test(name) && RUN_BY.test(`${input.description} ${operation.prose}`)) ||
            input.samples.some((one) => FILLED_IN.test(String(scalarOf(one))))) &&
          !SAYS_SANDBOX.test(`${input.description} ${operation.prose}`);
        if (!(CODE_NAME.test(name) || isProgram) || isBounded(input.schema)) return [];
        const said = `${input.description} ${operation.prose}`;
        if (isProgram && isOfType(input.schema, 'string'))
          return [
            {
              at: input.at,
              confidence: 'firm',
              note: `${labelOf(operation)} takes a program as "${input.name}".`,
              class: 'program',
            },
          ];
        const isSure = /sql|statement|command|cmd|shell|eval|bash|python|script/.test(name) || SAYS_RUN.test(said);
        if (!isSure || CODES_OF_OTHERS.test(name)) return [];
        if (!SAYS_RUN.test(said) && !hasWord(purposeOf(operation), RUNS)) return [];
        const isOpen = !isSecured(operation) && !hasCredentialParameter(operation);
        const note = `${labelOf(operation)} runs what "${input.name}" holds.`;
        return [{ at: input.at, confidence: 'firm', severity: isOpen ? 'HIGH' : 'MEDIUM', note, class: 'code' }];
      }),
    ),
});
/** Kept from doing anything but what it is for. */
const SAYS_SANDBOX =
  /\b(?:sandbox\w*|logic-?less|restricted|no (?:code|functions?|loops?|network|file)|only (?:the )?(?:variables|placeholders|fields|named)|allow-?list\w*|whitelist\w*|registered|stored|not (?:executed|evaluated|run)|subset)\b/i;
const RUNS = setOf('run exec execute eval evaluate shell sql query console terminal command');

const loose = apiRule({
  id: 'API-21',
  title: 'Accepts what it does not know',
  question: 'Does a request say outright that properties nobody named are accepted?',
  severity: 'LOW',
  nature: 'hygiene',
  references: ['OWASP-API3:2023', 'CWE-20'],
  why: 'A property that is stored unseen may be one that matters.',
  fix: 'Set additionalProperties to false for what callers send.',
  blindTo: 'Only what is said: a schema that is silent about other properties is not reported, since most are.',
  check: (document) =>
    own(document).flatMap((operation) =>
      operation.bodies.flatMap(({ schema }): ApiHit[] => {
        const node = document.references.resolve(schema);
        const extra = childOf(node, 'additionalProperties');
        if (extra === undefined || scalarOf(extra) !== true || !has(node, 'properties')) return [];
        return [
          {
            at: extra,
            confidence: 'certain',
            note: `${labelOf(operation)} takes properties that it does not name.`,
            class: 'loose',
          },
        ];
      }),
    ),
});

export const INPUT_RULES = [serverSide, loose, runsInput];
