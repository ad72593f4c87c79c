/** Wires the purse, whose books are opened in each transaction. */
import type { PlatformServices } from '../../platform/services.ts';
import { createBorder } from './border.service.ts';
import { createMarkBooks } from './mark-books.ts';
import { createPurse } from './purse.service.ts';

export function composePurse({ random, clock }: Pick<PlatformServices<unknown>, 'random' | 'clock'>) {
  const books = createMarkBooks({ random, clock });
  const border = createBorder({ random, clock });
  return {
    books,
    purse: createPurse({ books }),
    handles: { 'world.created': border.open, 'world.ticked': border.check },
  };
}
