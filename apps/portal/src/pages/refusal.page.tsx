import type { Page } from '../page.ts';
import { VerdictBand } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';

const WORDS: Readonly<Record<string, string>> = {
  certificate_not_found: 'Not certified',
  leaf_not_covered: 'Not published yet',
  log_not_published: 'Nothing is published yet',
  world_paused: 'The world is not enabled',
  unavailable: 'Not available now',
  status_stale: 'Temporarily unknown',
};

type Refused = { readonly status: number; readonly code: string; readonly message: string };

/** Fallback texts for problems without their own text. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'Not a valid request',
  404: 'Not found',
  410: 'No longer available',
  422: 'Not a valid request',
  429: 'Too many requests',
};

const toWord = ({ status, code }: Refused): string =>
  WORDS[code] ?? STATUS_WORDS[status] ?? (status >= 500 ? 'Not available now' : 'Request rejected');

/** Shows a problem with the service's text. For a certificate, unknown means: do not use. */
export const toRefusal = (refused: Refused): Page<Refused> => ({
  load: () => {
    throw new TypeError('An error page has nothing to load');
  },
  head: () => ({
    title: `${toWord(refused)}: Assay`,
    description: refused.message,
    twin: { type: 'application/json', href: `/docs/problems/${refused.code}` },
    isIndexed: false,
  }),
  body: ({ status, message }) => (
    <>
      <VerdictBand
        label={String(status)}
        summary={
          status === 404 ? `${message} A product that is not listed here is not certified: do not run it.` : message
        }
        verdict={{ tone: 'bad', word: toWord(refused), short: '' }}
      />
      <div className="page mt-10">
        <h1 className="sr-only">{toWord(refused)}</h1>
        <VerifyBox />
      </div>
    </>
  ),
});
