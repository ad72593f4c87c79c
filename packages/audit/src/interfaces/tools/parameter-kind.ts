import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { abroad, isAbroad } from '@assay/analysis/prose/vocabulary/index';
import { NAMES } from '@assay/analysis/prose/words.data';
import { memberOf, textAt } from './json/node.ts';
import type { Offer, Parameter } from './server.ts';
import { wordsOf } from './words.ts';

/** What somebody who fills in a parameter hands over. */
export type ParameterKind = 'code' | 'query' | 'url' | 'path' | 'secret' | 'recipient';

const NAMED: Readonly<Record<ParameterKind, ReadonlySet<string>>> = {
  code: new Set(
    'command commands cmd shell script code eval expression program exec executable bash powershell javascript python befehl kommando commande comando codigo skript'.split(
      ' ',
    ),
  ),
  query: new Set('sql statement statements where having join cypher sparql gremlin hql kql'.split(' ')),
  url: new Set('url urls uri link href endpoint webhook callback host hostname domain'.split(' ')),
  path: new Set('path paths file filepath filename files directory dir folder'.split(' ')),
  secret: new Set(),
  recipient: new Set('recipient recipients to email emails bcc cc destination'.split(' ')),
};

/** Words behind which a name speaks of something else: `file_type`, `script_id`, `url_count`. */
const ABOUT = new Set(
  'id ids type types name names count size kind status format limit mode title index version language lang extension extensions encoding timeout description only dialect flavor flavour engine driver'.split(
    ' ',
  ),
);
const NAMED_KINDS = ['query', 'code', 'url', 'path', 'recipient'] as const;

export function kindOf({ name }: Parameter): ParameterKind | undefined {
  if (isSecretName(name)) return 'secret';
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.length > 1 && ABOUT.has(last) && !(last === 'name' && words.includes('file'))) return undefined;
  return NAMED_KINDS.find((kind) => NAMED[kind].has(last) || (words.length > 1 && NAMED[kind].has(words[0] ?? '')));
}

const SAID_PATH =
  /^\W*(?:[\w-]+\s+){0,3}(?:paths?|folders?|director(?:y|ies)|file ?names?|files? on)\b|\b(?:absolute|relative|full|local) (?:file )?path\b/i;
const SAID_FILE =
  /\bfiles? on (?:this|the|your) (?:computer|machine|disk)\b|\bfiles? to (?:write|read|open|save|load|include|send)\b|^\W*(?:the )?(?:log|config\w*|input|output|template|data) files?\b/i;
const SAID_ADDRESS =
  /^\W*(?:[\w-]+\s+){0,3}(?:urls?|uris?|host ?names?|web address|addresses?|hosts?)\b(?! of the (?:user|customer))/i;
const POSTAL =
  /\b(?:e-?mail|street|postal|home|billing|shipping|delivery|mailing|wallet|contract|mac|ip|memory|city|bus) address/i;

/** A path of a file, in other languages. */
const PATH_ABROAD =
  /(?<!\p{L})(?:(?:datei|ordner|verzeichnis)pfad\p{L}*|(?:pfad|chemin|ruta|percorso|caminho|pad|ścieżka|путь|sökväg)(?!\p{L})[^.]{0,30}(?<!\p{L})(?:datei\p{L}*|ordner\p{L}*|fichier\p{L}*|dossier\p{L}*|archivo\p{L}*|carpeta\p{L}*|file|cartella|arquivo\p{L}*|ficheiro\p{L}*|pasta|bestand|map|plik\p{L}*|файл\p{L}*|fil\p{L}*|disc\p{L}*))(?!\p{L})|ファイル(?:の)?(?:パス|場所)|文件路径|文件的路径|파일 ?경로/iu;
/** Where something is loaded from or sent to. */
const REACHED =
  /\bweb address\b|\bhttps?(?:\(s\))? (?:or \w+ )?(?:locations?|address(?:es)?|sources?|links?|targets?|endpoints?|servers?)\b|\b(?:hosts?|servers?) (?:from|to|at) which\b|(?<!\p{L})(?:adresse|server|servidor|serveur|dirección|indirizzo|endereço|hôte|адрес|сервер)(?!\p{L})[^.]{0,50}(?<!\p{L})(?:https?|web|geladen|abgerufen|gesendet|env[íi]\p{L}*|envoy\p{L}*|télécharg\p{L}*|carg\p{L}*|descarg\p{L}*|invia\p{L}*|scaric\p{L}*|ruta|pfad|port|загру\p{L}*|отправ\p{L}*)(?!\p{L})|(?:接続先|送信先|取得元)の?(?:URL|アドレス|ホスト)|网址|接口地址/iu;

