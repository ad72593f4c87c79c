export { type Block, type Inline, MARKDOWN_LIMITS, type MarkdownDocument, type Span } from './document.ts';
export { parseMarkdown } from './markdown.parse.ts';
export { documentOf } from './view-document.ts';
