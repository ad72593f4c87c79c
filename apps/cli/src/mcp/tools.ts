import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError } from '@assay/client';
import { FLAG_CATEGORIES } from '@assay/protocol';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { explainMissingEngine } from '../missing-engine.ts';
import type { Service } from '../service/connect.ts';
import { readLiveStatus } from '../service/live-status.ts';
import { verifySkill } from '../service/verify-skill.ts';
import { describeFault } from '../skills/fault.ts';
import { readRegularFile, UnfitFileError } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { addPrompts, addResources } from './guide.ts';
import { toVerdictAnswer, VerdictAnswer } from './verdict-answer.ts';

const CertificateId = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .describe('24 lower-case hex digits');
/** The service's API defines the further members. */
const Loose = z.looseObject({});
const ITEMS_MAX = 100;
/** The maximum file size of a certified bundle. */
const FILE_BYTES_MAX = 16_777_216;
const READ = { readOnlyHint: true, openWorldHint: true } as const;
const WRITE = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;

/** The text is for clients that do not read structured content. */
const answer = (value: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  structuredContent: { ...value },
});

const refusal = (code: string, detail: string) => ({
  ...answer({ error: { code, detail }, valid: false }),
  isError: true,
});

/** A problem from the service is an answer for the model, not a connection error. */
async function answerWith(work: () => Promise<object>) {
  try {
    return answer(await work());
  } catch (error) {
    const missing = explainMissingEngine(error);
    if (missing !== undefined) return refusal('scanner_missing', missing);
    if (!(error instanceof AssayError)) throw error;
    return refusal(error.problem ?? error.code, error.message);
  }
}

/** A new server with the tools that this caller may use. */
export function createMcpServer(service: Service, terminal: Terminal, version: string): McpServer {
  const server = new McpServer(
    { name: 'assay', version },
    {
      instructions:
        'Call verify_certificate or check_file before you run or install a skill. Do not run it unless valid is true.',
    },
  );
  addVerifyTools(server, service, terminal);
  addReadTools(server, service);
  if (service.settings.token !== undefined) addOwnerTools(server, service);
  addResources(server, service);
  addPrompts(server);
  return server;
}

function addVerifyTools(server: McpServer, service: Service, terminal: Terminal): void {
  const { client } = service;
  server.registerTool(
    'verify_certificate',
    {
      title: 'Verify a certificate',
      description: 'Checks whether a certified skill may be run now. Run it only when valid is true.',
      inputSchema: z.object({ certificateId: CertificateId }),
      outputSchema: VerdictAnswer,
      annotations: READ,
    },
    ({ certificateId }) =>
      answerWith(async () =>
        toVerdictAnswer(
          { target: certificateId, verification: await client.verify(certificateId) },
          service.settings.url,
        ),
      ),
  );
  server.registerTool(
    'verify_many',
    {
      title: 'Verify certificates',
      description: 'Verifies up to 100 certificates, in the given order.',
      inputSchema: z.object({ certificateIds: z.array(CertificateId).min(1).max(ITEMS_MAX) }),
      outputSchema: z.object({ items: z.array(VerdictAnswer), allValid: z.boolean() }),
      annotations: READ,
    },
    ({ certificateIds }) =>
      answerWith(async () => {
        const verdicts = await client.verifyMany(certificateIds.map((certificateId) => ({ certificateId })));
        const items = verdicts.map((verification, index) =>
          toVerdictAnswer({ target: certificateIds[index] ?? '', verification }, service.settings.url),
        );
        return { items, allValid: items.every(({ valid }) => valid) };
      }),
  );
  server.registerTool(
    'check_file',
    {
      title: 'Check a skill on this machine',
      description:
        'Checks whether a skill folder, or one file of it, on this machine is exactly the certified version, and whether the certificate is valid now. Names the differences.',
      inputSchema: z.object({ path: z.string().min(1), certificateId: CertificateId.optional() }),
      outputSchema: VerdictAnswer,
      annotations: READ,
    },
    ({ path, certificateId }) => answerWith(() => checkPath(resolve(terminal.cwd, path), path, certificateId, service)),
  );
  server.registerTool(
    'scan_local',
    {
      title: 'Review skills on this machine',
      description: 'Reviews the skills below a path on this machine with the audit engine. Nothing is sent anywhere.',
      inputSchema: z.object({ path: z.string().min(1) }),
      outputSchema: z.object({ exitCode: z.number(), skills: z.array(z.looseObject({})), notes: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ path }) =>
      answerWith(async () => {
        // The scanner may not be installed; the other tools work without it.
        const { scanLocal } = await import('./scan-local.ts');
        return scanLocal(path, terminal);
      }),
  );
}

async function checkPath(
  path: string,
  target: string,
  certificateId: string | undefined,
  service: Service,
): Promise<object> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new AssayError('unreadable_file', `${target} does not exist.`);
  if (found.isDirectory())
    return toVerdictAnswer(
      { target, verification: await verifySkill({ root: path, name: target }, certificateId, service) },
      service.settings.url,
    );
  const bytes = readOne(path, target);
  const verification =
    certificateId === undefined
      ? await service.client.verifyFiles({ files: [{ path: path.split(/[\\/]/).at(-1) ?? target, bytes }] })
      : await service.client.verifyFile(certificateId, bytes);
  return toVerdictAnswer({ target, verification }, service.settings.url);
}