/** A path or an address, by the name of the parameter or by the head of what is said of it. */
export function placeKind(parameter: Parameter): 'url' | 'path' | undefined {
  const kind = kindOf(parameter);
  if (kind === 'url' || kind === 'path') return kind;
  const words = wordsOf(parameter.name);
  if (kind === 'secret' || kind === 'code' || kind === 'query' || ABOUT.has(words.at(-1) ?? '')) return undefined;
  if (['uri', 'url'].includes(textAt(parameter.schema, 'format') ?? '')) return 'url';
  if (SAID_PATH.test(parameter.description) || SAID_FILE.test(parameter.description)) return 'path';
  if (PATH_ABROAD.test(parameter.description)) return 'path';
  if (/\bhttps?:\/\/[\w-]/i.test(parameter.description) || REACHED.test(parameter.description)) return 'url';
  return SAID_ADDRESS.test(parameter.description) && !POSTAL.test(parameter.description) ? 'url' : undefined;
}

/** Said of the value: that it becomes part of a program or of a statement. */
const BECOMES_CODE =
  /(?<!\p{L})(?:ausgeführt|exécutée?s?|ejecutad[oa]s?|se ejecuta|eseguit[oaie]|executad[oa]s?)(?!\p{L})|\b(?:evaluated|executed|interpreted|eval|exec|shell(?! history)|expression|snippet|run as|command line|carrie[sd] out|unquoted|lambda|passed (?:on )?to (?:a |the )?(?:shell|interpreter|engine|database))\b|\b(?:javascript|python|bash|lua|sql|groovy|jinja)\b(?! api)/iu;
