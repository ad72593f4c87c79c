/** Texts with elements in them: `When <0>valid</0> is not true, … {1}.` */
import { createElement, Fragment, type ReactNode } from 'react';
import { find } from './text.ts';

type RichPart = ReactNode | ((inner: ReactNode) => ReactNode);

const PART = /<(\d+)>(.*?)<\/\1>|\{(\d+)\}/gsu;

export const rich = (key: string, ...parts: readonly RichPart[]): ReactNode => build(find(key), parts);

/** A translation can move parts. Their content comes from the page, so a translation cannot add markup. */
export function build(text: string, parts: readonly RichPart[]): ReactNode {
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, wrapper, inner = '', value] = match;
    nodes.push(
      text.slice(at, match.index),
      toNode(parts[Number(wrapper ?? value)], () => build(inner, parts)),
    );
    at = match.index + whole.length;
  }
  nodes.push(text.slice(at));
  // Some elements, for example `option`, accept only text.
  return nodes.every(isPlain) ? nodes.join('') : createElement(Fragment, null, ...nodes);
}

const isPlain = (node: ReactNode): boolean => typeof node === 'string' || typeof node === 'number';

const toNode = (part: RichPart | undefined, inner: () => ReactNode): ReactNode =>
  typeof part === 'function' ? part(inner()) : part;
