import { audit, type Bundle, type Report } from '@assay/audit';
import { loadParserAssets } from '../../../../packages/audit/src/node/parser-assets.ts';

export function openEngine(_: { size: number; isSandboxed: boolean }) {
  const parsers = loadParserAssets();
  return { review: (bundle: Bundle): Promise<Report> => audit(bundle, { parsers }), close: async () => {} };
}