/** Handed on as it comes, to something that acts on it. */
const AS_IT_COMES =
  /\b(?:as (?:it )?is|as (?:given|typed|they come|it comes)|unchanged|verbatim|unescaped|unmodified|unaltered|raw|unfiltered|telle? quelle?|unverändert|tal cual|sin cambios|così com['’]è|tal como|そのまま|原样)(?!\p{L})/iu;
const ACTED_ON =
  /\b(?:lines?|commands?|arguments?|calls?|devices?|sessions?|consoles?|statements?|engines?|process|programs?|terminal|database|interpreter|controller|befehl\p{L}*|gerät\p{L}*|commande|consola|base de datos|datenbank)(?!\p{L})/iu;
const JOINED_ON =
  /\b(?:added|appended|inserted|spliced|pasted|put|goes|concatenated)\b[^.]{0,40}\b(?:commands?|command line|invocation|script|statement|where(?: clause)?|shell)\b|\b(?:flags|arguments|options|switches) (?:for|to|of) the [\w.-]+ (?:call|command|binary|process)\b/i;
const LANGUAGES =
  /\b(?:vba|jinja2?|handlebars|liquid|mustache|ejs|xslt|powershell|perl|ruby|php|applescript|tcl|awk|jq|cypher|sparql|hql|soql|jexl|spel|ognl|mvel)\b(?! (?:version|id|name|file)\b)/i;
const CLAUSE = /\b(?:SELECT|FROM|WHERE|JOIN|HAVING|ORDER BY|GROUP BY)\b/;

export const isCode = (parameter: Parameter, { name, description }: Offer): boolean => {
  if (kindOf(parameter) !== 'code') return kindOf(parameter) === undefined && saysItRuns(parameter.told);
  // A code may be that of an article; a program is spoken of as one, here or by the tool.
  const isPlain = wordsOf(parameter.name).at(-1) === 'code' && parameter.told !== '';
  return isPlain
    ? RUNS.test(`${wordsOf(name).join(' ')}. ${description} ${parameter.told}`) && !NO_CODE.test(parameter.told)
    : !NO_CODE.test(parameter.told);
};
const RUNS =
  /\b(?:runs?|running|execut\w+|exec|eval\w*|shell|bash|terminal|scripts?|interpret\w*|repl|programs?|snippets?|sandbox\w*|python|javascript|typescript|java|sql|source|functions?|notebooks?|compil\w+|lint\w*|format\w*|lines? of code)\b/i;

/** Codes of things. */
const NO_CODE =
  /\b(?:country|currency|airport|postal|zip|iata|error|status|language|product|discount|area|bank|sort|dial|colou?r) codes?\b/i;
const saysItRuns = (text: string): boolean =>
  BECOMES_CODE.test(text) ||
  LANGUAGES.test(text) ||
  JOINED_ON.test(text) ||
  (AS_IT_COMES.test(text) && ACTED_ON.test(text));

/** The description of the tool says so of a parameter that it names. */
export const isSaidToRun = ({ name }: Parameter, { description }: Offer): boolean =>
  description
    .split(/(?<=[.!?])\s+/)
    .some(
      (sentence) =>
        sentence.includes(`\`${name}\``) && BECOMES_CODE.test(sentence) && !/\b(?:not|never)\b/i.test(sentence),
    );

/** A tool that is a shell, a console or an interpreter runs what it is given, by whatever name. */
const RUNNER =
  /\b(?:(?:login |remote |interactive |root |system |unix |command )?shell|terminal|command[- ]?line|command prompt|repl|interpreter|tty|pty|stdin|read-eval|console of|ssh session|bash|powershell|subprocess)\b/i;
const TYPED = new Set(
  'input text line lines keys keystrokes data content statement statements body source stdin payload string'.split(' '),
);
const LINE_CHARS_MIN = 200;

export function isTyped(parameter: Parameter, offer: Offer): boolean {
  if (!parameter.isFree || !RUNNER.test(`${wordsOf(offer.name).join(' ')}. ${offer.description}`)) return false;
  const length = memberOf(parameter.schema, 'maxLength');
  const isLong = length?.kind !== 'plain' || Number(length.value) >= LINE_CHARS_MIN;
  return isLong && textAt(parameter.schema, 'format') === undefined && TYPED.has(wordsOf(parameter.name).at(-1) ?? '');
}

const ASKED = new Set('query filter pipeline aggregation ql'.split(' '));
const STORES = /\b(?:databases?|tables?|collections?|warehouse|rows|sql|datasets?)\b/i;

/** A query of a database rather than of a search. */
export const isStatement = (parameter: Parameter, offer: Offer): boolean =>
  kindOf(parameter) === 'query' ||
  CLAUSE.test(parameter.description) ||
  (ASKED.has(wordsOf(parameter.name).at(-1) ?? '') && STORES.test(offer.description) && !/search/i.test(offer.name)) ||
  (wordsOf(parameter.name).includes('query') &&
    /\b(?:sql|cypher|sparql|graphql|mongo(?:db)?|select|database query)\b/i.test(
      `${offer.name.replaceAll('_', ' ')} ${parameter.description} ${offer.description}`,
    ));

/** What the words of a parameter name, by the same nouns that skills are read by. */
export const namesThing = (parameter: Parameter, thing: keyof typeof NAMES): boolean => {
  const shape = NAMES[thing];
  return shape?.test(`${wordsOf(parameter.name).join(' ')}. ${parameter.description}`) === true;
};

const BOUNDING =
  /\b(?:within|inside|below|beneath|relative to|allow-?(?:ed|list\w*)|permitted|restricted|limited to|confined|only|sandbox(?:ed)?|white-?list(?:ed)?|from the list|returned by|one of|validated|not allowed|must (?:be|start|begin|match|point|lie|stay)|(?:in|of|under|from) (?:the|this|your|its) (?:\w+ )?(?:workspace|project|repository|root|vault|folder|store|bucket|site))\b/i;

/** Whether the text or the schema says where a value has to stay. */
const BOUNDING_ABROAD =
  /(?<!\p{L})(?:innerhalb|unterhalb|nur|erlaubt\p{L}*|dans le (?:dossier|répertoire)|uniquement|autorisé\p{L}*|dentro d\p{L}+|solo|sólo|permitid\p{L}*|all['’]interno|soltanto|consentit\p{L}*|somente|apenas|alleen|binnen|tylko|только|внутри|endast)(?!\p{L})|以内|のみ|以下の|仅限|范围内|만 허용/iu;
export const saysBounds = ({ schema, description }: Parameter, offer: Offer): boolean =>
  BOUNDING_ABROAD.test(description) ||
  BOUNDING.test(description) ||
  BOUNDING.test(offer.description) ||
  ['enum', 'const', 'pattern'].some((name) => memberOf(schema, name) !== undefined) ||
  textAt(schema, 'format') === 'uuid';

/** Held by a format, a pattern or a length that no path or address fits in. */
const LENGTH_OF_A_NAME = 64;
const isHeld = ({ schema }: Parameter): boolean => {
  const length = memberOf(schema, 'maxLength');
  return (
    textAt(schema, 'format') !== undefined || (length?.kind === 'plain' && Number(length.value) <= LENGTH_OF_A_NAME)
  );
};

const OWN_WORDS = new Set(
  'texto texte testo inhalt contenido contenu contenuto conteúdo tekst treść содержание nombre nom nome titel titulo título titre titolo content contents text body query q term terms keyword keywords question topic kind manifest title id name message data note comment description summary prompt language format'.split(
    ' ',
  ),
);
const ON_FILES = /\b(?:files?|folders?|director(?:y|ies)|disk|file system)\b/i;
const ON_ADDRESSES =
  /\b(?:urls?|addresses|https?|web ?pages?|websites?|web sites?|internet|network|(?:a|any|the) (?:site|feed|link|web ?hook))\b/i;

/** A tool that works on files or addresses takes which one by whatever name it likes. */
export function placeOfTool(offer: Offer): Parameter | undefined {
  const [head = ''] = offer.description.split(/[.!\n]/);
  const isOnFiles = ON_FILES.test(head) || (isAbroad(offer.description) && abroad('files', head).length > 0);
  if (!isOnFiles && !ON_ADDRESSES.test(`${head} ${offer.description}`)) return undefined;
  if (offer.parameters.some((one) => ['path', 'url'].includes(kindOf(one) ?? ''))) return undefined;
  // "Shifts as a calendar file": the file is what comes out.
  if (/\bas (?:an? )?(?:[\w-]+ )?files?\b/i.test(head)) return undefined;
  const isThing = ({ name }: Parameter): boolean =>
    new RegExp(`\\b(?:an?|the|one) ${wordsOf(name).at(-1)}\\b`, 'i').test(head);
  return offer.parameters.find(
    (one) =>
      !isThing(one) &&
      one.isFree &&
      (one.isRequired || offer.parameters.length === 1) &&
      !isHeld(one) &&
      !OWN_WORDS.has(wordsOf(one.name).at(-1) ?? ''),
  );
}
