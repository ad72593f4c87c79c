import type { BadgeDocument, SecurityLevel } from '@assay/protocol';

export type BadgeState =
  | { readonly kind: 'valid' | 'unread'; readonly securityLevel: SecurityLevel }
  | { readonly kind: 'flagged' | 'suspended' | 'deprecated' | 'unknown' };

const LABEL = 'assay';
const FACES = {
  valid: { message: 'certified', color: '#1a7f37' },
  unread: { message: 'certified, unread', color: '#9a6700' },
  flagged: { message: 'flagged', color: '#9a6700' },
  deprecated: { message: 'deprecated', color: '#57606a' },
  suspended: { message: 'suspended', color: '#cf222e' },
  unknown: { message: 'not certified', color: '#57606a' },
} as const;

/** Character width of a monospaced font: the server computes the width without knowing the reader's font. */
const CHARACTER_PX = 7;
const PADDING_PX = 12;
const HEIGHT_PX = 20;

export function toBadgeDocument(state: BadgeState): BadgeDocument {
  const { message, color } = FACES[state.kind];
  const level =
    'securityLevel' in state && state.securityLevel !== 'CLEAR' ? ` · ${state.securityLevel.toLowerCase()}` : '';
  return { schemaVersion: 1, label: LABEL, message: message + level, color };
}

/** Draws only constants, so that no submitter's text reaches a page through a badge. */
export function drawBadge(state: BadgeState, style: 'flat' | 'compact'): string {
  const { label, message, color } = toBadgeDocument(state);
  const left = style === 'compact' ? 0 : label.length * CHARACTER_PX + PADDING_PX;
  const right = message.length * CHARACTER_PX + PADDING_PX;
  const width = left + right;
  const text = (x: number, words: string) => `<text x="${x}" y="14" text-anchor="middle">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT_PX}" role="img" aria-label="${label}: ${message}">`,
    `<title>${label}: ${message}</title>`,
    `<rect width="${width}" height="${HEIGHT_PX}" rx="3" fill="#24292f"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT_PX}" rx="3" fill="${color}"/>`,
    '<g fill="#fff" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="11">',
    left > 0 ? text(left / 2, label) : '',
    text(left + right / 2, message),
    '</g></svg>',
  ].join('');
}
