/** The repository's own documents as markup. Raw HTML in them stays text: one renderer for our words and for anybody's. */
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: false });
markdown.renderer.rules.table_open = () => '<table tabindex="0">\n';
const defaultFence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, index, options, env, self) =>
  (defaultFence?.(tokens, index, options, env, self) ?? '').replace('<pre>', '<pre tabindex="0">');

/** Links between documents of the repository, as the portal serves them. */
const toPath = (href: string): string =>
  href
    .replace(/^(?:\.\.\/)?guides\/([\w-]+)\.md/, '/docs/guides/$1')
    .replace(/^(?:\.\.\/)?rules\/(?:README\.md)?$/, '/rules')
    .replace(/^(?:\.\.\/)?rules\/([\w-]+)\.md/, '/rules/$1')
    .replace(/^(?:\.\.\/)?problems\.md/, '/docs/problems')
    .replace(/^([\w-]+)\.md/, '$1');

/** HTML of a document without its title, which the page shows itself. */
export function toHtml(text: string): string {
  const tokens = markdown.parse(text.replace(/^# .*\n/, ''), {});
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open') token.attrSet('href', toPath(String(token.attrGet('href') ?? '')));
  }
  return markdown.renderer.render(tokens, markdown.options, {});
}

export const toTitle = (text: string): string => (/^# (.*)$/m.exec(text)?.[1] ?? 'Untitled').replaceAll('`', '');

/** The first sentence under the title, for lists and previews. */
export const toLead = (text: string): string =>
  (
    text
      .replace(/^# .*\n/, '')
      .split(/\n\n/)
      .find((part) => /^[\w*"]/.test(part.trim())) ?? ''
  )
    .replaceAll(/[*`]|\[|\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
