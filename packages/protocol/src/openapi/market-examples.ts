/** Requests and answers of the marketplaces, in the order of docs/guides/plugins.md. A test parses each with the schema of its route. */
type Example = { readonly request?: object; readonly answer?: object };

const ID = {
  listing: '0199f0c1-7a00-7000-8000-000000000001',
  purchase: '0199f0c1-7a00-7000-8000-000000000002',
  plugin: '0199f0c1-7a00-7000-8000-000000000003',
  copy: '0199f0c1-7a00-7000-8000-000000000004',
  journal: '0199f0c1-7a00-7000-8000-000000000005',
  seller: '0199f0c1-7a00-7000-8000-000000000006',
  buyer: '0199f0c1-7a00-7000-8000-000000000007',
  certificate: '0f1e2d3c4b5a69788796a5b4',
} as const;
const AT = '2026-01-01T00:00:00.000Z';
const SHA256 = '5f'.repeat(32);
const TEXT = '---\nname: notes\ndescription: Keeps notes.\n---\n';
const marks = (amount: number) => ({ amount: `${amount}000000`, currency: 'MARK', decimals: 6 });

const listing = {
  id: ID.listing,
  certificateId: ID.certificate,
  lineageId: SHA256,
  name: 'notes',
  version: '1.0.0',
  productType: 'SKILL',
  description: 'Keeps notes.',
  seller: { actorId: ID.seller, name: 'Olda', walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  price: marks(20),
  licence: 'One person',
  delivery: 'ARTIFACT',
  state: 'ACTIVE',
  valid: true,
  securityLevel: 'CLEAR',
  instructionsReadBy: 'MODEL',
  sales: 1,
  rating: { average: 4, count: 1 },
  createdAt: AT,
  updatedAt: AT,
};
const purchase = {
  id: ID.purchase,
  listingId: ID.listing,
  certificateId: ID.certificate,
  buyerActorId: ID.buyer,
  price: marks(20),
  fee: '1000000',
  sellerReceives: '19000000',
  journalId: ID.journal,
  delivery: { url: `https://api.example/certsvc/v1/purchases/${ID.purchase}/bundle`, digest: `sha256:${SHA256}` },
  equippedBy: null,
  valid: true,
  state: 'HELD',
  refundableUntil: '2026-01-04T00:00:00.000Z',
  refundedAt: null,
  upgradedFrom: null,
  purchasedAt: AT,
};
const bundle = {
  purchaseId: ID.purchase,
  certificateId: ID.certificate,
  valid: true,
  warning: null,
  bundleSha256: SHA256,
  entry: 'SKILL.md',
  files: [
    {
      path: 'SKILL.md',
      mode: '100644',
      size: TEXT.length,
      sha256: SHA256,
      contentBase64: 'LS0tCm5hbWU6IG5vdGVzCmRlc2NyaXB0aW9uOiBLZWVwcyBub3Rlcy4KLS0tCg==',
    },
  ],
};

const sums = { licences: 1, held: marks(20).amount, paidOut: '0', fees: '0', refunded: '0' };
const earnings = {
  totals: sums,
  nextPayoutAt: '2026-01-15T00:00:00.000Z',
  months: [{ month: AT.slice(0, 7), ...sums }],
  listings: [
    { listingId: ID.listing, name: 'notes', version: '1.0.0', state: 'ACTIVE', price: marks(20).amount, ...sums },
  ],
};

const RULE = { id: 'messenger-upload', title: 'Sends files to a messenger', severity: 'HIGH' };
/** Abbreviated; docs/guides/plugins.md has a complete one. */
const CONTENT = '# Messengers\n\n```rule\nid: messenger-upload\n…\n```\n';
const waiting = {
  id: ID.plugin,
  name: 'Messengers',
  description: '',
  surface: 'SKILL',
  content: CONTENT,
  contentSha256: SHA256,
  revision: 1,
  rules: [RULE],
  state: 'PENDING_REVIEW',
  review: null,
  resubmitsLeft: 2,
  published: false,
  price: null,
  origin: 'CREATED',
  authorActorId: ID.seller,
  copyOf: null,
  quality: null,
  measurement: null,
  slots: [],
  createdAt: AT,
  updatedAt: AT,
};
const approved = {
  ...waiting,
  state: 'APPROVED',
  review: { score: 100, reasons: [], riskFlags: [], reviewedAt: AT },
  quality: 25,
  measurement: {
    cases: 240,
    harmless: 120,
    falseAlarms: 0,
    attacks: 120,
    found: 31,
    foundAlone: 3,
    interval: { low: 9, high: 71 },
  },
};
const published = { ...approved, published: true, price: marks(10) };
const { content: _, slots: __, ...shown } = published;
const copy = { ...approved, id: ID.copy, origin: 'PURCHASED', copyOf: ID.plugin, resubmitsLeft: 0 };
const slots = {
  slots: [1, 2, 3, 4, 5, 6].map((slotIndex) => {
    if (slotIndex > 1) return { slotIndex, plugin: null, assignedAt: null };
    const { id, name, surface, state } = copy;
    return { slotIndex, plugin: { id, name, surface, state, active: true }, assignedAt: AT };
  }),
};
const listOf = (item: object) => ({ items: [item], nextCursor: null });

export const MARKET_EXAMPLES: Readonly<Record<string, Example | undefined>> = {
  listMarketplace: { answer: listOf(listing) },
  readListing: { answer: { ...listing, priceHistory: [{ price: '20000000', changedAt: AT }] } },
  listReviews: {
    answer: listOf({ stars: 4, text: 'Does what it says.', version: '1.0.0', counts: true, ratedAt: AT }),
  },
  createListing: {
    request: { certificateId: ID.certificate, price: '20000000', licence: 'One person', delivery: 'ARTIFACT' },
    answer: { ...listing, sales: 0, rating: { average: null, count: 0 } },
  },
  changeListing: { request: { state: 'PAUSED' }, answer: { ...listing, state: 'PAUSED' } },
  buyListing: { request: { maxPrice: '20000000' }, answer: purchase },
  rateListing: { request: { stars: 4, text: 'Does what it says.' }, answer: listing },
  readEarnings: { answer: earnings },
  listPurchases: { answer: listOf(purchase) },
  refundPurchase: {
    request: { reason: 'It does not do what it says.' },
    answer: { ...purchase, state: 'REFUNDED', refundableUntil: null, refundedAt: AT },
  },
  readPurchasedBundle: { answer: bundle },
  readPluginPricing: {
    answer: {
      creationFee: marks(20),
      changeFee: marks(5),
      freeResubmits: 2,
      marketplaceFeeBp: 500,
      authorShareBp: 500,
      slots: 6,
      maxCharacters: 10_000,
      maxRules: 24,
    },
  },
  listPlugins: { answer: listOf(approved) },
  createPlugin: { request: { name: 'Messengers', surface: 'SKILL', content: CONTENT }, answer: waiting },
  testPlugin: {
    request: { content: CONTENT },
    answer: { ok: true, rules: [RULE], issues: [], findings: [], elapsedMs: 12 },
  },
  readPlugin: { answer: approved },
  changePlugin: { request: { description: 'Files that leave through a messenger.' }, answer: approved },
  publishPlugin: { request: { price: '10000000' }, answer: published },
  unpublishPlugin: { answer: { ...published, published: false } },
  readPluginSlots: { answer: slots },
  assignPluginSlot: { request: { slotIndex: 1, pluginId: ID.copy }, answer: slots },
  listPluginOffers: { answer: listOf({ ...shown, sales: 1, author: { actorId: ID.seller, name: 'Olda' } }) },
  buyPlugin: {
    request: { maxPrice: '10000000' },
    answer: {
      purchaseId: ID.purchase,
      plugin: copy,
      price: marks(10),
      fee: '500000',
      authorReceives: '9500000',
      journalId: ID.journal,
    },
  },
};
