import { api, DONE, ID, ok, type Probe, TEXT } from './probe.builder.ts';

/** Answers that give too much. */
export const EXCESS: readonly Probe[] = [
  [
    'API-27',
    'a hash in a schema by reference',
    api(
      `/crew:\n  get: {${ok('{type: array, maxItems: 9, items: {properties: {name: {type: string}, passwordHash: {type: string}}}}')}}`,
    ),
    api(
      `/crew:\n  get: {${ok('{type: array, maxItems: 9, items: {properties: {name: {type: string}, passwordHash: {type: string, writeOnly: true}}}}')}}`,
    ),
  ],
  [
    'API-27',
    'a hash that only a sample shows',
    api(
      `/crew/{id}:\n  get: {${ID}, responses: {'200': {description: OK, content: {application/json: {example: {name: Ada, pw: '$2b$12$abcdefghijklmnopqrstuv', pwd_hash: x}}}}}}`,
    ),
    api(
      `/crew/{id}:\n  get: {${ID}, responses: {'200': {description: OK, content: {application/json: {example: {name: Ada, berth: A3}}}}}}`,
    ),
  ],
  [
    'API-27',
    'a Swagger sample',
    `swagger: '2.0'\ninfo: {title: H, version: '1'}\nhost: api.harbour.example\nschemes: [https]\nsecurity: [{k: []}]\nsecurityDefinitions: {k: {type: apiKey, in: header, name: X-Key}}\npaths:\n  /skippers/{id}:\n    get:\n      parameters: [{name: id, in: path, required: true, type: string, format: uuid}]\n      responses:\n        200: {description: One, examples: {application/json: {name: Ada, totp_secret: abc}}}\n`,
    `swagger: '2.0'\ninfo: {title: H, version: '1'}\nhost: api.harbour.example\nschemes: [https]\nsecurity: [{k: []}]\nsecurityDefinitions: {k: {type: apiKey, in: header, name: X-Key}}\npaths:\n  /skippers/{id}:\n    get:\n      parameters: [{name: id, in: path, required: true, type: string, format: uuid}]\n      responses:\n        200: {description: One, examples: {application/json: {name: Ada, totp_enabled: true}}}\n`,
  ],
  [
    'API-27',
    'keys of others in a list',
    api(
      `/partners:\n  get: {summary: Partners, ${ok('{type: array, maxItems: 9, items: {properties: {name: {type: string}, apiKey: {type: string}}}}')}}`,
    ),
    api(
      `/api-keys:\n  get: {summary: Your keys, ${ok('{type: array, maxItems: 9, items: {properties: {name: {type: string}, apiKey: {type: string}}}}')}}`,
    ),
  ],
  [
    'API-27',
    'particulars of people beside a public thing',
    api(
      `/boats/{id}:\n  get: {security: [], ${ID}, ${ok('{allOf: [{properties: {name: {type: string}}}, {properties: {owner: {properties: {fullName: {type: string}, homeAddress: {type: string}, dateOfBirth: {type: string}}}}}]}')}}`,
    ),
    api(
      `/boats/{id}:\n  get: {security: [], ${ID}, ${ok('{allOf: [{properties: {name: {type: string}}}, {properties: {owner: {properties: {nickname: {type: string}}}}}]}')}}`,
    ),
  ],
  [
    'API-27',
    'identity numbers in a directory',
    api(
      `/mitglieder:\n  get: {summary: Mitglieder suchen, ${ok('{type: array, maxItems: 9, items: {properties: {name: {type: string}, steuernummer: {type: string}, gehalt: {type: number}}}}')}}`,
    ),
    api(
      `/mitglieder/me:\n  get: {summary: Eigene Daten, ${ok('{properties: {name: {type: string}, steuernummer: {type: string}, gehalt: {type: number}}}')}}`,
    ),
  ],
  [
    'API-27',
    'inner notes',
    api(
      `/bookings/{id}:\n  get: {summary: One of my bookings, ${ID}, ${ok('{properties: {date: {type: string}, staffNotes: {type: string}, fraudScore: {type: number}}}')}}`,
    ),
    api(
      `/bookings/{id}:\n  get: {summary: One of my bookings, ${ID}, ${ok('{properties: {date: {type: string}, notes: {type: string}}}')}}`,
    ),
  ],
  [
    'API-27',
    'what a description calls internal',
    api(
      `/listings:\n  get: {${ok('{type: array, maxItems: 5, items: {properties: {title: {type: string}, floor: {type: number, description: Lowest price the seller takes; for internal use}}}}')}}`,
    ),
    api(
      `/listings:\n  get: {${ok('{type: array, maxItems: 5, items: {properties: {title: {type: string}, floor: {type: number, description: Storey}}}}')}}`,
    ),
  ],
  [
    'API-27',
    'said in a sentence: the page hides it',
    api(
      `/reviews:\n  get: {summary: Reviews, description: Each comes with the account of its author. The website shows only the first name., ${DONE}}`,
    ),
    api(`/reviews:\n  get: {summary: Reviews, description: Each comes with the first name of its author., ${DONE}}`),
  ],
  [
    'API-27',
    'said in a sentence: the whole row',
    api(
      `/riders/{id}:\n  get: {summary: A rider, ${ID}, description: Returns the complete record as stored in the database., ${DONE}}`,
    ),
    api(`/riders/{id}:\n  get: {summary: A rider, ${ID}, description: Returns name and picture., ${DONE}}`),
  ],
];

