import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { Bundle, Report } from '@assay/analysis/types';
import { auditWithStats } from '../engine.ts';

const parsers = loadParserAssets();

export const reviewed = async (bundle: Bundle): Promise<Report> => (await auditWithStats(bundle, { parsers })).report;

/** The report has a finding, or a passage for a reader. */
export const pointsAt = ({ findings, passages }: Report): boolean => findings.length + passages.length > 0;
