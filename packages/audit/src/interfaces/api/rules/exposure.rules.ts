import { findSecrets } from '@assay/analysis/flow/secrets';
import type { ApiDocument, Operation } from '../document/document.ts';
import { eachNode } from '../document/references.ts';
import { membersOf, propertiesOf, samplesOf } from '../document/schema.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { textFields } from '../texts.ts';
import { childOf, entriesOf, type Place, scalarOf, type TreeNode, textAt } from '../tree/node.ts';
import { hasWord, labelOf, nameOf, setOf, wordsOf } from './words.ts';

const INNARDS =
  /^(?:stack|stack_?trace|backtrace|traceback|call_stack|exception_(?:class|type|message|details?|stack)|exception|inner_exception|sql|sql_(?:query|state|statement|error|message)|query_(?:text|executed)|executed_query|failed_query|raw_query|file_(?:path|name)|source_file|line_number|debug|debug_(?:info|message|data|trace)|internal_(?:error|message|details?|path)|server_path|environment_variables|env_vars|db_error|database_error|hostname|server_name|internal_ip|node_path|class_name|method_name|frames|cause|caused_by|trace|stack_frames|raw_error|upstream_error|server_version|framework_version|statement|query|module|thread|thread_name|pid|process_id|server|node|container|pod|env|environment|config|dump|dsn|connection|connection_string|database|db_host|table|driver|line|file)$/;
