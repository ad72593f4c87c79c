import type { Lines } from '../lines.ts';

type QuotedProps = {
  lines: Lines;
  firstLine: number;
  /** The line that it is about. */
  hit?: number | undefined;
  /** For text that is read as a whole. */
  isWrapped?: boolean;
};

/** Source by strangers: text in coloured pieces, never markup. */
export const Quoted = ({ lines, firstLine, hit, isWrapped = false }: QuotedProps) => (
  <div
    aria-label="Quoted source"
    className="source"
    data-wrapped={isWrapped ? '' : undefined}
    role="group"
    tabIndex={0}
  >
    {lines.map((tokens, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
      <div className="line" data-hit={firstLine + index === hit ? '' : undefined} key={index}>
        <span>{firstLine + index}</span>
        <code>
          {tokens.map(([text, kind], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
            <span className={kind === undefined ? undefined : `t-${kind}`} key={at}>
              {text}
            </span>
          ))}
        </code>
      </div>
    ))}
  </div>
);
