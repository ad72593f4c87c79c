import type { View } from '../../types/index.ts';
import type { MarkdownDocument } from './document.ts';
import { parseMarkdown } from './markdown.parse.ts';

const documents = new WeakMap<View, MarkdownDocument>();

/** The document of a view, parsed once for all stages. */
export function documentOf(view: View): MarkdownDocument {
  const known = documents.get(view);
  if (known !== undefined) return known;
  const made = parseMarkdown(view.text);
  documents.set(view, made);
  return made;
}