const SHOWN_STACK =
  /\bat [\w$.<>]{3,80}\([\w./ -]{1,80}:\d+(?::\d+)?\)|Traceback \(most recent call last\)|\b(?:ORA-\d{5}|SQLSTATE\[?\w{5}|PG::\w+Error|psycopg2?\.\w+|com\.mysql\.\w+|java\.lang\.\w+Exception|System\.\w+Exception|NullPointerException)\b|\b(?:SELECT\b.{1,80}\bFROM|INSERT INTO|UPDATE\b.{1,60}\bSET)\b|(?:^|[\s"'(])\/(?:var|usr|home|opt|srv|app|etc)\/[\w./-]{3,80}\.(?:py|js|ts|php|rb|java|go|cs)\b|[A-Z]:\\\\?[\w\\ .-]{3,80}/;

/** A stack, a query or a path of the machine, as programs write them. */
export const showsInside = (text: string): boolean => SHOWN_STACK.test(text);

/** What a sentence about an error says it holds, whatever the property is called. */
const SAYS_INNARDS =
  /\b(?:stack ?traces?|back ?traces?|tracebacks?|call stack|(?:raw|full|original|inner|underlying|java|python|\.net|database|driver) (?:exception|error|message)s?|exception (?:class|type|text|as)|with the exception(?! of)|sql|(?:database|failed|executed|offending) (?:query|statement|error)|source (?:file|line|code)|(?:internal|server|machine|container|inner) (?:host ?names?|ip|address|paths?|names?)|file (?:paths?|and line|names? and line)|environment variables?|connection string|core dump|memory dump|debug (?:info\w*|output|page|data)|versions? of (?:the )?(?:server|framework|libraries))\b/i;
const SAYS_NOT = /\b(?:no|never|not|without|omits?|removed|hidden|stripped|instead of)\b/i;
const isSaidInnards = (text: string): boolean =>
  text.split(/(?<=[.!?])\s+/).some((sentence) => SAYS_INNARDS.test(sentence) && !SAYS_NOT.test(sentence));
const INNER_WORDS = setOf('stack stacktrace backtrace traceback exception sql debug internals');
const TRACE_ID = /trace_?id|request_id|exception_?id|exception_code|debug_id/;

/** Tells whoever tries to come in which half of what they sent was right. */
const TELLS_ACCOUNTS =
  /\b(?:unknown|no such|unregistered|nonexistent|non-existent|invalid)[ _-](?:user(?:name)?|account|e-?mail|customer|member|login)\b|\b(?:user(?:name)?|account|e-?mail(?: address)?|customer|member)[ _-](?:\w+[ _-])?(?:not[ _-](?:found|known|registered|exist\w*)|does not exist|unknown|doesn't exist)\b|\bno (?:user|account|customer|member) (?:with|for|under|by)\b/i;
const SAYS_SAME =
  /\b(?:same|either|whether or not|regardless|or (?:a )?(?:wrong|bad|incorrect|password)|and (?:wrong|bad))\b/i;

function tellsAccounts(document: ApiDocument, operation: Operation): ApiHit[] {
  const inputs = operation.bodies.flatMap(({ schema }) => propertiesOf(schema, document.references));
  const isEntry =
    operation.method === 'post' &&
    (inputs.some(({ name }) => /^(?:\w+_)?(?:password|pin|passcode)$/.test(nameOf(name))) ||
      hasWord(wordsOf(operation.path), setOf('login signin reset forgot recover')));
  if (!isEntry) return [];
  return operation.answers
    .filter(({ status }) => /^4/.test(status))
    .flatMap(({ description, contents, status, at }): ApiHit[] => {
      const values = contents.flatMap(({ schema, samples }) => [
        ...propertiesOf(schema, document.references).flatMap((one) => [
          one.description,
          ...samplesOf(one.schema).map((sample) => String(scalarOf(sample))),
        ]),
        ...samples.flatMap((sample) => membersOf(sample).map((one) => String(scalarOf(one.schema)))),
      ]);
      const isTold = [description, ...values].some((text) => TELLS_ACCOUNTS.test(text) && !SAYS_SAME.test(text));
      const note = `The answer ${status} of ${labelOf(operation)} tells which accounts there are.`;
      return isTold ? [{ at, confidence: 'firm', note, class: 'accounts' }] : [];
    });
}

const isError = (status: string): boolean => /^[45]|^default$/i.test(status);

function errorHits(document: ApiDocument, operation: Operation): ApiHit[] {
  return operation.answers
    .filter(({ status }) => isError(status))
    .flatMap(({ contents, node, status, description, at }) => {
      const label = `The answer ${status} of ${labelOf(operation)}`;
      const named = contents
        .flatMap(({ schema }) => propertiesOf(schema, document.references))
        .find(({ name, description }) => {
          const words = nameOf(name);
          if (TRACE_ID.test(words)) return false;
          return INNARDS.test(words) || hasWord(words.split('_'), INNER_WORDS) || isSaidInnards(description);
        });
      if (named !== undefined)
        return [{ at: named.at, confidence: 'firm' as const, note: `${label} has "${named.name}".`, class: 'schema' }];
      const shown =
        findSample(node, showsInside) ??
        contents
          .flatMap(({ samples }) => samples)
          .map((one) => findSample(one, showsInside))
          .find((one) => one !== undefined);
      if (shown === undefined && isSaidInnards(description))
        return [{ at, confidence: 'firm' as const, note: `${label} is said to show the inside.`, class: 'said' }];
      return shown === undefined
        ? []
        : [{ at: shown, confidence: 'firm' as const, note: `${label} shows an inner error.`, class: 'sample' }];
    });
}

/** A text inside examples of a node that is as asked. */
function findSample(node: TreeNode, isWanted: (text: string) => boolean): Place | undefined {
  let found: Place | undefined;
  eachNode(node, (one) => {
    if (found === undefined && one.kind === 'scalar' && typeof one.value === 'string' && isWanted(one.value))
      found = one;
  });
  return found;
}

const innards = apiRule({
  id: 'API-09',
  title: 'Errors that show the inside',
  question: 'Do answers to errors carry stack traces, queries or paths?',
  severity: 'MEDIUM',
  references: ['OWASP-API8:2023', 'CWE-209'],
  why: 'Whoever tries things out is told how the service is built.',
  fix: 'Answer with a code and a sentence, and keep the rest in the log.',
  blindTo: 'A trace id, and the path that was asked for, are quiet.',
  check: (document) =>
    document.operations
      .filter(({ kind }) => kind === 'path')
      .flatMap((operation) => [...errorHits(document, operation), ...tellsAccounts(document, operation)]),
});

const IN_URL = /\b([a-z][a-z0-9+]{1,15}):\/\/([^\s:/@"'<>{}$]{1,64}):([^\s@/"'<>{}$]{3,128})@[\w.-]{3,}/gi;
const SAMPLE_WORD =
  /example|sample|dummy|placeholder|your|xxxx|test|fake|redacted|user|pass|secret|\*{3}|1234|changeme|foo|bar|<|\{/i;
const JWT = /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g;
/** The tokens that every tutorial shows: nobody, no time, no issuer. */
const SAMPLE_CLAIMS = /1234567890|John Doe|example|test|user_?id|foo|sample|demo/i;

/** A document under the names that are kept for examples has them in its own tokens, too. */
const SAMPLE_HOST = /\b[\w.-]+\.(?:example|test|invalid)\b|\bexample\.(?:com|org|net)\b/gi;

const claimsOf = (token: string): string => {
  const [, body = ''] = token.split('.');
  return Buffer.from(body, 'base64url').toString('utf8').replace(SAMPLE_HOST, '');
};

const KEY_NAME =
  /^(?:\w+_)?(?:api_?key|apikey|access_token|auth_token|secret|client_secret|secret_key|password|private_key|signing_key|access_key|webhook_secret|encryption_key)$/;
/** Cheaper to look for than the name in its one spelling. */
const KEY_WORD = /key|token|secret|password/i;
const NOISE = /^[A-Za-z0-9+/_=-]{20,128}$/;
/** Made to be hard to guess: long, of several kinds of letters, and no word of samples in it. */
const PASSWORD_NAME = /^(?:\w+_)?(?:password|passwd|pwd|passphrase|passcode)$/;
const PASSWORD_CHARS_MIN = 10;
const isPassword = (text: string): boolean =>
  text.length >= PASSWORD_CHARS_MIN &&
  text.length <= 64 &&
  !/\s/.test(text) &&
  !SAMPLE_WORD.test(text) &&
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length >= 3;
const isNoise = (text: string): boolean =>
  NOISE.test(text) && /\d/.test(text) && /[a-zA-Z]/.test(text) && !SAMPLE_WORD.test(text) && new Set(text).size >= 12;

/** Values beside names that say "secret": samples of a property, and plain members of an example. */
function namedSecrets(root: TreeNode): ApiHit[] {
  const hits: ApiHit[] = [];
  const add = (key: string, value: TreeNode): void => {
    const text = scalarOf(value);
    if (typeof text === 'string' && isNoise(text))
      hits.push({
        at: value,
        confidence: 'firm',
        severity: 'HIGH',
        note: `The value of "${key}" looks like a key that works.`,
        class: 'value',
      });
    else if (typeof text === 'string' && PASSWORD_NAME.test(nameOf(key)) && isPassword(text))
      hits.push({
        at: value,
        confidence: 'firm',
        severity: 'MEDIUM',
        note: `The value of "${key}" looks like a password that somebody uses.`,
        class: 'password',
      });
  };
  eachNode(root, (node) => {
    for (const { key, value } of entriesOf(node)) {
      if (!KEY_WORD.test(key) || !KEY_NAME.test(nameOf(key))) continue;
      if (value.kind === 'scalar') add(key, value);
      for (const place of ['example', 'default', 'x-example']) {
        const sample = childOf(value, place);
        if (sample !== undefined) add(key, sample);
      }
    }
    const name = textAt(node, 'name');
    if (KEY_WORD.test(name) && KEY_NAME.test(nameOf(name)))
      for (const from of [node, childOf(node, 'schema')])
        for (const place of ['example', 'default', 'x-example']) {
          const sample = childOf(from, place);
          if (sample !== undefined) add(name, sample);
        }
  });
  return hits;
}

/** A header, an assignment or a query with a value, as calls are shown. */
const WRITTEN =
  /\b(?:x-)?(?:api[-_ ]?key|apikey|access[-_]?token|auth[-_]?token|authorization|client[-_]?secret|secret[-_]?key|password|token)["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token)\s+)?([A-Za-z0-9+/_=-]{20,128})(?![A-Za-z0-9+/_=-])/gi;

const SPEAKS_OF_KEYS = /\b(?:keys?|tokens?|secrets?|passwords?|credentials?|authori[sz]ation|bearer)\b/i;
const LIVE_PREFIX = /^[A-Za-z]{1,8}[_-](?:live|prod|production)[_-]/;
const RUN = /[A-Za-z0-9][A-Za-z0-9+/_=-]{19,127}/g;
const KINDS_OF_LETTERS = [/[a-z]/, /[A-Z]/, /\d/] as const;

/** Drawn, not written: letters of every kind in no order, or said by its own beginning to be of the running service. */
const isDrawn = (value: string): boolean =>
  isNoise(value) &&
  (LIVE_PREFIX.test(value) ||
    (KINDS_OF_LETTERS.every((kind) => kind.test(value)) && (value.match(/[A-Za-z]\d|\d[A-Za-z]/g) ?? []).length >= 4));

/** A sentence about keys that shows one. */
function spokenSecrets({ file, text, root }: ApiDocument): ApiHit[] {
  return textFields(root).flatMap((field): ApiHit[] => {
    const sentences = field.value.split(/(?<=[.!?])\s+|\n/);
    const shown = sentences
      .filter((sentence) => SPEAKS_OF_KEYS.test(sentence) && !/https?:\/\/\S{60}/.test(sentence))
      .flatMap((sentence) => sentence.match(RUN) ?? [])
      .find(isDrawn);
    if (shown === undefined) return [];
    const start = text.indexOf(shown, field.start);
    const at = start === -1 || start >= field.end ? field : { file, start, end: start + shown.length };
    return [
      { at, confidence: 'firm', note: 'A sentence about keys shows one that looks as if it worked.', class: 'said' },
    ];
  });
}

/** A sentence that names a password, in quotation marks. */
const TOLD_PASSWORD =
  /(?:password|passphrase|passwort|kennwort|contrase\u00f1a|mot de passe|senha|wachtwoord|has\u0142o|secret|pin)\b[^.`'"\u201c]{0,30}[`'"\u201c]([^`'"\u201d\s]{8,64})[`'"\u201d]/gi;
/** A call as people type it, with name and password. */
const TYPED = /\s(?:-u|--user|--login)[ =]["'`]?([^\s:"'`]{2,64}):([^\s"'`]{6,64})/g;
const BASIC = /\bbasic\s+([A-Za-z0-9+/]{12,120}={0,2})(?![A-Za-z0-9+/=])/gi;

function toldSecrets({ root }: ApiDocument): ApiHit[] {
  return textFields(root).flatMap((field): ApiHit[] => {
    const passwords = [...field.value.matchAll(TOLD_PASSWORD)].filter(([, value = '']) => isPassword(value));
    const typed = [...field.value.matchAll(TYPED)].filter(
      ([, name = '', password = '']) => isPassword(password) && !SAMPLE_WORD.test(name),
    );
    const logins = [...field.value.matchAll(BASIC)].filter(([, value = '']) => isLogin(value));
    if (passwords.length + logins.length + typed.length === 0) return [];
    return [{ at: field, confidence: 'firm', note: 'A sentence tells a password that somebody uses.', class: 'told' }];
  });
}
/** A name and a password, as the header has them. */
function isLogin(value: string): boolean {
  const text = Buffer.from(value, 'base64').toString('utf8');
  return /^[\x21-\x7e]{2,64}:[\x21-\x7e]{4,64}$/.test(text) && !SAMPLE_WORD.test(text);
}

function secretHits(document: ApiDocument): ApiHit[] {
  const { file, text, root } = document;
  const at = (start: number, length: number): Place => ({ file, start, end: start + length });
  const keys = findSecrets(text)
    .filter(({ isSample }) => !isSample)
    .map(
      ({ provider, start, end }): ApiHit => ({
        at: at(start, end - start),
        confidence: 'firm',
        note: `It has the shape of a ${provider}.`,
        class: 'key',
      }),
    );
  const urls = [...text.matchAll(IN_URL)]
    .filter(([, scheme = '', user = '', pass = '']) => !SAMPLE_WORD.test(`${user} ${pass}`) && scheme !== '')
    .map(
      ({ index, 0: whole }): ApiHit => ({
        at: at(index, whole.length),
        confidence: 'firm',
        note: 'An address holds a name and a password.',
        class: 'address',
      }),
    );
  const tokens = [...text.matchAll(JWT)]
    .filter(([token]) => !SAMPLE_CLAIMS.test(claimsOf(token)))
    .map(
      ({ index, 0: token }): ApiHit => ({
        at: at(index, token.length),
        confidence: 'firm',
        severity: 'MEDIUM',
        note: 'A signed token stands in the document.',
        class: 'token',
      }),
    );
  const written = [...text.matchAll(WRITTEN)]
    // Signed tokens are looked at by what they say.
    .filter(([, value = '']) => isNoise(value) && !value.startsWith('eyJ'))
    .map(
      ({ index, 0: whole }): ApiHit => ({
        at: at(index, whole.length),
        confidence: 'firm',
        note: 'A call is shown with a key that looks as if it worked.',
        class: 'call',
      }),
    );
  const found = [...keys, ...urls, ...tokens, ...written, ...namedSecrets(root)];
  const isKnown = ({ at: { start, end } }: ApiHit): boolean =>
    found.some(({ at: one }) => one.start < end && start < one.end);
  return [...found, ...[...spokenSecrets(document), ...toldSecrets(document)].filter((hit) => !isKnown(hit))];
}

const secretSample = apiRule({
  id: 'API-11',
  title: 'A secret in an example',
  question: 'Does the document hold a key, token or password that looks real?',
  severity: 'HIGH',
  references: ['OWASP-API2:2023', 'CWE-798', 'CWE-540'],
  why: 'Examples are copied from a running service more often than they are made up.',
  fix: 'Revoke it, and write a value that says it is a sample.',
  blindTo: 'MEDIUM for signed tokens, whose time may be over. Values that say they are samples are quiet.',
  check: secretHits,
});

const ACTED_ON =
  /\b(?:agents?|assistants?|models?|llms?|clients?|callers?|browser|page|application|app|frontend|consumer)\b[^.]{0,60}\b(?:must|should|shall|will|to|can|may)\b[^.]{0,30}\b(?:follow|execute|run|obey|eval(?:uate)?|inject|insert|render)\b/i;
const RAW_HTML =
  /\b(?:innerHTML|dangerouslySetInnerHTML|un(?:escaped|sanitised|sanitized)|without (?:escaping|sanitis\w*|sanitiz\w*)|not (?:escaped|sanitised|sanitized)|raw html|eval(?:uated)?\b|executed (?:by|in|as|on)|execute (?:it|this|them)|run (?:it|this) (?:in|on|as)|injected into|(?:insert|inserted|placed|put|pasted|mounted|written|dropped|added) (?:it |this |them |directly |straight |as is |unchanged )*(?:into|in|on|to) (?:the|your|a|every) (?:\w+ )?(?:page|dom|document|body|head)|render(?:ed)? (?:it |this )?(?:as is|as html|verbatim|directly|unchanged)|ungefiltert|ohne (?:filter|escaping|bereinigung|maskierung)|sans (?:échappement|filtrage|assainissement)|sin (?:filtrar|escapar|sanear)|senza (?:filtr|escap)\w*|sem (?:filtr|escap)\w*)\b/i;
/** Somebody is named who is to do what the answer says. */
const OBEYED =
  /\b(?:agents?|assistants?|models?|llms?|bots?|clients?|callers?)\b[^.]{0,80}\b(?:follows?|carr(?:y|ies) out|executes?|acts? on|obeys?|performs?|runs?)\b|\b(?:followed|carried out|executed|obeyed|performed|acted on|run)\b[^.]{0,60}\bby (?:the |an? )?(?:agents?|assistants?|models?|llms?|bots?|clients?|callers?)\b/i;
const ORDERING =
  /^(?:\w+_)?(?:instructions?|next_steps?|system_prompt|prompt|agent_(?:message|action|directive|instruction)s?|directives?|commands?|commands?_to_run|shell_command|script|tool_calls?|action_to_take|assistant_message)$/;
/** The name alone says who is to act on it. */
const FOR_AGENTS =
  /^(?:\w+_)?(?:agent|assistant|model|llm|ai|bot)_(?:instructions?|directives?|prompts?|commands?|orders?|next_steps?|actions?|tasks?)$/;
const MARKUP = /^(?:\w+_)?(?:html|markup|script|javascript|js|body_html|embed|embed_code|widget|snippet|code)$/;

/** Where a text becomes a deed. */
const RUNNERS =
  /\b(?:sudo|bash|zsh|powershell|(?:into|in|to|through|by|with|via) (?:an? |the |their |your |its |`)?(?:sudo |root |login |system )?(?:sh|shell|terminal|console|interpreter|eval|exec|command line|command prompt|tool runner))\b|\b(?:as root|with root|unattended|without (?:review|looking|asking|confirmation)|auto(?:matically)?[- ]?(?:run|execut\w+|appl\w+))\b/i;
const COMMANDING =
  /^(?:\w+_)?(?:commands?|script|shell|cmd|code|snippet|fix|patch|playbook|remediation|tool_calls?|actions?|steps?)$/;

/** A sample that does something where it is shown. */
const ACTIVE = /<script\b|\bon(?:load|error|click)\s*=|javascript:|<iframe\b|\bcurl\b[^\n]*\|\s*(?:ba)?sh\b/i;

function actedOn(document: ApiDocument, operation: Operation): ApiHit[] {
  const answers = operation.answers.filter(({ status }) => /^[23]|^default$/i.test(status));
  return answers.flatMap(({ contents, description, at, node }): ApiHit[] => {
    const said = `${description} ${operation.prose}`;
    const properties = contents.flatMap(({ schema }) => propertiesOf(schema, document.references));
    const hit = properties.find(({ name, schema, description: own }) => {
      const isOrder =
        ORDERING.test(nameOf(name)) &&
        (ACTED_ON.test(`${own} ${said}`) || RAW_HTML.test(own) || /\b(?:follow|execut\w+|run|obey)\b/i.test(own));
      const isMarkup = MARKUP.test(nameOf(name)) && (RAW_HTML.test(`${own} ${said}`) || ACTED_ON.test(own));
      const isShown = samplesOf(schema).some((one) => ACTIVE.test(String(scalarOf(one))));
      const isRun = COMMANDING.test(nameOf(name)) && RUNNERS.test(`${own} ${said}`);
      return (
        isOrder ||
        isShown ||
        isRun ||
        FOR_AGENTS.test(nameOf(name)) ||
        isMarkup ||
        OBEYED.test(own) ||
        (RAW_HTML.test(own) && /\b(?:html|script|code|javascript|expression)\b/i.test(own))
      );
    });
    if (hit !== undefined)
      return [
        {
          at: hit.at,
          confidence: 'firm',
          note: `${labelOf(operation)} answers with "${hit.name}", which is to be acted on.`,
          class: 'property',
        },
      ];
    const isPage = contents.some(({ type }) => /html|javascript/.test(type));
    const isActive = isPage && findSample(node, (text) => ACTIVE.test(text)) !== undefined;
    return isActive || (isPage && (RAW_HTML.test(said) || ACTED_ON.test(said)))
      ? [
          {
            at,
            confidence: 'firm',
            note: `${labelOf(operation)} answers with a page or script that is to be run.`,
            class: 'page',
          },
        ]
      : [];
  });
}

const executable = apiRule({
  id: 'API-18',
  title: 'Answers that are meant to be obeyed',
  question: 'Does an answer carry instructions, or markup and code that the caller is to run?',
  severity: 'MEDIUM',
  references: ['OWASP-LLM01', 'OWASP-API10:2023', 'CWE-79', 'CWE-829'],
  why: 'Whoever controls the answer controls the caller.',
  fix: 'Answer with data, and leave what to do with it to the caller.',
  blindTo: 'Needs a sentence that says so: HTML as such, and prompts as data, are quiet.',
  check: (document) =>
    document.operations.filter(({ kind }) => kind === 'path').flatMap((operation) => actedOn(document, operation)),
});

export const EXPOSURE_RULES = [innards, secretSample, executable];
