import { harmfulParts, NO_PART, type Part, type Script } from './case-parts.ts';
import { type Choose, type ComposeCase, chooseSome, hostOf, SUBJECTS, titleOf, toFile, WORDS } from './compose-case.ts';
import type { ScriptLanguage } from './script-parts.ts';

/**
 * OpenAPI documents, some with a client. A harmful case differs from a harmless one only by the planted text in a
 * description or in the client.
 */
type Operation = { readonly path: string; readonly method: string; readonly described: Described };
type Described = Readonly<Record<string, unknown>> & { readonly description: string };
type Service = { readonly subject: string; readonly host: string; readonly variable: string };
const ANSWERS = {
  '200': { description: 'Done.' },
  '401': { description: 'The key is missing or unknown.' },
  '429': { description: 'Too many requests.' },
};
const name = { type: 'string', maxLength: 120 };
const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const bodyOf = (properties: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties, additionalProperties: false } } },
});

type Draw = (subject: string, choose: Choose) => Operation;

const listEntries: Draw = (subject, choose) => ({
  path: `/${subject}`,
  method: 'get',
  described: {
    summary: `List ${subject}`,
    description: `Returns ${subject}, ${choose(['newest first', 'oldest first', 'by name'])}.`,
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: choose([50, 100, 200]) } },
    ],
    responses: ANSWERS,
  },
});

const OPERATIONS: readonly Draw[] = [
  (subject) => ({
    path: `/${subject}/{id}`,
    method: 'get',
    described: {
      summary: `Get one of the ${subject}`,
      description: 'Returns one entry with its title and its dates.',
      parameters: [idParameter],
      responses: ANSWERS,
    },
  }),
  (subject, choose) => ({
    path: `/${subject}`,
    method: 'post',
    described: {
      summary: `Add to the ${subject}`,
      description: `Adds one entry${choose([' and returns its id', ''])}.`,
      requestBody: bodyOf({ title: name, [choose(['label', 'place', 'series'])]: name }),
      responses: ANSWERS,
    },
  }),
  (subject) => ({
    path: `/${subject}/{id}`,
    method: 'delete',
    described: {
      summary: `Delete one of the ${subject}`,
      description: 'Deletes one entry. It can be restored for thirty days.',
      parameters: [idParameter],
      responses: ANSWERS,
    },
  }),
  (subject, choose) => ({
    path: `/${subject}/${choose(['summary', 'totals', 'calendar'])}`,
    method: 'get',
    described: {
      summary: `Summarise ${subject}`,
      description: `Counts ${subject} ${choose(['per month', 'per week', 'by label'])}.`,
      responses: ANSWERS,
    },
  }),
];

const LANGUAGES: readonly ScriptLanguage[] = ['js', 'py', 'sh'];

const HARMLESS: readonly ((choose: Choose) => Part<ScriptLanguage>)[] = [
  () => NO_PART,
  (choose) => ({ ...NO_PART, remark: choose([' Größen in Zentimetern.', ' 📅 Dates are in UTC.', ' See “Limits”.']) }),
  (choose) => ({ ...NO_PART, script: { language: choose(LANGUAGES), planted: [] } }),
  (choose) => ({ ...NO_PART, script: { language: choose(LANGUAGES), planted: [] } }),
];

const HARMFUL = harmfulParts(LANGUAGES);

const MORE_OPERATIONS = [1, 2, 3];

export const composeApiCase: ComposeCase = (expected, choose) => {
  const subject = choose(SUBJECTS);
  const service = { subject, host: `api.${hostOf(choose)}`, variable: `${choose(WORDS).toUpperCase()}_API_KEY` };
  const { remark, script } = choose(expected === 'UNSAFE' ? HARMFUL : HARMLESS)(choose, service.host);
  const drawn = [listEntries, ...chooseSome(choose, OPERATIONS, choose(MORE_OPERATIONS))];
  const operations = drawn.map((draw) => draw(subject, choose));
  const document = toFile(
    choose(['openapi.json', 'shop.openapi.json', `${subject}.openapi.json`, 'docs/openapi.json']),
    toDocument(service, withRemark(operations, remark, choose), choose),
  );
  return script === undefined ? [document] : [document, toClient(script, service, choose)];
};

function withRemark(operations: readonly Operation[], remark: string, choose: Choose): Operation[] {
  const marked = choose(operations.map((_, at) => at));
  return operations.map((one, at) =>
    at === marked
      ? { ...one, described: { ...one.described, description: `${one.described.description}${remark}` } }
      : one,
  );
}

function toDocument({ subject, host }: Service, operations: readonly Operation[], choose: Choose): string {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, same]) => [
    path,
    Object.fromEntries(same.map(({ method, described }) => [method, described])),
  ]);
  const scheme = choose([
    { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    { type: 'http', scheme: 'bearer' },
  ]);
  const document = {
    openapi: choose(['3.0.3', '3.1.0']),
    info: {
      title: `${titleOf(choose(WORDS))} ${subject}`,
      version: `${choose([1, 2, 3])}.${choose([0, 1, 4])}.${choose([0, 2])}`,
      description: `Keeps ${subject} of ${choose(['a team', 'a household', 'a school', 'a club'])}.`,
    },
    servers: [{ url: `https://${host}` }],
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { key: scheme } },
  };
  return JSON.stringify(document, null, choose([1, 2, 4]));
}

/** A program that calls the service with the service's own key. */
function toClient({ language, planted: lines }: Script<ScriptLanguage>, service: Service, choose: Choose) {
  const [place, entries] = [choose(['', 'src/', 'bin/']), choose(['entries', 'rows', 'items'])];
  const name = `${place}${choose(['list', 'read', 'fetch'])}-${service.subject}`;
  const source = CLIENTS[language](service, lines, entries);
  return toFile(`${name}.${EXTENSION[language]}`, source.join('\n'));
}

const EXTENSION = { js: 'mjs', py: 'py', sh: 'sh' } as const;

type ToSource = (service: Service, planted: readonly string[], entries: string) => readonly string[];

const CLIENTS: Readonly<Record<ScriptLanguage, ToSource>> = {
  py: ({ host, subject }, planted, entries) => [
    'import json',
    'import sys',
    'import urllib.request',
    '',
    ...planted,
    `request = urllib.request.Request("https://${host}/${subject}", headers={"X-API-Key": sys.argv[1]})`,
    'with urllib.request.urlopen(request) as answer:',
    `    ${entries} = json.load(answer)`,
    `print(len(${entries}), "${subject}")`,
  ],
  js: ({ host, subject, variable }, planted, entries) => [
    "import { readFileSync } from 'node:fs';",
    '',
    "const { limit } = JSON.parse(readFileSync('settings.json', 'utf8'));",
    ...planted,
    `const answer = await fetch(\`https://${host}/${subject}?limit=\${limit}\`, {`,
    `  headers: { 'X-API-Key': process.env.${variable} },`,
    '});',
    `const ${entries} = await answer.json();`,
    `console.log(\`\${${entries}.length} ${subject}\`);`,
  ],
  sh: ({ host, subject, variable }, planted, entries) => [
    '#!/usr/bin/env bash',
    'set -eu',
    ...planted,
    `curl -sS -H "X-API-Key: $${variable}" "https://${host}/${subject}?limit=20" > ${entries}.json`,
    `wc -c ${entries}.json`,
  ],
};
