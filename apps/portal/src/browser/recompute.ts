/** Recomputes the page's claims from the sealed record alone. */

import { keccak256Hex, payloadHash } from '@assay/protocol/digest';
import type { CertificateRecord } from '../wire.ts';
import { type Check, toCheckLine } from './check-line.ts';

export async function showRecomputed(place: HTMLElement): Promise<void> {
  const output = place.querySelector('output');
  if (output === null) return;
  try {
    const link = document.querySelector<HTMLLinkElement>('link[rel=alternate][type="application/json"]');
    const answer = await fetch(link?.href ?? '');
    if (!answer.ok) throw new Error(`The service returned status ${answer.status}`);
    output.replaceChildren(...recompute((await answer.json()) as CertificateRecord).map(toCheckLine));
  } catch {
    output.textContent = 'The sealed record could not be loaded. Nothing was checked; try again.';
  }
}

function recompute({ payload, seal }: CertificateRecord): Check[] {
  const { round, submissionId } = payload;
  return [
    {
      name: 'The hash of the sealed record equals the hash on chain',
      holds: payloadHash(payload) === seal.payloadHash,
    },
    ...(round.beacon === null
      ? []
      : [
          { name: 'The seed for the draw is derived from the block hash', holds: isSeedOf(round.beacon, submissionId) },
        ]),
    { name: 'The tallies equal the votes shown', holds: round.panels.every(isCounted) },
    { name: 'No validator has two seats on one panel', holds: round.panels.every(isSeatedOnce) },
  ];
}

const isSeedOf = (beacon: Beacon, submissionId: string): boolean =>
  keccak256Hex(toBytes(beacon.value.slice(2) + submissionId.replaceAll('-', ''))) === beacon.seed;

type Beacon = NonNullable<CertificateRecord['payload']['round']['beacon']>;
type Panel = CertificateRecord['payload']['round']['panels'][number];

const isCounted = ({ tally, verdicts }: Panel): boolean =>
  (['SAFE', 'UNSAFE'] as const).every(
    (value) =>
      verdicts.filter(({ verdict }) => verdict === value).length === tally[value === 'SAFE' ? 'safe' : 'unsafe'],
  );

const isSeatedOnce = ({ verdicts }: Panel): boolean =>
  new Set(verdicts.map(({ validatorId }) => validatorId)).size === verdicts.length;

const toBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
