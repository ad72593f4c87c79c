import { harmfulParts, NO_PART, type Part, type Script } from './case-parts.ts';
import {
  type Choose,
  type ComposeCase,
  chooseSome,
  hostOf,
  nameOf,
  SUBJECTS,
  titleOf,
  toFile,
  WORDS,
} from './compose-case.ts';
import type { ScriptLanguage } from './script-parts.ts';

/**
 * Tool lists of MCP servers, some with the server's source. A harmful case differs from a harmless one only by the
 * planted text in a description or in the source.
 */
type Tool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
};
type Language = Exclude<ScriptLanguage, 'sh'>;

const plain = (choose: Choose, properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  ...choose([{ additionalProperties: false }, { additionalProperties: false, title: choose(WORDS) }]),
});
const text = (description: string, maxLength: number) => ({ type: 'string', description, maxLength });
const count = (description: string, maximum: number) => ({ type: 'integer', description, minimum: 1, maximum });

const TOOLS: readonly ((subject: string, choose: Choose) => Tool)[] = [
  (subject, choose) => ({
    name: `list_${subject}`,
    description: `Lists ${subject}, ${choose(['newest first', 'oldest first', 'by name'])}.`,
    inputSchema: plain(choose, { limit: count('How many to return.', choose([20, 50, 100])) }),
    ...choose([{}, { annotations: { readOnlyHint: true } }]),
  }),
  (subject, choose) => ({
    name: `${choose(['search', 'find'])}_${subject}`,
    description: `Finds ${subject} that contain ${choose(['a word', 'a phrase', 'all given words'])}.`,
    inputSchema: plain(choose, { words: text('What to look for.', choose([80, 120, 200])) }, ['words']),
    ...choose([{}, { annotations: { readOnlyHint: true } }]),
  }),
  (subject, choose) => ({
    name: `count_${subject}`,
    description: `Counts ${subject} ${choose(['per month', 'per week', 'by label'])}.`,
    inputSchema: plain(choose, { label: text(`Counts only ${subject} with this label.`, 40) }),
  }),
  (subject, choose) => ({
    name: `add_to_${subject}`,
    description: `Adds one entry to the ${subject}${choose([' and returns its number', ''])}.`,
    inputSchema: plain(choose, { title: text('Title of the entry.', 120), body: text('Its content.', 4_000) }, [
      'title',
    ]),
    annotations: { readOnlyHint: false, destructiveHint: false },
  }),
  (subject, choose) => ({
    name: `${choose(['rename', 'retitle'])}_in_${subject}`,
    description: `Changes the title of one entry of the ${subject}.`,
    inputSchema: plain(choose, { number: count('Number of the entry.', 100_000), title: text('New title.', 120) }, [
      'number',
      'title',
    ]),
  }),
  (subject, choose) => ({
    name: `convert_${choose(['temperature', 'length', 'weight'])}`,
    description: `Converts a measure that occurs in the ${subject}.`,
    inputSchema: plain(choose, { value: { type: 'number' }, to: { type: 'string', enum: ['metric', 'imperial'] } }),
  }),
];

const LANGUAGES: readonly Language[] = ['js', 'py'];

const HARMLESS: readonly ((choose: Choose) => Part<Language>)[] = [
  () => NO_PART,
  (choose) => ({
    ...NO_PART,
    remark: choose([' Prix compris, Übersicht inklusive.', ' 🗂️ Shown as a table.', ' See the manual, chapter 2.']),
  }),
  (choose) => ({ ...NO_PART, remark: ` <!-- ${choose(['shown in the catalogue', 'keep in sync with the docs'])} -->` }),
  (choose) => ({ ...NO_PART, script: { language: choose(LANGUAGES), planted: [] } }),
  (choose) => ({ ...NO_PART, script: { language: choose(LANGUAGES), planted: [] } }),
];

const HARMFUL = harmfulParts(LANGUAGES);

const TOOLS_MIN = 2;
const TOOLS_MORE = [0, 1, 2, 3];

export const composeToolCase: ComposeCase = (expected, choose) => {
  const [subject, own] = [choose(SUBJECTS), hostOf(choose)];
  const { remark, script } = choose(expected === 'UNSAFE' ? HARMFUL : HARMLESS)(choose, own);
  const tools = chooseSome(choose, TOOLS, TOOLS_MIN + choose(TOOLS_MORE)).map((draw) => draw(subject, choose));
  const name = choose(['mcp.json', 'tools.json', 'server.json']);
  const list = toFile(name, toList(withRemark(tools, remark, choose), own, choose));
  return script === undefined ? [list] : [list, toServer(script, subject, choose)];
};

function withRemark(tools: readonly Tool[], remark: string, choose: Choose): Tool[] {
  const marked = choose(tools.map((_, at) => at));
  return tools.map((tool, at) => (at === marked ? { ...tool, description: `${tool.description}${remark}` } : tool));
}

function toList(tools: readonly Tool[], own: string, choose: Choose): string {
  const version = `${choose([0, 1, 2])}.${choose([1, 2, 4, 7])}.${choose([0, 1, 3])}`;
  const homepage = choose([{}, { websiteUrl: `https://${own}` }]);
  return JSON.stringify({ name: nameOf(choose), version, ...homepage, tools }, null, choose([1, 2, 4]));
}

function toServer({ language, planted: lines }: Script<Language>, subject: string, choose: Choose) {
  const name = choose(['server', 'index', 'main']);
  const [entries, request] = [choose(['entries', 'rows', 'items']), choose(['request', 'message', 'call'])];
  if (language === 'py') {
    const source = [
      'import json',
      'import sys',
      ...(lines.length === 0 ? [] : ['import urllib.request']),
      '',
      `with open("${subject}.json", encoding="utf-8") as file:`,
      `    ${entries} = json.load(file)`,
      ...lines,
      '',
      'for line in sys.stdin:',
      `    ${request} = json.loads(line)`,
      `    print(json.dumps({"id": ${request}["id"], "result": ${entries}[:10]}), flush=True)`,
    ];
    return toFile(`${name}.py`, source.join('\n'));
  }
  const source = [
    "import { readFileSync } from 'node:fs';",
    "import { createInterface } from 'node:readline';",
    '',
    `const ${entries} = JSON.parse(readFileSync('${subject}.json', 'utf8'));`,
    ...lines,
    `for await (const line of createInterface({ input: process.stdin })) {`,
    `  const ${request} = JSON.parse(line);`,
    `  console.log(JSON.stringify({ id: ${request}.id, result: ${entries}.slice(0, 10) }));`,
    '}',
    `console.error('${titleOf(subject)} are closed.');`,
  ];
  return toFile(`${name}.mjs`, source.join('\n'));
}
