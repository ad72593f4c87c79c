import type { FrontMatter } from '../../languages/markdown/document.ts';
import { splitFrontMatter } from '../../languages/markdown/front-matter.ts';
import { parseFrontMatter } from './front-matter.ts';
import { isRecord } from './json.ts';

/** The front matter of a SKILL.md. A field that it does not set is absent. */
type Head = {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly homepage?: string;
};

/** Never throws. Front matter that is not valid YAML yields an empty head. */
export function readHead(text: string): Head {
  const front = splitFrontMatter(text);
  const members = front === undefined ? undefined : membersOf(front);
  if (front === undefined || members === undefined) return {};
  const metadata = isRecord(members.metadata) ? members.metadata : {};
  return {
    ...textAs('name', members.name),
    ...textAs('version', writtenVersion(front, members.version) ?? metadata.version),
    ...textAs('description', members.description),
    ...textAs('homepage', members.homepage ?? metadata.homepage),
  };
}

/** The text below the front matter; the whole document when it has none. */
export const readText = (text: string): string => text.slice(splitFrontMatter(text)?.end ?? 0);

function membersOf(front: FrontMatter): Record<string, unknown> | undefined {
  try {
    return parseFrontMatter(front.text).value;
  } catch {
    return undefined; // the parser throws on alias bombs
  }
}

const textAs = <K extends keyof Head>(name: K, value: unknown): Pick<Head, K> | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  // The member is named by the argument, which the compiler cannot follow through a computed key.
  return typeof text === 'string' && text.trim() !== '' ? ({ [name]: text.trim() } as Pick<Head, K>) : undefined;
};

/** YAML reads a bare 1.10 as the number 1.1, but a version is the text that its author wrote. */
function writtenVersion({ fields }: FrontMatter, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  const written = fields.find(({ key }) => key === 'version')?.text ?? '';
  return written.replace(/\s#.*/s, '').trim();
}
