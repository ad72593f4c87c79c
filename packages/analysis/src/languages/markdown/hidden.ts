import type { Block, HiddenSpan, Span } from './document.ts';

/**
 * Text that the rendered page does not show: comments, elements hidden by style, `[//]: #` definitions. Works on the
 * whole document, because an element may close many blocks later. Code is skipped.
 */
export function findHidden(text: string, blocks: readonly Block[]): HiddenSpan[] {
  const code = codeRanges(blocks);
  const hidden = [...hiddenMarkup(text, code), ...hiddenDefinitions(blocks)];
  return hidden.sort((a, b) => a.start - b.start || b.end - a.end);
}

const DEFINITION_COMMENT = /^\[(?:\/\/|comment|_{1,3}|#|[^\]\w]{1,4})\]:\s*(?:#|<>)?\s*/i;

function hiddenDefinitions(blocks: readonly Block[]): HiddenSpan[] {
  return blocks
    .filter((block) => block.kind === 'definition' && DEFINITION_COMMENT.test(block.text))
    .map((block) => ({
      start: block.start,
      end: block.end,
      how: 'definition',
      text: block.text.replace(DEFINITION_COMMENT, ''),
    }));
}

function codeRanges(blocks: readonly Block[]): Span[] {
  const ranges: Span[] = [];
  for (const block of blocks) {
    if (block.kind === 'fence') ranges.push(block);
    else for (const inline of block.inlines) if (inline.kind === 'code') ranges.push(inline);
  }
  return ranges.sort((a, b) => a.start - b.start);
}

const TAG_CHARS_MAX = 2_000;
const OPEN_TAG = /^<([A-Za-z][\w-]{0,40})((?:\s[^<>]{0,1900})?)>/;
const CLOSE_TAG = /^<\/([A-Za-z][\w-]{0,40})\s{0,20}>/;
const VOID_TAGS = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'wbr',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
]);
const HIDDEN_ELEMENTS = new Set(['template', 'noscript']);
const DEPTH_MAX = 200;

type Open = { name: string; at: number; isHidden: boolean };

/**
 * Tags alone on their lines that HTML does not define: the document uses tags as section markers, and `<template>` is
 * one of them.
 */
const isMadeOfParts = (text: string): boolean =>
  [...text.matchAll(/^<\/([a-z][a-z_-]{2,30})>[ \t]*$/gm)].some(([, name = '']) => !PAGE_TAGS.has(name));
const PAGE_TAGS: ReadonlySet<string> = new Set(
  'article aside audio blockquote body button caption center code dialog details div fieldset figcaption figure footer form head header html iframe label legend main map menu nav noscript object option picture pre script section select small span strong style sub summary sup svg table tbody template textarea tfoot thead title video'.split(
    ' ',
  ),
);

function* hiddenMarkup(text: string, code: readonly Span[]): Generator<HiddenSpan> {
  const stack: Open[] = [];
  const isInParts = text.includes('<template') && isMadeOfParts(text);
  const lastComment = text.lastIndexOf('-->');
  let hiddenDepth = 0;
  let nextCode = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    while ((code[nextCode]?.end ?? Number.POSITIVE_INFINITY) <= at) nextCode += 1;
    const inCode = code[nextCode];
    if (inCode && inCode.start <= at) {
      at = inCode.end - 1;
      continue;
    }
    if (text.startsWith('<!--', at)) {
      const close = lastComment < at + 4 ? -1 : text.indexOf('-->', at + 4);
      const isBlock = /(?:^|\n)[ \t]{0,3}$/.test(text.slice(Math.max(0, at - 4), at));
      if (close < 0 && !isBlock) continue;
      const end = close < 0 ? text.length : close + 3;
      yield { start: at, end, how: 'comment', text: text.slice(at + 4, close < 0 ? end : close) };
      at = end - 1;
      continue;
    }
    const window = text.slice(at, at + TAG_CHARS_MAX);
    const close = CLOSE_TAG.exec(window)?.[1]?.toLowerCase();
    if (close !== undefined) {
      const index = stack.findLastIndex((open) => open.name === close);
      if (index < 0) continue;
      for (const open of stack.splice(index).filter((entry) => entry.isHidden)) {
        hiddenDepth -= 1;
        if (hiddenDepth === 0) yield styled(text, open.at, at);
      }
      continue;
    }
    const tag = OPEN_TAG.exec(window);
    const name = (tag?.[1] ?? '').toLowerCase();
    if (!tag || VOID_TAGS.has(name) || tag[0].endsWith('/>') || stack.length >= DEPTH_MAX) continue;
    const isHidden = (HIDDEN_ELEMENTS.has(name) && !isInParts) || isStyledAway(tag[2] ?? '');
    if (isHidden) hiddenDepth += 1;
    stack.push({ name, at: at + tag[0].length, isHidden });
  }
  const unclosed = stack.find((open) => open.isHidden);
  if (unclosed) yield styled(text, unclosed.at, text.length);
}

const styled = (text: string, start: number, end: number): HiddenSpan => ({
  start,
  end,
  how: 'style',
  text: text.slice(start, end),
});

const STYLED_AWAY = [
  /\bdisplay\s{0,9}:\s{0,9}none/i,
  /\bvisibility\s{0,9}:\s{0,9}(?:hidden|collapse)/i,
  /\bopacity\s{0,9}:\s{0,9}0?\.?0*(?![.\d])/i,
  /\bfont-size\s{0,9}:\s{0,9}0*(?:\.\d+|[01](?:\.\d+)?)(?:px|pt|em|rem|%)?\s{0,9}(?:[;"'!]|$)/i,
  /\b(?:max-)?(?:height|width)\s{0,9}:\s{0,9}0(?:px|pt|em|%)?\s{0,9}(?:[;"'!]|$)/i,
  /\b(?:left|top|text-indent|right)\s{0,9}:\s{0,9}-\d{3,6}/i,
  /\bcolor\s{0,9}:\s{0,9}(?:white|transparent|#fff(?:fff)?\b|rgba?\(\s{0,9}255\s{0,9},\s{0,9}255\s{0,9},\s{0,9}255)/i,
  /\bclip(?:-path)?\s{0,9}:\s{0,9}(?:rect\(0|inset\((?:50|100)%)/i,
  /(?:^|\s)hidden(?:\s|=|$)/i,
  /\bsize\s{0,9}=\s{0,9}["']?0\b/i,
];

const isStyledAway = (attributes: string): boolean => STYLED_AWAY.some((pattern) => pattern.test(attributes));
