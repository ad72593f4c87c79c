/** Sealed bytes as text: the file list on the left and the selected file on the right, stacked on a phone. */
import { useState } from 'react';
import { toPlural } from '../ui/format.ts';
import { Hash } from '../ui/parts.tsx';
import { Quoted } from '../ui/quoted.tsx';

type File = { readonly path: string; readonly contentBase64: string };

/** Longer files are shown in full only on request. */
const LINES_FIRST = 1500;

export function BundleFiles({ files, entry }: { files: readonly File[]; entry?: string }) {
  const [chosen, setChosen] = useState(entry ?? files[0]?.path);
  const [isWhole, setWhole] = useState(false);
  const file = files.find(({ path }) => path === chosen) ?? files[0];
  if (file === undefined) return <p className="text-muted">The bundle contains no files.</p>;
  const lines = toText(file.contentBase64).split('\n');
  const shown = isWhole ? lines : lines.slice(0, LINES_FIRST);
  return (
    <div className="grid gap-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <ul aria-label="Files" className="max-h-96 overflow-y-auto border-t border-ink lg:max-h-none">
        {files.map(({ path }) => (
          <li className="border-b border-line" key={path}>
            <button
              aria-pressed={path === file.path}
              className="w-full px-2 py-2 text-left aria-pressed:bg-sheet aria-pressed:font-semibold"
              onClick={() => {
                setChosen(path);
                setWhole(false);
              }}
              type="button"
            >
              <Hash>{path}</Hash>
            </button>
          </li>
        ))}
      </ul>
      <div className="min-w-0">
        <Quoted firstLine={1} isWrapped lines={shown.map((line) => [[line]])} />
        {shown.length < lines.length ? (
          <button className="button mt-3" data-quiet onClick={() => setWhole(true)} type="button">
            Show {toPlural(lines.length - shown.length, 'more line')}
          </button>
        ) : null}
      </div>
    </div>
  );
}

const toText = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
