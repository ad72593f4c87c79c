/** Checks documents: relative links and their anchors, the form of ADRs, references to documents outside the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ADR_WORDS_MAX = 300;
const ADR_HEADINGS = ['Status', 'Context', 'Decision', 'Consequences'];
/** Test data has links that lead nowhere on purpose; fragments in bench/eval are part of bench/ACCURACY.md. */
const TEST_DATA =
  /^(samples|apps\/portal\/dist)\/|^bench\/eval\/[a-z]+\.md$|\/(fixtures|testdata|bed|suites|samples)\//;
const SECTION_OF_NOTES = /\b[a-z-]+\.md §/;

const list = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...patterns], {
    cwd: ROOT,
  })
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !TEST_DATA.test(path) && existsSync(join(ROOT, path)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** As code hosts make them: lower case, spaces as hyphens, punctuation dropped. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

function checkLinks(path: string): string[] {
  const links = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link) || link.startsWith('/')) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
    if (!existsSync(join(ROOT, target))) return [`${path}: ${link} does not exist`];
    if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return [];
    return [`${path}: ${link} names no heading of ${target}`];
  });
}

function checkAdr(path: string, index: string): string[] {
  const text = read(path);
  const words = text.split(/\s+/).filter(Boolean).length;
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const [, number = ''] = /\/(\d{4})-/.exec(path) ?? [];
  return [
    ...(words > ADR_WORDS_MAX ? [`${path}: ${words} words, at most ${ADR_WORDS_MAX}`] : []),
    ...(headings.join() === ADR_HEADINGS.join() ? [] : [`${path}: headings must be ${ADR_HEADINGS.join(', ')}`]),
    ...(text.startsWith(`# ${number}: `) ? [] : [`${path}: the title must start with "# ${number}: "`]),
    ...(index.includes(`(${path.slice('docs/adr/'.length)})`) ? [] : [`${path}: not listed in docs/adr/README.md`]),
  ];
}

function checkAdrNumbers(path: string, numbers: ReadonlySet<string>): string[] {
  return [...read(path).matchAll(/\bADR (\d{1,4})\b/g)].flatMap(([reference, number = '']) =>
    numbers.has(number.padStart(4, '0')) ? [] : [`${path}: ${reference} does not exist`],
  );
}

const documents = list('*.md');
const sources = list('*.ts', '*.tsx', '*.sql');
const adrs = documents.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
const numbers = new Set(adrs.map((path) => path.slice('docs/adr/'.length, 'docs/adr/0000'.length)));
const index = read('docs/adr/README.md');
const problems = [
  ...documents.flatMap(checkLinks),
  ...adrs.flatMap((path) => checkAdr(path, index)),
  ...[...documents, ...sources].flatMap((path) => checkAdrNumbers(path, numbers)),
  ...[...documents, ...sources]
    .filter((path) => SECTION_OF_NOTES.test(read(path)))
    .map((path) => `${path}: refers to a section (§) of a document outside the repository`),
];
for (const problem of problems) console.error(problem);
console.log(`${documents.length} documents, ${adrs.length} ADRs: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
