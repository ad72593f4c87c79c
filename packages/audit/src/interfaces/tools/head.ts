import { createViewIds, rootView } from '@assay/analysis/bundle/decode/view';
import { parsePlacedJson } from './json/json.parse.ts';
import { textAt } from './json/node.ts';
import { readServer } from './read-server.ts';

/** Name, version and description of a list, and the number of its offers. Empty for text that is not a list. */
type ListHead = {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly offers: number;
};

/** Uses the reviewer's parser, so that the price covers exactly the reviewed number of offers. */
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
