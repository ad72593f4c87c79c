/** Writes the files that are generated from code; with `--check`, lists committed files that are stale. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE, type RuleInfo } from '@assay/audit';
import { OPENAPI_PLANES, type ProblemCode, problems, problemTitle, routes, toOpenApi } from '@assay/protocol';
import { labActorsFile } from './lab-actors.ts';
import { toArchitecture } from './module-map.ts';
import { READER_FINDINGS } from './reader-findings.ts';
import { rulesetDigestFile } from './ruleset-digest.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DOCS_RULES = 'docs/rules';
const RULE_HITS = 'bench/eval/rule-hits.json';

type Generated = { readonly path: string; readonly text: string };

/** With an example address. The documents that a service serves contain its own address. */
const openApi = (): Generated[] => {
  const options = { baseUrl: 'https://assay.example', docsUrl: 'https://assay.example/docs', version: '0.1.0' };
  return [
    { path: 'docs/openapi.json', text: `${JSON.stringify(toOpenApi(routes, OPENAPI_PLANES.all, options), null, 1)}\n` },
  ];
};

function problemCatalogue(): Generated[] {
  const rows = Object.entries(problems)
    .map(([code, { status }]) => ({ code: code as ProblemCode, status }))
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
    .map(({ code, status }) => `| ${status} | \`${code}\` | ${problemTitle(code)} |`);
  const head = [
    '# Problem codes',
    '',
    'The `code` of an `application/problem+json` response. A code keeps its meaning permanently.',
    '',
  ];
  return [
    { path: 'docs/problems.md', text: [...head, '| status | code | title |', '|--:|---|---|', ...rows, ''].join('\n') },
  ];
}

/** Method and path of every route, without the schemas, which are too large for browser clients. */
function clientRoutes(): Generated[] {
  const lines = Object.entries(routes).map(
    ([name, { method, path }]) => `export const ${name} = { method: '${method}', path: '${path}' } as const;`,
  );
  const head = '/** Written by `npm run generate` from the route table of @assay/protocol. */';
  return [{ path: 'packages/client/src/routes.generated.ts', text: [head, ...lines, ''].join('\n') }];
}

async function ruleCatalogue(): Promise<Generated[]> {
  const ruleHits = await readRuleHits();
  const pages = [...CATALOGUE.map((rule) => toRulePage(rule, ruleHits)), ...READER_FINDINGS.map(toReaderPage)];
  const rows = CATALOGUE.map(
    ({ id, question, kind = 'PROOF', severity, nature }) =>
      `| [${id}](${id}.md) | ${question} | ${kind} | ${severity} | ${nature} |`,
  );
  const head = [
    '# Rules',
    '',
    'Each rule answers a question about a bundle. A CRITICAL finding of a PROOF rule blocks if its text is an instruction, executable or hidden; all other findings are hints. Context can change the severity of a finding.',
    '',
    '| rule | question | kind | severity | nature |',
    '|---|---|---|---|---|',
  ];
  const readers = [
    '',
    '## Findings of readers',
    '',
    'Models that read a product report these findings. They are not rules of the engine.',
    '',
    '| finding | question | kind | severity | nature |',
    '|---|---|---|---|---|',
    ...READER_FINDINGS.map(
      ({ id, question, kind, severity, nature }) =>
        `| [${id}](${id}.md) | ${question} | ${kind} | ${severity} | ${nature} |`,
    ),
  ];
  return [{ path: `${DOCS_RULES}/README.md`, text: [...head, ...rows, ...readers, ''].join('\n') }, ...pages];
}

/** The method and limits that the rule declares. */
const toNotes = ({ looksAt, blindTo, falseAlarms }: RuleInfo): string[] =>
  [
    ['Method', looksAt],
    ['Limitations', blindTo],
    ['Known false positives', falseAlarms],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`**${name}.** ${text}`, '']));

type RuleHitRow = { readonly rule: string; readonly evidence: string; readonly fires: number; readonly blocks: number };
type PartRuleHits = { readonly skills: number; readonly rows: readonly RuleHitRow[] } | null;
type RuleHits = { readonly tune: PartRuleHits; readonly check: PartRuleHits };

