import type { Lines } from '../lines.ts';

type QuotedProps = {
  lines: Lines;
  firstLine: number;
  /** The line of the finding. */
  hit?: number | undefined;
  /** For continuous text. */
  isWrapped?: boolean;
};

/** Third-party source: coloured text tokens, never markup. */
export const Quoted = ({ lines, firstLine, hit, isWrapped = false }: QuotedProps) => (
  <div
    aria-label="Quoted source"
    className="source"
    data-wrapped={isWrapped ? '' : undefined}
    role="group"
    tabIndex={0}
  >
    {lines.map((tokens, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
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
