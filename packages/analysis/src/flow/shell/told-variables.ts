import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { sendByVariable } from '../code/service-client.calls.ts';
import { recordIndex } from './install.ts';
import { indexOf } from './loaded.ts';

/** A variable by which programs that are started later are told where packages or answers of a service come from. */
export function noteTold(analysis: Analysis, name: string, value: string, unit: Unit, span: Span): void {
  const url = indexOf(name, value);
  if (url !== undefined) recordIndex(analysis, unit, span, url);
  sendByVariable(analysis, name, value, unit, span);
}
