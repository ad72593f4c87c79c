/**
 * `npm run bench reader-cost`: estimates the cost of reading the development set per skill: requests, tokens, money, and time to build
 * the requests. It calls no model; `--in` and `--out` are dollars per million tokens, `--suite` selects another set.
 */
import { parseArgs } from 'node:util';
import { PASSES } from '@assay/audit';
import { costMicrosOf, estimateTokens, planReading } from '@assay/reader';
import { readAnswers } from '@assay/reader/testing';
import { readNamedSuite } from '../eval/suites/named-suite.ts';

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true, default: ['first-author', 'second-author'] },
    in: { type: 'string', default: '3' },
    out: { type: 'string', default: '15' },
    'cached-share': { type: 'string', default: '0.1' },
  },
});
const RECORDED = new URL('../eval/recorded/large-model', import.meta.url).pathname;
/** Where nothing was recorded for the present prompt: what an answer with one finding takes. */
const OUTPUT_TOKENS_ASSUMED = 350;
const MICROS_PER_DOLLAR = 1_000_000;

const price = { perMillionIn: Number(values.in), perMillionOut: Number(values.out) };
const cachedShare = Number(values['cached-share']);
const answers = readAnswers(RECORDED);

function measure(suite: string, passes: number) {
  const samples = readNamedSuite(suite);
  const startedAt = performance.now();
  const plans = samples.map((sample) => planReading(sample.load(), { passes: PASSES.slice(0, passes) }));
  const planMs = performance.now() - startedAt;
  const requests = plans.flatMap((plan) => plan.passes.flatMap((pass) => pass.requests));
  const sum = (of: (request: (typeof requests)[number]) => number): number =>
    requests.reduce((total, request) => total + of(request), 0);
  const recorded = requests.filter(({ key }) => answers.has(key)).length;
  const input = sum(({ inputTokensEstimated }) => inputTokensEstimated);
  const prefix = sum(({ system }) => estimateTokens(system));
  const output = sum(({ key }) => {
    const answer = answers.get(key);
    return answer === undefined ? OUTPUT_TOKENS_ASSUMED : estimateTokens(answer);
  });
  const money = (inputTokens: number): string =>
    `$${(costMicrosOf({ inputTokens, outputTokens: output }, price) / MICROS_PER_DOLLAR / samples.length).toFixed(4)}`;
  return {
    suite,
    passes,
    samples: samples.length,
    requests: requests.length,
    recorded,
    'tokens in / sample': Math.round(input / samples.length),
    'tokens out / sample': Math.round(output / samples.length),
    'money / sample': money(input),
    'with cached prefix': money(Math.round(input - prefix * (1 - cachedShare))),
    'ms to plan / sample': Number((planMs / samples.length).toFixed(1)),
  };
}

console.log(
  `Prices: $${values.in} per million tokens in, $${values.out} out; a cached prefix costs ${cachedShare * 100} % of its price.`,
);
console.log(
  'Tokens in are estimated on the high side (3 bytes each). Time of a model is not part of it: nobody is asked.',
);
console.table(values.suite.flatMap((suite) => [measure(suite, 2), measure(suite, PASSES.length)]));
