export {
  type Block,
  type BlockKind,
  type FrontMatter,
  type FrontMatterField,
  type HiddenHow,
  type HiddenSpan,
  type Inline,
  type InlineKind,
  MARKDOWN_LIMITS,
  type MarkdownDocument,
  type Span,
} from './document.ts';
export { parseMarkdown } from './markdown.parse.ts';
export { documentOf } from './view-document.ts';