/** Reads that change something. */
export const READS: readonly Probe[] = [
  [
    'API-28',
    'a verb at the end of the path',
    api(`/boats/{id}/delete:\n  get: {${ID}, ${DONE}}`),
    api(`/boats/{id}/deleted-items:\n  get: {${ID}, ${DONE}}`),
  ],
  [
    'API-28',
    'a verb in the id',
    api(`/berth:\n  get: {operationId: cancelBerth, ${DONE}}`),
    api(`/berth:\n  get: {operationId: listCancelled, ${DONE}}`),
  ],
  [
    'API-28',
    'a summary',
    api(`/lights:\n  get: {summary: Switch all lights off, ${DONE}}`),
    api(`/lights:\n  get: {summary: Switches and lights, ${DONE}}`),
  ],
  [
    'API-28',
    'German',
    api(`/schleuse/oeffnen:\n  get: {summary: Löscht die Meldung und öffnet die Schleuse, ${DONE}}`),
    api(`/schleuse:\n  get: {summary: Zeigt die Meldungen der Schleuse, ${DONE}}`),
  ],
  [
    'API-28',
    'French',
    api(
      `/virement:\n  get: {summary: Envoie un virement, parameters: [{name: montant, in: query, schema: {type: number, maximum: 9}}, {name: destinataire, in: query, schema: ${TEXT}}], ${DONE}}`,
    ),
    api(
      `/virements:\n  get: {summary: Liste des virements, parameters: [{name: montant, in: query, schema: {type: number, maximum: 9}}], ${DONE}}`,
    ),
  ],
  [
    'API-28',
    'the query says what to do',
    api(
      `/pump:\n  get: {parameters: [{name: action, in: query, schema: {type: string, enum: [start, stop, reset]}}], ${DONE}}`,
    ),
    api(
      `/pump/log:\n  get: {summary: List what happened, parameters: [{name: action, in: query, schema: {type: string, enum: [start, stop, reset]}}], ${DONE}}`,
    ),
  ],
  [
    'API-28',
    'a sum and who gets it',
    api(
      `/gift:\n  get: {parameters: [{name: amount, in: query, schema: {type: integer, maximum: 9}}, {name: iban, in: query, schema: ${TEXT}}], ${DONE}}`,
    ),
    api(`/gift:\n  get: {parameters: [{name: amount, in: query, schema: {type: integer, maximum: 9}}], ${DONE}}`),
  ],
  [
    'API-28',
    'the answer says what was done',
    api(`/gate:\n  get: {responses: {'200': {description: The gate is opened}}}`),
    api(`/gate:\n  get: {responses: {'200': {description: The gate}}}`),
  ],
  [
    'API-28',
    'a side effect in the description',
    api(`/inbox:\n  get: {summary: New mail, description: Marks them as read., ${DONE}}`),
    api(`/inbox:\n  get: {summary: New mail, description: Nothing is changed and there are no side effects., ${DONE}}`),
  ],
  ['API-28', 'HEAD', api(`/cache/flush:\n  head: {${DONE}}`), api(`/cache:\n  head: {${DONE}}`)],
  [
    'API-28',
    'a link of a mail is followed once',
    api(`/subscriptions/{id}/cancel:\n  get: {${ID}, ${DONE}}`),
    api(
      `/unsubscribe:\n  get: {security: [], summary: Unsubscribe from the letter, parameters: [{name: token, in: query, schema: ${TEXT}}], ${DONE}}`,
    ),
  ],
];
