/** A rule, what it is about, a document that has the fault and one beside it that has not: each in another way of writing. */
export type Probe = readonly [rule: string, what: string, faulty: string, sound: string];

/** An ordinary service behind a token; the paths given are its only ones. */
export const api = (paths: string, more = ''): string => `openapi: 3.0.3
info: {title: Harbour, version: '1'}
servers: [{url: 'https://api.harbour.example'}]
security: [{account: []}]
${more}
paths:
${paths.replace(/^/gm, '  ')}
components:
  securitySchemes:
    account: {type: http, scheme: bearer}
    staff: {type: openIdConnect, openIdConnectUrl: 'https://id.harbour.example/.well-known/openid-configuration'}
`;
export const ok = (schema: string): string =>
  `responses: {'200': {description: OK, content: {application/json: {schema: ${schema}}}}, '429': {description: Slow down}}`;
export const DONE = "responses: {'200': {description: OK}, '429': {description: Slow down}}";
export const ID = 'parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]';
export const body = (schema: string): string => `requestBody: {content: {application/json: {schema: ${schema}}}}`;
export const TEXT = '{type: string, maxLength: 60}';
