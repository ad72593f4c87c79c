import { describe, expect, expectTypeOf, it } from 'vitest';
import { ProblemDocument, toProblemDocument } from './problem-document.ts';
import { isProblem, Problem, type ProblemData, problems, problemTitle } from './problems.ts';

const CONTEXT = { docsUrl: 'https://docs.example', instance: '/api/v1/x', requestId: '0192f0c1' };

describe('Problem', () => {
  it('takes its status and sentence from the table', () => {
    const problem = new Problem('too_many_streams', { max: 5 });

    expect(problem).toMatchObject({ status: 429, message: 'You can have at most 5 open streams. Close one first.' });
    expect(problem).toBeInstanceOf(Error);
  });

  it('keeps its cause', () => {
    const cause = new Error('socket closed');

    expect(new Problem('chain_unavailable', undefined, { cause }).cause).toBe(cause);
  });

  it('knows the required data of each code', () => {
    expectTypeOf<ProblemData<'certificate_not_found'>>().toEqualTypeOf<undefined>();
    expectTypeOf<ProblemData<'too_many_streams'>>().toEqualTypeOf<{ max: number }>();
    // @ts-expect-error a code with data does not compile without it
    const forgetful = () => new Problem('too_many_streams');
    expect(forgetful).toThrow(TypeError);
  });

  it('is identified by code', () => {
    const problem: unknown = new Problem('rate_limited', { retryAfterSeconds: 7 });

    expect(isProblem(problem, 'rate_limited') && problem.data.retryAfterSeconds).toBe(7);
    expect(isProblem(problem, 'unavailable')).toBe(false);
    expect(isProblem(new Error('rate_limited'), 'rate_limited')).toBe(false);
  });
});

describe('toProblemDocument', () => {
  it('returns the standard members in a fixed order', () => {
    const document = toProblemDocument(new Problem('certificate_not_found'), { ...CONTEXT, failsClosed: true });

    expect(JSON.stringify(document)).toBe(
      JSON.stringify({
        type: 'https://docs.example/problems/certificate_not_found',
        title: 'Certificate not found',
        status: 404,
        detail: 'No certificate has this id.',
        instance: '/api/v1/x',
        code: 'certificate_not_found',
        requestId: '0192f0c1',
        next: {
          method: 'GET',
          href: '/api/v1/public/certificates?q=',
          why: 'Search for the certificate by keyword.',
        },
        valid: false,
      }),
    );
  });

  it('adds the members of its code', () => {
    const certified = toProblemDocument(new Problem('already_certified', { certificateId: 'c1' }), CONTEXT);
    const errors = [{ pointer: '/sourceUrl', detail: 'must be https' }];
    const refused = toProblemDocument(new Problem('validation_failed', { errors }), CONTEXT);

    expect(certified).toMatchObject({ certificateId: 'c1' });
    expect(refused).toMatchObject({ errors, detail: 'One value is invalid.' });
  });

  it('states amounts in marks and counts in singular and plural', () => {
    const textOf = (unknown: string[]) => new Problem('unknown_parameter', { unknown, known: [] }).message;

    expect(new Problem('price_above_max', { price: '5250000' }).message).toContain('The price is now 5.25 marks,');
    expect(textOf(['a'])).toContain('Unknown query parameter: "a".');
    expect(textOf(['a', 'b'])).toContain('Unknown query parameters: "a", "b".');
  });

  it('lets no extra member replace a standard one or change a refusal', () => {
    const members = { status: 200, code: 'fine', valid: true, accepts: [] };
    const problem = new Problem('payment_required', { price: '0.90 USDC' }, { members });

    const document = toProblemDocument(problem, { ...CONTEXT, failsClosed: true });

    expect(document).toMatchObject({ status: 402, code: 'payment_required', valid: false, accepts: [] });
    expect(ProblemDocument.safeParse(document).success).toBe(true);
  });
});

describe('the table', () => {
  it('uses only error statuses', () => {
    const statuses = new Set(Object.values(problems).map((entry) => entry.status));

    expect([...statuses].sort()).toEqual([
      400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500, 502, 503, 504, 507,
    ]);
  });

  it('has a readable title for every code', () => {
    expect(problemTitle('payment_required')).toBe('Payment required');
  });
});
