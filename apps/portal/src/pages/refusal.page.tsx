import type { Page } from '../page.ts';
import { VerdictBand } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';

const WORDS: Readonly<Record<string, string>> = {
  certificate_not_found: 'Not certified',
  log_not_published: 'Nothing is published yet',
  world_paused: 'The world does not run here',
  unavailable: 'Not available now',
  status_stale: 'Not known right now',
};

type Refused = { readonly status: number; readonly code: string; readonly message: string };

/** What could not be shown, in the service's own words. For a certificate, unknown means: do not use. */
export const toRefusal = ({ code }: Refused): Page<Refused> => ({
  load: () => {
    throw new TypeError('A refusal has nothing to load');
  },
  head: () => ({
    title: code === 'certificate_not_found' ? 'Not certified: Assay' : 'Not found: Assay',
    description: 'There is no such page.',
    twin: { type: 'application/json', href: `/docs/problems/${code}` },
    isIndexed: false,
  }),
  body: ({ status, message }) => (
    <>
      <VerdictBand
        label={String(status)}
        summary={`${message} Whatever is not known here is not certified: an agent should leave it alone.`}
        verdict={{ tone: 'bad', word: WORDS[code] ?? 'Not found', short: '' }}
      />
      <div className="page mt-10">
        <h1 className="sr-only">Not found</h1>
        <VerifyBox />
      </div>
    </>
  ),
});
