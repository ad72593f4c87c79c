import { describe, expect, it } from 'vitest';
import { NEXT_STEPS } from './next-steps.ts';
import { nextStepOf, toProblemDocument } from './problem-document.ts';
import { Problem, problems } from './problems.ts';
import type { Route } from './route.ts';
import { routes } from './routes/index.ts';

const all: Route[] = Object.values(routes);
const places = all.flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((one) => `${method} ${one}`));
const isServed = (method: string, href: string) => {
  const [path = ''] = href.split('?');
  const wanted = `${method} ${path.replaceAll(/:\w+/g, ':x')}`;
  return places.some((place) => place.replaceAll(/:\w+/g, ':x') === wanted);
};
const CONTEXT = { docsUrl: 'https://docs.example', instance: '/x', requestId: 'r' };

describe('next steps', () => {
  it('belong to existing codes, and link to existing routes', () => {
    for (const [code, { method, href }] of Object.entries(NEXT_STEPS)) {
      expect([code, Object.hasOwn(problems, code)]).toEqual([code, true]);
      expect([code, href, isServed(method, href)]).toEqual([code, href, true]);
    }
    for (const { prepare } of all) if (prepare !== undefined) expect(isServed(prepare.method, prepare.href)).toBe(true);
  });

  it('send a caller without a credential to the call that issues the required one', () => {
    const stepFor = (access: Route['access']) => nextStepOf(new Problem('unauthenticated'), { access })?.href;

    expect(stepFor('dev')).toBe('/api/v1/certsvc/dev/login/request-code');
    expect(stepFor('key')).toBe('/api/v1/auth/nonce?purpose=link');
    expect(stepFor('god')).toBeUndefined();
  });

  it('name the call that prepares the refused one', () => {
    const { prepare } = routes.linkWallet;
    const problem = new Problem('validation_failed', { errors: [] });

    expect(nextStepOf(problem, { prepare })).toMatchObject({ method: 'GET', href: '/api/v1/auth/nonce?purpose=link' });
    expect(nextStepOf(problem, {})).toBeUndefined();
  });

  it('are filled from the problem, and omitted when a value is missing', () => {
    const submissionId = '0199f0c1-7a00-7000-8000-000000000001';
    const document = toProblemDocument(new Problem('submission_in_progress', { submissionId }), CONTEXT);

    expect(document.next?.href).toBe(`/certsvc/v1/submissions/${submissionId}`);
    expect(toProblemDocument(new Problem('rate_limited', { retryAfterSeconds: 1 }), CONTEXT)).not.toHaveProperty(
      'next',
    );
  });

  it('use the mounts of the deployment', () => {
    const mounts = { apiPrefix: '/assay', playerPrefix: '/agents' };
    const problem = new Problem('insufficient_funds', { needed: '2', available: '1' });

    expect(nextStepOf(problem, { mounts })?.href).toBe('/agents/payments/intents');
  });
});
