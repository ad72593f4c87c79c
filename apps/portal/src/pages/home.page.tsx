import type { Page } from '../page.ts';
import { CertificateTable } from '../ui/certificates.tsx';
import { toCount, toPlural, toPrice } from '../ui/format.ts';
import { Section, Snippet } from '../ui/parts.tsx';
import { Sign } from '../ui/verdict.tsx';
import { VerifyBox } from '../ui/verify-box.tsx';
import type { Landing } from '../wire.ts';

const Figure = ({ value, name }: { value: string; name: string }) => (
  <div className="border-line py-1 sm:border-l sm:pl-4 sm:first:border-l-0 sm:first:pl-0">
    <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
    <dt className="label">{name}</dt>
  </div>
);

/** The service's current figures as a sentence. */
const Figures = ({ overview }: { overview: Landing['overview'] }) => {
  const { certificates, validators, flags, findings } = overview;
  const refused = certificates.byStatus.SUSPENDED + certificates.byStatus.DEPRECATED;
  return (
    <dl className="mt-8 grid grid-cols-2 gap-y-4 sm:grid-cols-5">
      <Figure name="certified" value={toCount(certificates.total)} />
      <Figure name="withdrawn since" value={toCount(refused)} />
      <Figure name="open flags" value={toCount(flags.open)} />
      <Figure name="warnings on record" value={toCount(findings.total)} />
      <Figure name="active validators" value={toCount(validators.active)} />
    </dl>
  );
};

/** The possible answers, as signs. */
const Answers = () => (
  <ul aria-label="Possible answers" className="flex gap-6">
    {(
      [
        ['ok', 'Valid', 'text-ok'],
        ['warn', 'Valid, unread', 'text-warn'],
        ['bad', 'Do not use', 'text-bad'],
      ] as const
    ).map(([tone, word, colour]) => (
      <li className={`flex flex-col items-center gap-2 ${colour}`} key={tone}>
        <span className="size-12 sm:size-16">
          <Sign tone={tone} />
        </span>
        <span className="text-center font-label text-sm leading-tight font-semibold">{word}</span>
      </li>
    ))}
  </ul>
);

const STEPS = [
  ['Sealing', 'The files of one commit are hashed, one by one. A later change is a different version.'],
  ['Execution', 'Runnable code is executed in a sandbox with decoy secrets. Every access is recorded.'],
  [
    'Council review',
    'A panel drawn by a block hash reviews the files, commits secret votes and reveals them. A wrong vote costs stake.',
  ],
  [
    'Monitoring',
    'The source is checked regularly. Confirmed flags earn a bounty. A suspension reaches every agent within a second.',
  ],
] as const;

export const home: Page<Landing> = {
  load: ({ call }) => call('readLanding'),
  head: () => ({
    title: 'Assay: may my agent run this?',
    description:
      'Security reviews of AI skills, APIs, tools and smart contracts. One question, one answer, checkable by anyone.',
    twin: { type: 'application/json', href: '/api/v1/public/landing' },
  }),
  body: ({ overview, recent }, { place }) => (
    <>
      <div className="border-b border-line">
        <div className="page py-10 sm:py-16">
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
            <div className="max-w-2xl">
              <h1 className="text-4xl leading-[1.08] font-semibold tracking-tight sm:text-6xl">
                May my agent run this?
              </h1>
              <p className="mt-4 text-lg text-muted">
                Check first. Skills, tools, APIs and contracts that pass a review get a certificate. Anyone can verify
                it without an account, online or offline.
              </p>
            </div>
            <Answers />
          </div>
          <VerifyBox />
          <Figures overview={overview} />
        </div>
      </div>
      <div className="page">
        <Section id="latest" title="Latest certificates">
          <CertificateTable caption="Latest certificates" empty="Nothing has been certified yet." items={recent} />
          <p className="mt-4">
            <a href="/certificates">All {toPlural(overview.certificates.total, 'certificate')}</a>
          </p>
        </Section>
        <Section id="how" title="How a product gets certified">
          <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {STEPS.map(([word, text]) => (
              <li className="border-t-2 border-brass pt-3" key={word}>
                <p className="font-semibold">{word}</p>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </Section>
        <Section
          id="agents"
          note={
            <>
              One call, one boolean. When <code className="font-mono text-sm">valid</code> is not true, or there is no
              answer, the agent does not run the product. A review starts at {toPrice(overview.startingPrice)}.
            </>
          }
          title="For agents and scripts"
        >
          <Snippet
            label="Verify with curl"
            text={`curl -s ${place.apiUrl}${place.apiPrefix}/public/certificates/${recent[0]?.id ?? 'ID'}/verify`}
          />
        </Section>
      </div>
    </>
  ),
};
