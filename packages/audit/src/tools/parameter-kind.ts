import { NAMES } from '../prose/words.data.ts';
import { isSecretName } from '../ruleset/names/secret-name.ts';
import { memberOf, textAt } from './json/node.ts';
import type { Offer, Parameter } from './server.ts';
import { wordsOf } from './words.ts';

/** What somebody who fills in a parameter hands over. */
export type ParameterKind = 'code' | 'query' | 'url' | 'path' | 'secret' | 'recipient';

const NAMED: Readonly<Record<ParameterKind, ReadonlySet<string>>> = {
  code: new Set(
    'command commands cmd shell script code eval expression program exec executable bash powershell javascript python'.split(
      ' ',
    ),
  ),
  query: new Set('sql statement statements'.split(' ')),
  url: new Set('url urls uri link href endpoint webhook callback host hostname domain'.split(' ')),
  path: new Set('path paths file filepath filename files directory dir folder'.split(' ')),
  secret: new Set(),
  recipient: new Set('recipient recipients to email emails bcc cc destination'.split(' ')),
};

/** Words behind which a name speaks of something else: `file_type`, `script_id`, `url_count`. */
const ABOUT = new Set(
  'id ids type types name names count size kind status format limit mode title index version language lang extension extensions encoding timeout description only'.split(
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

/** A query of a database rather than of a search. */
export const isStatement = (parameter: Parameter, offer: Offer): boolean =>
  kindOf(parameter) === 'query' ||
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
  /\b(?:within|inside|under|relative|allow(?:ed|list)|permitted|restricted|limited|only|must (?:be|start|begin|match|point|lie)|sandbox(?:ed)?|workspace|project|repository|root|from (?:the )?list|returned by|one of|public|https|validated|whitelist(?:ed)?|cannot|may not|not allowed)\b/i;

/** Whether the text or the schema says where a value has to stay. */
export const saysBounds = ({ schema, description }: Parameter, offer: Offer): boolean =>
  BOUNDING.test(description) ||
  BOUNDING.test(offer.description) ||
  ['enum', 'const', 'pattern'].some((name) => memberOf(schema, name) !== undefined) ||
  textAt(schema, 'format') === 'uuid';
