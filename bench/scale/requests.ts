/** The paths of the two loads. */
import { idOf } from '../lib/certificates.ts';
import { zipfDraw } from '../lib/zipf.ts';

export type Load = 'verify' | 'mixed';

const ZIPF_EXPONENT = 1.1;

export const verifyPath = (n: number): string => `/api/v1/public/certificates/${idOf(n)}/verify`;

/** Nine of ten requests of the mixed load are verifies, the others lists, figures and live states. */
export function createPaths(certificates: number): Readonly<Record<Load, () => string>> {
  const draw = zipfDraw(certificates, ZIPF_EXPONENT);
  const others = [
    () => '/api/v1/public/certificates?limit=20',
    () => `/api/v1/public/certificates?q=bench-skill-${draw()}`,
    () => `/api/v1/public/certificates/${idOf(draw())}/live-status`,
    () => '/api/v1/public/overview',
  ];
  const verify = () => verifyPath(draw());
  let turn = 0;
  return {
    verify,
    mixed: () => (++turn % 10 === 0 ? others[(turn / 10) % others.length] : undefined)?.() ?? verify(),
  };
}
