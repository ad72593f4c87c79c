import type { OpenApi } from '@assay/protocol';

type Examples = Readonly<Record<string, object>> | undefined;
type Content = Readonly<Record<string, { readonly examples?: Examples }>> | undefined;

/** A compact API description for small contexts: every operation with one example, of its request or else of its answer. */
export function toCompact(document: OpenApi, { baseUrl, version }: { baseUrl: string; version: string }) {
  const exampleValue = (examples: Examples): unknown => {
    const [first] = Object.values(examples ?? {});
    if (first === undefined) return undefined;
    const { $ref, value } = first as { $ref?: string; value?: unknown };
    return $ref === undefined ? value : document.components.examples[$ref.slice($ref.lastIndexOf('/') + 1)]?.value;
  };
  const exampleIn = (content: Content): unknown => exampleValue(content?.['application/json']?.examples);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId: id, summary, security, requestBody, responses } = operation;
      const access = security.map((one) => Object.keys(one).join('+') || 'none').join(' or ') || 'none';
      const call = `${method.toUpperCase()} ${path}`;
      if (requestBody !== undefined) return { id, call, summary, access, request: exampleIn(requestBody.content) };
      const answered = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      const content = answered !== undefined && 'content' in answered ? answered.content : undefined;
      return { id, call, summary, access, answer: exampleIn(content) };
    }),
  );
  return { service: 'Assay', version, baseUrl, full: `${baseUrl}/.well-known/openapi.json`, operations };
}
