export { type Block, type Inline, MARKDOWN_LIMITS, type MarkdownDocument } from './document.ts';
export { loadTimeCommands } from './load-time.ts';
export { parseMarkdown } from './markdown.parse.ts';
export { documentOf } from './view-document.ts';
