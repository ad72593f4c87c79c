const METHODS = ['get', 'post', 'delete'] as const;

const operation = (name: string, method: string): string => `    ${method}:
      operationId: ${method}${name}
      summary: What can be done with ${name}
      description: |
        Longer words about what this operation does, whom it is for,
        and what happens when it is called twice.
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: string, format: uuid }
      responses:
        '200':
          description: Done.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/${name}' }
        '429': { description: Too many. }
`;

const schema = (name: string): string => `    ${name}:
      type: object
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, maxLength: 100 }
        parent: { $ref: '#/components/schemas/${name}' }
`;

/** A document of sixty paths with three operations each, as an ordinary service has them. */
export function sixtyPaths(): string {
  const names = Array.from({ length: 60 }, (_, index) => `Thing${index}`);
  return `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
servers: [{ url: 'https://api.things.example' }]
security: [{ key: [] }]
paths:
${names.map((name) => `  /${name.toLowerCase()}/{id}:\n${METHODS.map((method) => operation(name, method)).join('')}`).join('')}components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-API-Key }
  schemas:
${names.map(schema).join('')}`;
}
