import {
  canonicalBytes,
  createSigner,
  type ModelReader,
  type Signer,
  sha256Hex,
  signJson,
  toBase64,
} from '@assay/protocol';
import { type Answer, listen, type ReceivedRequest } from './listening-service.ts';

type Payment = { readonly network: string; readonly asset: string; readonly payTo: string } | null;

const DAY_MS = 86_400_000;
const at = (ms: number): string => new Date(ms).toISOString();
const signerOf = (digit: number): Signer => createSigner(Uint8Array.from({ length: 32 }, () => digit));

const SIGNER = signerOf(7);
/** In the format of `ASSAY_TRUST_KEYS`. */
export const SERVICE_KEY = toBase64(SIGNER.publicKey);

function toRoot({ keyId, publicKey, sign }: Signer): object {
  const key = { keyId, alg: 'Ed25519', publicKey: toBase64(publicKey), validFrom: at(0), validUntil: null };
  const body = {
    version: 1,
    issuedAt: at(Date.now() - DAY_MS),
    expiresAt: at(Date.now() + DAY_MS),
    keys: ['certificate', 'status', 'receipt'].map((use) => ({ ...key, use })),
    threshold: 1,
    previous: null,
  };
  return { ...body, signatures: [{ keyId, value: toBase64(sign(canonicalBytes(body))) }] };
}

const toCatalog = (readers: readonly ModelReader[]): object => ({
  products: [],
  payment: { networks: [], x402Versions: [2] },
  refundPolicy: '',
  reviewTime: { p50Seconds: null, p95Seconds: null },
  readers,
  readersSha256: sha256Hex(canonicalBytes(readers)),
  peopleOnly: [],
  policyVersion: '2026-01',
});

/** A third-party service with keys: it presents them and signs its identity and payment addresses. */
export function listenSigned(
  answer: (received: ReceivedRequest) => Answer | Promise<Answer> = () => ({ status: 404, body: {} }),
  payment: Payment = null,
  signer: Signer = SIGNER,
  readers: readonly ModelReader[] = [],
) {
  const root = toRoot(signer);
  return listen((received) => {
    const url = new URL(received.path, 'http://127.0.0.1');
    if (url.pathname.endsWith('/.well-known/trust-root.json')) return { status: 200, body: root };
    if (url.pathname.endsWith('/certsvc/dev/catalog')) return { status: 200, body: toCatalog(readers) };
    if (!url.pathname.endsWith('/.well-known/assay-identity')) return answer(received);
    const nonce = url.searchParams.get('nonce');
    return {
      status: 200,
      body: signJson({ issuer: 'https://assay.example', nonce, issuedAt: at(Date.now()), payment }, signer),
    };
  });
}
