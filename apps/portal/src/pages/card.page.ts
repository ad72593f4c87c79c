import { drawCard } from '../card/card.ts';
import type { PageAnswer } from '../contract/contract.ts';
import type { Handler } from '../page.ts';
import { toDay, toPlural } from '../ui/format.ts';
import { toVerdict } from '../ui/verdict.tsx';

const toPicture = (png: Uint8Array): PageAnswer => ({
  status: 200,
  type: 'image/png',
  body: png,
  // Other sites show this image in link previews.
  headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
});

/** The current status of a certificate, as an image. */
export const certificateCard: Handler = async ({ call, params: { id = '' } }) => {
  const verify = await call('verifyCertificate', { params: { id: id.toLowerCase() } });
  const verdict = toVerdict({ ...verify, isRead: verify.instructionsReadBy !== 'NONE' });
  return toPicture(
    drawCard({
      tone: verdict.tone,
      word: verdict.word,
      title: `${verify.skillName} ${verify.skillVersion}`,
      lines: [
        `Risk ${verify.securityLevel} · ${toPlural(verify.activeFlagCount, 'open flag')} · ${verify.productType}`,
        `Issued ${toDay(verify.certificateIssuedAt)} · ${verify.certificateId}`,
      ],
    }),
  );
};

/** The image of all other pages. */
export const siteCard: Handler = () =>
  toPicture(
    drawCard({
      tone: 'plain',
      word: 'May an agent run this?',
      title: 'Skills, APIs, tools, contracts',
      lines: [
        'Reviewed by a council before an agent runs them.',
        'One request, one boolean. Signed and publicly verifiable.',
      ],
    }),
  );
