/** A search over the loaded rows of a page. */
import { type ReactNode, useId, useState } from 'react';
import { toPlural } from '../../ui/format.ts';

/** Every word must occur in the row, in any member. */
const matches = (row: unknown, words: readonly string[]): boolean => {
  const text = JSON.stringify(row).toLowerCase();
  return words.every((word) => text.includes(word));
};

type Props<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly children: (found: readonly Row[]) => ReactNode;
};

export function Searchable<Row>({ label, rows, children }: Props<Row>) {
  const [text, setText] = useState('');
  const id = useId();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? rows : rows.filter((row) => matches(row, words));
  return (
    <>
      <div className="mb-4 flex max-w-2xl flex-wrap items-end gap-x-4">
        <div className="grow">
          <label className="label" htmlFor={id}>
            {label}
          </label>
          <input
            className="input mt-1"
            data-search
            id={id}
            onChange={(event) => setText(event.target.value)}
            type="search"
            value={text}
          />
        </div>
        <p className="py-2 text-muted" role="status">
          {words.length === 0 ? toPlural(rows.length, 'entry', 'entries') : `${found.length} of ${rows.length}`}
        </p>
      </div>
      {children(found)}
    </>
  );
}
