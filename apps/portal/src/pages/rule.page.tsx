/** One rule: its question first, then what it finds and how to fix it, beside the rules of its group. */
import { toHtml, toLead, toTitle } from '../markdown.ts';
import { NotFound } from '../not-found.ts';
import type { Page } from '../page.ts';
import { toWords } from '../ui/format.ts';
import { Mark } from '../ui/parts.tsx';
import { Prose, Title } from '../ui/prose.tsx';
import { LevelMark } from '../ui/verdict.tsx';
import { type Rule, readRules } from './catalogues.page.tsx';

type Data = { readonly rule: Rule; readonly text: string; readonly group: readonly Rule[] };

/** `EXE-03` is in the group `EXE`. */
const groupOf = ({ id }: Rule): string => id.slice(0, id.lastIndexOf('-'));

/** A paragraph that begins with a bold label. */
const LABELLED = /^\*\*([^*]+)[.:]\*\*\s+/;
/** Shown above the text. */
const IN_HEAD = new Set(['Question', 'Kind']);

export const rule: Page<Data> = {
  load: ({ params: { id = '' }, place: { documents } }) => {
    const rules = readRules(documents);
    const found = rules.find((one) => one.id === id);
    const text = documents.read('rules', id);
    if (found === undefined || text === undefined) throw new NotFound('No rule has this name.');
    return { rule: found, text, group: rules.filter((one) => groupOf(one) === groupOf(found)) };
  },
  markdown: ({ text }) => text,
  json: ({ rule: { id }, text }) => ({ name: id, title: toTitle(text), markdown: text }),
  head: ({ rule: { id }, text }) => ({
    title: `${toTitle(text)}: Assay`,
    description: toLead(text).slice(0, 280),
    twin: { type: 'text/markdown', href: `/rules/${id}.md` },
  }),
  body: ({ rule: one, text, group }) => (
    <div className="page gap-x-12 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <article className="min-w-0 lg:order-last">
        <p className="mt-10">
          <a href="/rules">All rules</a>
        </p>
        <div className="-mt-6" lang="en">
          <Title lead={one.asks}>{toTitle(text)}</Title>
        </div>
        <ul aria-label="Properties" className="mt-4 flex flex-wrap gap-2">
          <li>
            <LevelMark label="Severity" level={one.severity} />
          </li>
          <li>
            <Mark>{toWords(one.kind)}</Mark>
          </li>
          <li>
            <Mark>{toWords(one.nature)}</Mark>
          </li>
        </ul>
        <dl className="mt-6 max-w-3xl border-t border-ink" lang="en">
          {toParts(text).map(([name, html]) => (
            <div className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[12rem_1fr]" key={name}>
              <dt className="label pt-0.5">{name}</dt>
              <dd className="-mt-6 min-w-0">
                <Prose html={html} />
              </dd>
            </div>
          ))}
        </dl>
      </article>
      <nav aria-label="Rules of this group" className="mt-11 text-sm" lang="en">
        <p className="label">{groupOf(one)}</p>
        <ul className="mt-1">
          {group.map(({ id, asks }) => (
            <li key={id}>
              <a
                aria-current={id === one.id ? 'page' : undefined}
                className="block border-l-2 border-line py-1 pl-3 no-underline hover:underline aria-[current=page]:border-brass aria-[current=page]:font-semibold"
                href={`/rules/${id}`}
              >
                {id} <span className="line-clamp-2 block font-normal text-muted">{asks}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  ),
};

/** The labelled paragraphs of a rule's document, as HTML. A paragraph without a label belongs to the one before it. */
function toParts(text: string): readonly (readonly [name: string, html: string])[] {
  const parts = new Map<string, string>();
  let name = 'Note';
  for (const paragraph of text.replace(/^# .*\n+/, '').split(/\n{2,}/)) {
    name = LABELLED.exec(paragraph)?.[1] ?? name;
    const rest = paragraph.replace(LABELLED, '').trim();
    if (rest !== '' && !IN_HEAD.has(name)) parts.set(name, `${parts.get(name) ?? ''}${rest}\n\n`);
  }
  return [...parts].map(([label, markdown]) => [label, toHtml(markdown)]);
}
