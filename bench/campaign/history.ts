/** Records what clients observed during a campaign, and what the routes show afterwards. */

type WriteKind = 'submission' | 'suspension' | 'flag' | 'grant' | 'listing' | 'purchase' | 'intent' | 'vote' | 'mail';

/** A write that a client has a success answer for. Times are of the monotonic clock of the campaign. */
type Acknowledged = { readonly kind: WriteKind; readonly id: string; readonly atMs: number };

/** How a write shows when the campaign is over: by a read route, or outside the service. */
type Proof = ReadProof | { readonly hasArrived: () => boolean };
type ReadProof = {
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** All pages are read, and one of the items has to show it. */
  readonly isList?: true;
  readonly shows: (body: Readonly<Record<string, unknown>>) => boolean;
};

type VerifySeen = {
  readonly certificateId: string;
  /** When the request was sent. */
  readonly sentMs: number;
  readonly valid: boolean;
  readonly process: string;
};

/** A panel of a round as one read showed it. */
type PanelSeen = {
  readonly roundId: string;
  readonly phase: string;
  readonly panelId: string;
  readonly process: string;
};

/** Event numbers in the order in which one reader received them, over all its connections. */
type StreamSeen = { readonly reader: string; readonly from: number; readonly seqs: readonly number[] };

export type History = {
  readonly acknowledged: readonly Acknowledged[];
  readonly verifies: readonly VerifySeen[];
  readonly panels: readonly PanelSeen[];
  readonly streams: readonly StreamSeen[];
};

export type CertificateShown = {
  readonly id: string;
  readonly submissionId: string;
  readonly roundId: string;
};

export type RoundShown = {
  readonly id: string;
  readonly submissionId: string;
  readonly type: string;
  readonly decision: string | null;
  readonly panels: readonly {
    readonly id: string;
    readonly phase: string;
    readonly state: string;
    readonly safe: number;
    readonly unsafe: number;
    readonly verdicts: number;
  }[];
};

/** Marks that an actor can spend, without locked ones, and the sum of its statement. Vesting pay of a sale is in no statement yet. */
export type WalletShown = { readonly actorId: string; readonly available: bigint; readonly statementSum: bigint };

/** USDC of a wallet: what it has sent on the chain, and what the operator's list of payments says it paid. */
export type PayerShown = { readonly address: string; readonly sent: bigint; readonly credited: bigint };

export type Outcome = {
  /** Writes that a read route shows, as `keyOf` names them. */
  readonly shown: ReadonlySet<string>;
  readonly certificates: readonly CertificateShown[];
  readonly rounds: readonly RoundShown[];
  /** By currency, as the metrics show it. */
  readonly imbalance: ReadonlyMap<string, number>;
  readonly wallets: readonly WalletShown[];
  readonly payers: readonly PayerShown[];
  /** How often each paid request took effect. A client that repeats an unanswered request must not pay twice. */
  readonly effects: ReadonlyMap<string, number>;
};

export const keyOf = ({ kind, id }: Pick<Acknowledged, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Collects observations of all roles. */
export function createHistory(now: () => number) {
  const acknowledged: Acknowledged[] = [];
  const proofs = new Map<string, Proof>();
  const verifies: VerifySeen[] = [];
  const panels: PanelSeen[] = [];
  const streams = new Map<string, { from: number; seqs: number[] }>();
  return {
    now,
    acknowledge(kind: WriteKind, id: string, proof: Proof): void {
      acknowledged.push({ kind, id, atMs: now() });
      proofs.set(keyOf({ kind, id }), proof);
    },
    proofs: (): ReadonlyMap<string, Proof> => proofs,
    verified: (seen: VerifySeen): void => void verifies.push(seen),
    panel: (seen: PanelSeen): void => void panels.push(seen),
    /** Starts the record of a reader; returns what adds to it. */
    stream(reader: string, from: number): (seq: number) => void {
      const record = { from, seqs: [] as number[] };
      streams.set(reader, record);
      return (seq) => void record.seqs.push(seq);
    },
    read: (): History => ({
      acknowledged,
      verifies,
      panels,
      streams: [...streams].map(([reader, { from, seqs }]) => ({ reader, from, seqs })),
    }),
  };
}
export type HistoryRecorder = ReturnType<typeof createHistory>;