function readOne(path: string, target: string): Uint8Array<ArrayBuffer> {
  try {
    return readRegularFile(path, FILE_BYTES_MAX);
  } catch (error) {
    const why = error instanceof UnfitFileError ? error.message : describeFault(error);
    throw new AssayError('unreadable_file', `${target} cannot be checked: ${why}.`);
  }
}

function addReadTools(server: McpServer, service: Service): void {
  const { api } = service;
  server.registerTool(
    'search_certificates',
    {
      title: 'Search certified skills',
      description: 'Finds certified skills by a word in their name or description.',
      inputSchema: z.object({
        query: z.string().min(1).max(200),
        limit: z.number().int().min(1).max(ITEMS_MAX).default(20),
      }),
      outputSchema: z.looseObject({ items: z.array(z.looseObject({})) }),
      annotations: READ,
    },
    ({ query, limit }) => answerWith(() => api.call('listCertificates', { query: { q: query, limit } })),
  );
  server.registerTool(
    'get_certificate',
    {
      title: 'Read a certificate',
      description: 'The sealed record: what was reviewed, by whom, with which findings.',
      inputSchema: z.object({ certificateId: CertificateId }),
      outputSchema: z.looseObject({ id: CertificateId }),
      annotations: READ,
    },
    ({ certificateId }) => answerWith(() => api.call('readCertificate', { params: { id: certificateId } })),
  );
  server.registerTool(
    'get_live_status',
    {
      title: 'Read the status of a certificate',
      description: 'Changes since issuance: status, flags, monitoring.',
      inputSchema: z.object({ certificateId: CertificateId }),
      outputSchema: z.looseObject({ status: z.string() }),
      annotations: READ,
    },
    ({ certificateId }) => answerWith(async () => (await readLiveStatus(certificateId, service)).live),
  );
}

const Submission = z.object({
  productType: z.enum(['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT']).default('SKILL'),
  url: z.string().optional().describe('A public repository, folder or file.'),
  skillMdContent: z.string().optional().describe('The text of a SKILL.md, if the product has no URL.'),
  paymentReceipt: z
    .string()
    .optional()
    .describe('Proof of payment (X-Payment-Receipt): an x402 payload, a transaction hash or the id of a paid intent.'),
});

function addOwnerTools(server: McpServer, { api }: Service): void {
  server.registerTool(
    'submit_for_certification',
    {
      title: 'Submit for review',
      description: 'Submits a skill for review. Without a payment, returns the payment terms and charges nothing.',
      inputSchema: Submission,
      outputSchema: z.looseObject({ status: z.number() }),
      annotations: WRITE,
    },
    ({ paymentReceipt, ...body }) =>
      answerWith(async () => {
        const headers = { 'x-payment-method': 'x402', ...(paymentReceipt && { 'x-payment-receipt': paymentReceipt }) };
        const { status, body: answered } = await api.http.ask('/api/v1/certsvc/submit', {
          method: 'POST',
          body,
          headers,
          timeoutMs: 90_000,
        });
        return { status, ...(answered as object) };
      }),
  );
  server.registerTool(
    'get_submission',
    {
      title: 'Read a submission',
      description: 'Progress and findings of one of your reviews.',
      inputSchema: z.object({ submissionId: z.uuid() }),
      outputSchema: Loose,
      annotations: READ,
    },
    ({ submissionId }) => answerWith(() => api.call('readSubmission', { params: { id: submissionId } })),
  );
  server.registerTool(
    'flag_certificate',
    {
      title: 'Report a problem',
      description: 'Reports a problem with a certified version, with evidence.',
      inputSchema: z.object({
        certificateId: CertificateId,
        walletAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
        category: z.enum(FLAG_CATEGORIES),
        description: z.string().min(20).max(4000),
        severity: z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).default('MEDIUM'),
      }),
      outputSchema: Loose,
      annotations: WRITE,
    },
    ({ certificateId, ...body }) =>
      answerWith(() => api.call('flagCertificate', { params: { id: certificateId }, body })),
  );
  server.registerTool(
    'submit_intent',
    {
      title: 'Suggest an action in the agent world',
      description: 'Suggests an action to your actor in the agent world.',
      inputSchema: z.object({
        actorId: z.uuid(),
        type: z.string().regex(/^INTENT_[A-Z_]+$/),
        params: z.record(z.string(), z.unknown()),
        priority: z.number().min(0).max(1).optional(),
      }),
      outputSchema: z.looseObject({ status: z.number() }),
      annotations: WRITE,
    },
    ({ actorId, type, params, priority }) =>
      answerWith(async () => {
        const intent = { actor_id: actorId, type, params, ...(priority !== undefined && { priority }) };
        const { status, body } = await api.http.ask('/rpc/agent', {
          method: 'POST',
          body: { method: 'submitIntent', params: intent },
        });
        return { status, ...(body as object) };
      }),
  );
}
