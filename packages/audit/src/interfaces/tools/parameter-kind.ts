import { isSecretName } from '@assay/analysis/models/names/secret-name';
import { textAt } from './json/node.ts';
import { wordsOf } from './names.ts';
import type { Parameter } from './server.ts';

type ParameterKind = 'code' | 'url' | 'path' | 'secret' | 'context';

/** The last word of an identifier says what the value is: `file_path` is a path, `path_count` is none. */
const KINDS: Readonly<Record<string, ParameterKind>> = {
  command: 'code',
  commands: 'code',
  cmd: 'code',
  shell: 'code',
  script: 'code',
  code: 'code',
  expression: 'code',
  sql: 'code',
  statement: 'code',
  cypher: 'code',
  url: 'url',
  urls: 'url',
  uri: 'url',
  endpoint: 'url',
  webhook: 'url',
  host: 'url',
  hostname: 'url',
  path: 'path',
  paths: 'path',
  filepath: 'path',
  filename: 'path',
  file: 'path',
  directory: 'path',
  dir: 'path',
  folder: 'path',
  conversation: 'context',
  transcript: 'context',
  prompt: 'context',
  context: 'context',
  history: 'context',
};

/** What the value of a parameter is, by its format and the identifier alone. */
export function kindOf({ name, schema }: Parameter): ParameterKind | undefined {
  const format = textAt(schema, 'format');
  if (format === 'uri' || format === 'url') return 'url';
  if (format === 'password' || isSecretName(name)) return 'secret';
  return KINDS[wordsOf(name).at(-1) ?? ''];
}