const readRuleHits = async (): Promise<RuleHits> =>
  JSON.parse(await readFile(join(ROOT, RULE_HITS), 'utf8')) as RuleHits;

/** How often the rule fires on published skills. */
function toRecord(id: string, { tune, check }: RuleHits): string[] {
  const cell = (part: PartRuleHits, name: string): string[] => {
    const rows = part?.rows.filter(({ rule }) => rule === id) ?? [];
    const sum = (of: 'fires' | 'blocks'): number => rows.reduce((total, row) => total + row[of], 0);
    return part === null ? [] : [`${name}: found in ${sum('fires')} of ${part.skills}, blocked ${sum('blocks')}.`];
  };
  return [`**On published skills.** ${[...cell(tune, 'Tuning set'), ...cell(check, 'Control set')].join(' ')}`];
}

/** The measurements of rules that do not apply to skills. */
const MEASURED: Readonly<Partial<Record<RuleInfo['family'], string[]>>> = {
  api: ['**On public API documents:** see bench/ACCURACY.md.'],
  contract: ['**On public contracts:** see bench/ACCURACY.md.'],
  tool: ['**On public tool lists:** see bench/ACCURACY.md.'],
};

function toRulePage(rule: RuleInfo, ruleHits: RuleHits): Generated {
  const { id, title, question, kind = 'PROOF', severity, nature, family, contexts, references, why, fix } = rule;
  const text = [
    `# ${id}: ${title}`,
    '',
    `**Question:** ${question}`,
    '',
    `**Kind:** ${kind} · **Severity:** ${severity} · **Nature:** ${nature} · **Family:** ${family}`,
    '',
    `**Contexts:** ${contexts.join(', ')}`,
    '',
    `**Why it matters.** ${why}`,
    '',
    `**How to fix it.** ${fix}`,
    '',
    `**References:** ${references.join(', ')}`,
    '',
    ...toNotes(rule),
    ...(MEASURED[family] ?? toRecord(id, ruleHits)),
    '',
  ];
  return { path: `${DOCS_RULES}/${id}.md`, text: text.join('\n') };
}

function toReaderPage({
  id,
  title,
  question,
  kind,
  severity,
  effect,
  fix,
}: (typeof READER_FINDINGS)[number]): Generated {
  const text = [
    `# ${id}: ${title}`,
    '',
    `**Question:** ${question}`,
    '',
    `**Kind:** ${kind} · **Severity:** ${severity} · **Reported by:** readers (models)`,
    '',
    `**Effect.** ${effect}`,
    '',
    `**How to fix it.** ${fix}`,
    '',
  ];
  return { path: `${DOCS_RULES}/${id}.md`, text: text.join('\n') };
}

async function write({ path, text }: Generated): Promise<void> {
  const file = join(ROOT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const isCheck = process.argv.includes('--check');
const architecture = { path: 'ARCHITECTURE.md', text: await toArchitecture(ROOT) };
const generated = [
  ...openApi(),
  ...problemCatalogue(),
  ...clientRoutes(),
  labActorsFile(),
  rulesetDigestFile(),
  ...(await ruleCatalogue()),
  architecture,
];
if (isCheck) {
  const committed = await readdir(join(ROOT, DOCS_RULES)).catch(() => []);
  const stray = committed
    .map((name) => `${DOCS_RULES}/${name}`)
    .filter((path) => !generated.some((file) => file.path === path));
  const stale = [];
  for (const { path, text } of generated) {
    const current = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
    if (current !== text) stale.push(path);
  }
  if (stale.length + stray.length > 0) {
    console.error(`Stale generated files: ${[...stale, ...stray].join(', ')}\nRun: npm run generate`);
    process.exit(1);
  }
} else {
  await rm(join(ROOT, DOCS_RULES), { recursive: true, force: true });
  for (const file of generated) await write(file);
  console.log(`${generated.length} files written`);
}
