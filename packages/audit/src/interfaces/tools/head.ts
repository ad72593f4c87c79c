import { createViewIds, rootView } from '@assay/analysis/bundle/decode/view';
import { parsePlacedJson } from './json/json.parse.ts';
import { textAt } from './json/node.ts';
import { readServer } from './read-server.ts';

/** What a list says of itself, and how many things it offers. Nothing of a text that is no list. */
type ListHead = {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly offers: number;
};

/** Read as the reviewer reads it, so that nobody pays for another number than is reviewed. */
export function readListHead(text: string): ListHead {
  const ids = createViewIds();
  const { root } = parsePlacedJson(text);
  if (root === undefined) return { offers: 0 };
  const { name, offers, unread } = readServer(rootView(ids, '', text), root, ids);
  const [first] = offers;
  const description = textAt(root, 'description') ?? first?.description;
  const version = textAt(root, 'version');
  const called = name === '' ? first?.name : name;
  return {
    ...(called === undefined || called === '' ? {} : { name: called }),
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    offers: offers.length + unread,
  };
}
