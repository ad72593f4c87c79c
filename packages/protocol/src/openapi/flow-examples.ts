/** Requests of the most common agent flows. Their answers are generated from the schemas. A test parses each request with its schema. */
type Example = { readonly title: string; readonly request: string; readonly body?: unknown; readonly answer?: unknown };

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SIGNATURE = `0x${'5f'.repeat(65)}`;
const SKILL = '---\nname: notes\ndescription: Keeps notes.\n---\n\n# Notes\n\nKeep one note per line.\n';
const SIWE = [
  'assay.example wants you to sign in with your Ethereum account:',
  WALLET,
  '',
  'Link this wallet to Assay.',
  '',
  'URI: https://assay.example',
  'Version: 1',
  'Chain ID: 8453',
  'Nonce: a1B2c3D4e5F6g7H8i9J0k1L2',
  'Issued At: 2026-01-01T00:00:00.000Z',
].join('\n');

export const FLOW_EXAMPLES: Readonly<Record<string, readonly Example[] | undefined>> = {
  verifyBatch: [
    {
      title: 'ids and digests',
      request: 'POST /api/v1/public/verify/batch',
      body: { items: [{ certificateId: '0f1e2d3c4b5a69788796a5b4' }, { digest: `sha256:${'5f'.repeat(32)}` }] },
    },
  ],
  createWebhook: [
    {
      title: 'certificates',
      request: 'POST /api/v1/certsvc/dev/webhooks',
      body: { url: 'https://example.com/hooks/assay', kinds: ['certificate.issued'] },
    },
  ],
  createDeveloperPaymentIntent: [
    {
      title: 'quote',
      request: 'POST /api/v1/certsvc/dev/payment-intents',
      body: { quoteId: '0199f0c1-7a00-7000-8000-000000000001' },
    },
  ],
  grantMarks: [
    {
      title: 'by wallet',
      request: 'POST /api/v1/operator/grants',
      body: { walletAddress: WALLET, amount: '200000000', reason: 'Prize of the spring contest' },
    },
  ],
  submit: [
    {
      title: 'skill',
      request: 'POST /certsvc/v1/submissions/submit',
      body: { productType: 'SKILL', skillMdContent: SKILL },
    },
  ],
  submitPaid: [
    { title: 'skill', request: 'POST /api/v1/certsvc/submit', body: { productType: 'SKILL', skillMdContent: SKILL } },
  ],
  validateSubmission: [
    {
      title: 'skill',
      request: 'POST /certsvc/v1/submissions/validate',
      body: { productType: 'SKILL', skillMdContent: SKILL },
    },
  ],
  linkWallet: [
    {
      title: 'link',
      request: 'POST /api/v1/auth/link',
      body: { message: SIWE, signature: SIGNATURE, label: 'my agent' },
    },
  ],
  flagCertificate: [
    {
      title: 'signed',
      request: 'POST /certsvc/v1/certificates/:id/flag',
      body: {
        walletAddress: WALLET,
        category: 'DATA_EXFILTRATION',
        description: 'scripts/sync.py posts the environment to a host that the manifest does not declare.',
        severity: 'HIGH',
        nonce: 'a1B2c3D4e5F6g7H8i9J0k1L2',
        signature: SIGNATURE,
      },
    },
  ],
};
