import type { Page } from '../page.ts';
import { VerdictBand } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';

const WORDS: Readonly<Record<string, string>> = {
  certificate_not_found: 'Not certified',
  leaf_not_covered: 'Not published yet',
  log_not_published: 'Nothing is published yet',
  world_paused: 'World paused',
  unavailable: 'Not available now',
  status_stale: 'Status temporarily unavailable',
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

/** Ways on from an address without a page. */
const PLACES = [
  ['/', 'Start page'],
  ['/certificates', 'Certificates'],
  ['/docs', 'Docs'],
  ['/reference', 'API reference'],
  ['/status', 'Status'],
] as const;

const Problem = ({ refused }: { refused: Refused }) => (
  <div className="page">
    <p className="label mt-10">{refused.status}</p>
    <h1 className="mt-1 text-3xl font-semibold tracking-tight sm:text-4xl">{toWord(refused)}</h1>
    <p className="mt-2 max-w-prose text-lg">{refused.message}</p>
    <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
      {PLACES.map(([href, name]) => (
        <a href={href} key={href}>
          {name}
        </a>
      ))}
      <a href={`/docs/problems/${refused.code}`}>
        Problem code <span className="hash">{refused.code}</span>
      </a>
    </p>
    <div className="mt-10">
      <VerifyBox />
    </div>
  </div>
);

/** An unknown certificate is a verdict: do not use the product. */
const NotCertified = ({ refused }: { refused: Refused }) => (
  <>
    <VerdictBand
      label={String(refused.status)}
      summary={`${refused.message} A product that is not listed here is not certified: do not run it.`}
      verdict={{ tone: 'bad', word: toWord(refused), short: '' }}
    />
    <div className="page mt-10">
      <h1 className="sr-only">{toWord(refused)}</h1>
      <VerifyBox />
    </div>
  </>
);

/** Shows a problem with the service's text. */
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
  body: () =>
    refused.code === 'certificate_not_found' ? <NotCertified refused={refused} /> : <Problem refused={refused} />,
});
