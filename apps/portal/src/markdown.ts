/** Renders the repository's documents. Raw HTML stays text, so the same renderer is safe for third-party text. */
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: false });
type Tokens = ReturnType<typeof markdown.parse>;
markdown.renderer.rules.table_open = () => '<table tabindex="0">\n';
const defaultFence = markdown.renderer.rules.fence;
/** Code blocks wrap, and can be copied if scripts run. */
markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
  const code = defaultFence?.(tokens, index, options, env, self) ?? '';
  const text = markdown.utils.escapeHtml(tokens[index]?.content ?? '');
  return `<div class="code">${code}<button class="copy" type="button" data-needs-scripts data-copy="${text}">Copy</button></div>\n`;
};

/** Converts links between documents of the repository to portal paths. */
const toPath = (href: string): string =>
  href
    .replace(/^(?:\.\.\/)?guides\/([\w-]+)\.md/, '/docs/guides/$1')
    .replace(/^(?:\.\.\/)?rules\/(?:README\.md)?$/, '/rules')
    .replace(/^(?:\.\.\/)?rules\/([\w-]+)\.md/, '/rules/$1')
    .replace(/^(?:\.\.\/)?problems\.md/, '/docs/problems')
    .replace(/^(?:\.\.\/)?policies\/([\w-]+)\.md/, '/docs/policies/$1')
    .replace(/^(?:\.\.\/)?(privacy|trust|threat-model|runbooks)\.md/, '/docs/$1')
    .replace(/^(?:\.\.\/)+SECURITY\.md/, '/.well-known/security.txt')
    .replace(/^([\w-]+)\.md/, '$1');

/** A path of this site, another site, an anchor, or a document of the same folder. Other documents have no page. */
const hasPage = (href: string): boolean => /^(?:[/#]|https?:|[\w-]+(?:#|$))/.test(href);

/** The anchor of a heading, in GitHub's format. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export type Heading = { readonly anchor: string; readonly text: string };

/** The headings of a document, in order. */
export const toContents = (text: string): readonly Heading[] =>
  markdown.parse(text, {}).flatMap((token, index, all) => {
    const heading = (all[index + 1]?.content ?? '').replaceAll('`', '');
    return token.type === 'heading_open' && token.tag === 'h2' ? [{ anchor: toAnchor(heading), text: heading }] : [];
  });

/** Examples contain a local or an example address; pages show the address of their own service. */
export const withAddress = (text: string, url: string): string =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:8080\b|https:\/\/assay\.example\b/g, () => url);

/** The HTML of a document without its title, which the page shows itself. */
export function toHtml(text: string): string {
  const tokens = markdown.parse(text.replace(/^# .*\n/, ''), {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open')
      token.attrSet('id', toAnchor((tokens[index + 1]?.content ?? '').replaceAll('`', '')));
  }
  for (const { children } of tokens) if (children !== null) setLinks(children);
  // A column without a name gets no header cell.
  return markdown.renderer.render(tokens, markdown.options, {}).replaceAll('<th></th>', '<td></td>');
}

function setLinks(tokens: Tokens): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = toPath(String(token.attrGet('href') ?? ''));
      token.attrSet('href', href);
      isDropped = !hasPage(href);
    }
    // Links do not nest, so the next end is the end of this link.
    if (isDropped && token.type.startsWith('link_')) Object.assign(token, { type: 'text', content: '' });
  }
}

export const toTitle = (text: string): string => (/^# (.*)$/m.exec(text)?.[1] ?? 'Untitled').replaceAll('`', '');

/** The first sentence after the title, for lists and previews. */
export const toLead = (text: string): string =>
  (
    text
      .replace(/^# .*\n/, '')
      .split(/\n\n/)
      .find((part) => /^(?!Version: )[\w*"]/.test(part.trim())) ?? ''
  )
    .replaceAll(/[*`]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
