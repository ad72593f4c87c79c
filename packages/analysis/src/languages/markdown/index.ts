export { type Block, type Inline, MARKDOWN_LIMITS, type MarkdownDocument, type Span } from './document.ts';
export { loadTimeCommands } from './load-time.ts';
export { parseMarkdown } from './markdown.parse.ts';
export { documentOf } from './view-document.ts';
