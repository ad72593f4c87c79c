import type { RuleFamily } from '@assay/audit';
import { COUNCIL, toReaderFamily } from '@assay/economy/council';
import { ActorId, sha256Hex, type Track } from '@assay/protocol';
import type { ValidatorRow } from './validators.store.ts';

type Family = { readonly family: RuleFamily; readonly title: string; readonly size: number; readonly tracks: Track[] };

/** The engine's specialists. Every track needs three families and thirteen seats, so that each panel can be filled. */
const FAMILIES: readonly Family[] = [
  { family: 'instruction', title: 'Instruction', size: 4, tracks: ['SKILL', 'API', 'TOOL'] },
  { family: 'code-taint', title: 'Code flow', size: 3, tracks: ['SKILL', 'API', 'CONTRACT', 'TOOL'] },
  { family: 'supply-chain', title: 'Supply chain', size: 3, tracks: ['SKILL', 'API', 'CONTRACT', 'TOOL'] },
  { family: 'sandbox', title: 'Sandbox', size: 3, tracks: ['SKILL', 'API', 'CONTRACT', 'TOOL'] },
  { family: 'contract', title: 'Contract', size: 4, tracks: ['CONTRACT'] },
  { family: 'tool', title: 'Tool', size: 4, tracks: ['TOOL'] },
  { family: 'api', title: 'API', size: 4, tracks: ['API'] },
];

/** Families that review all of these tracks, which a hosted validator can choose from. */
export const hostedFamilies = (tracks: readonly Track[]): string[] =>
  FAMILIES.filter((known) => tracks.every((track) => known.tracks.includes(track))).map(({ family }) => family);

/** The fields of a configured model that its seats need. */
export type ReaderName = { readonly name: string; readonly family: string };

/** Enough for two seats in the first panel and two fresh ones in the second. */
const SEATS_PER_READER = 4;

const toReaderSeats = ({ name, family }: ReaderName) => ({
  family: toReaderFamily(family),
  title: `Reader ${name}`,
  size: SEATS_PER_READER,
  stem: `reader-${name}`,
  tracks: ['SKILL', 'API', 'TOOL'] satisfies Track[],
});

/**
 * The service's own validators, from which every panel can be filled. They are measured like all others, but canaries
 * neither slash nor suspend them, because otherwise no validator might be left.
 */
export const toBuiltIns = (now: Date, readers: readonly ReaderName[] = []): ValidatorRow[] =>
  [...FAMILIES.map((known) => ({ ...known, stem: known.family })), ...readers.map(toReaderSeats)].flatMap(
    ({ family, title, size, stem, tracks }) =>
      Array.from({ length: size }, (_, index): ValidatorRow => {
        const id = `${stem}-${index + 1}`;
        return {
          id,
          actorId: toActorId(id),
          wallet: null,
          name: `${title} ${index + 1}`,
          family,
          mode: 'HOSTED',
          builtIn: true,
          tracks: [...tracks],
          state: 'ACTIVE',
          entryStake: COUNCIL.entry.stakeMinMinor,
          measuredSince: now,
          calibrationsLapsedAt: null,
          unbondingUntil: null,
          since: now,
        };
      }),
  );

/** Equal in every deployment: a UUID of version 8, whose bits the application chooses. */
function toActorId(id: string): ActorId {
  const digits = sha256Hex(new TextEncoder().encode(`assay built-in validator ${id}`));
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return ActorId.parse([...parts, digits.slice(20, 32)].join('-'));
}
