/** The resources for a load, from the measured cost of a request. Pure. */

type Costs = {
  /** Processor time of an API process for one verify from memory, and for one request of the mixed load. */
  readonly verifyUs: number;
  readonly mixedUs: number;
  /** Of PostgreSQL for one request of the mixed load. */
  readonly mixedDatabaseUs: number;
  /** Of all processes for one paid submission, reading by models left out. */
  readonly submission: { readonly apiMs: number; readonly workerMs: number; readonly databaseMs: number };
  readonly statusList: { readonly bytes: number; readonly us: number };
};

/** Share of a core that is planned with: the rest is for peaks and for the loss of one process. */
const USED_SHARE = 0.6;
const DAY_SECONDS = 86_400;
/** Copies of a status list that caches at the edge fetch anew each time one expires. */
const EDGES = 300;
const LIST_LIFE_SECONDS = 60;
/** Of all checks, those that still ask the service: a first contact, or an answer that must be newer than the list. */
const DIRECT_SHARE = 0.01;
const PEAK_FACTOR = 3;

type Need = { readonly load: string; readonly what: string; readonly amount: string };

const cores = (perSecond: number, us: number): number => (perSecond * us) / 1_000_000 / USED_SHARE;
const processes = (amount: number): number => Math.max(2, Math.ceil(amount));
const shown = (amount: number): string => (amount < 10 ? amount.toFixed(2) : amount.toFixed(0));

export function planScale({ verifyUs, mixedUs, mixedDatabaseUs, submission, statusList }: Costs): Need[] {
  const few = '1,000 verifies a second';
  const many = '100,000 verifies a second';
  const busy = '1,000,000 submissions a day';
  const direct = 100_000 * DIRECT_SHARE;
  const lists = EDGES / LIST_LIFE_SECONDS;
  const submissions = (1_000_000 / DAY_SECONDS) * PEAK_FACTOR;
  const perSubmission = (ms: number): number => cores(submissions, ms * 1_000);
  const api = (load: string, amount: number): Need => ({
    load,
    what: 'cores and API processes',
    amount: `${shown(amount)}, ${processes(amount)}`,
  });
  return [
    api(few, cores(1_000, verifyUs)),
    api('1,000 requests a second of the mixed load', cores(1_000, mixedUs)),
    {
      load: '1,000 requests a second of the mixed load',
      what: 'cores of PostgreSQL',
      amount: shown(cores(1_000, mixedDatabaseUs)),
    },
    api(`${many}, all at the service`, cores(100_000, verifyUs)),
    api(
      `${many}, ${DIRECT_SHARE * 100} % at the service, the rest with status lists from a CDN`,
      cores(direct, verifyUs) + cores(lists, statusList.us),
    ),
    {
      load: many,
      what: 'traffic of the CDN from the service',
      amount: `${shown((lists * statusList.bytes * 8) / 1_000_000)} Mbit/s for each list`,
    },
    api(`${busy}, peak of ${PEAK_FACTOR} times the mean`, perSubmission(submission.apiMs)),
    { load: busy, what: 'cores of workers', amount: shown(perSubmission(submission.workerMs)) },
    { load: busy, what: 'cores of PostgreSQL', amount: shown(perSubmission(submission.databaseMs)) },
  ];
}
