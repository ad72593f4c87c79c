/** Full-text search in guides, rules and problem codes. There are few documents, so each query scans all of them. */
import { toAnchor, toTitle } from '../markdown.ts';
import type { Place } from '../page.ts';

export type Hit = { readonly href: string; readonly title: string; readonly within: string; readonly text: string };

const HITS_MAX = 25;
const WORDS_MAX = 8;
const AROUND = 90;
/** The weight of a match, by its location. */
const WEIGHTS = { title: 12, heading: 6, text: 1 } as const;

type Passage = Omit<Hit, 'text'> & { readonly body: string };

/** Splits a document at its headings, so that a hit links to its section. */
function toPassages(href: string, text: string): Passage[] {
  const title = toTitle(text);
  const [first = '', ...others] = text.replace(/^# .*\n/, '').split(/^## /m);
  return [
    { href, title, within: '', body: first },
    ...others.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const within = heading.replaceAll('`', '').trim();
      return { href: `${href}#${toAnchor(within)}`, title, within, body: lines.join('\n') };
    }),
  ];
}

function readPassages({ documents }: Pick<Place, 'documents'>): Passage[] {
  const of = (folder: 'guides' | 'rules', path: string): Passage[] =>
    documents
      .names(folder)
      .filter((name) => name !== 'README')
      .flatMap((name) => toPassages(`${path}/${name}`, documents.read(folder, name) ?? ''));
  const codes = [...(documents.read('.', 'problems') ?? '').matchAll(/^\| (\d+) \| `(\w+)` \| (.*) \|$/gm)];
  const problems = codes.map(([, status = '', code = '', title = '']) => ({
    href: `/docs/problems/${code}`,
    title: code,
    within: 'Problem code',
    body: `${title}. Status ${status}.`,
  }));
  return [...of('guides', '/docs/guides'), ...of('rules', '/rules'), ...problems];
}

const toWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);

/** The relevance of a passage; 0 unless it contains every word. */
function score({ title, within, body }: Passage, words: readonly string[]): number {
  const places = { title: title.toLowerCase(), heading: within.toLowerCase(), text: body.toLowerCase() };
  let sum = 0;
  for (const word of words) {
    const points = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce(
      (total, place) => total + (places[place].includes(word) ? WEIGHTS[place] : 0),
      0,
    );
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** The text around the first matching word, without Markdown syntax. */
function quote(body: string, words: readonly string[]): string {
  const plain = body
    .replaceAll(/^```.*$|^\|[-:| ]+\|$/gm, '')
    .replaceAll(/[*`|]|\]\([^)]*\)|\[|^#+ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const found = Math.min(...words.map((word) => plain.toLowerCase().indexOf(word)).filter((at) => at >= 0));
  const at = Number.isFinite(found) ? found : 0;
  const from = at < AROUND ? 0 : plain.indexOf(' ', at - AROUND) + 1;
  const until = at + AROUND * 2;
  return `${from > 0 ? '… ' : ''}${plain.slice(from, until)}${until < plain.length ? ' …' : ''}`;
}

export function searchDocuments(place: Pick<Place, 'documents'>, query: string): readonly Hit[] {
  const words = toWords(query);
  if (words.length === 0) return [];
  return readPassages(place)
    .map((passage) => ({ passage, points: score(passage, words) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .slice(0, HITS_MAX)
    .map(({ passage: { href, title, within, body } }) => ({ href, title, within, text: quote(body, words) }));
}
