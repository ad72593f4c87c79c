import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { Tick } from '../wire/common.ts';

const operator = {
  method: 'POST',
  plane: 'operator',
  access: 'god',
  rate: 'admin',
  cache: 'private',
  strictBody: true,
  status: 200,
} as const;

const REASON_MAX = 500;
const OperationRequest = z
  .strictObject({ reason: z.string().trim().min(1).max(REASON_MAX) })
  .meta({ id: 'WorldOperationRequest' });
const RESUMED_TICKS_MAX = 10_000;
const ResumeRequest = OperationRequest.extend({
  ticks: z.int().min(1).max(RESUMED_TICKS_MAX).optional(),
}).meta({ id: 'WorldResumeRequest' });
const WorldOperation = z
  .object({ state: z.enum(['RUNNING', 'PAUSED', 'FAULTED', 'DIVERGED']), tick: Tick })
  .meta({ id: 'WorldOperation' });

/** Operator actions on the whole world. */
export const worldOperationRoutes = {
  pauseWorld: {
    ...operator,
    path: '/api/v1/operator/world/pause',
    summary: 'Pause the world before its next tick',
    description:
      'The world can still be read. Inputs are queued and applied when the world is resumed. Pausing a paused world changes nothing.',
    body: OperationRequest,
    answer: WorldOperation,
    errors: ['admin_disabled', 'world_wrong_state'],
  },
  resumeWorld: {
    ...operator,
    path: '/api/v1/operator/world/resume',
    summary: 'Resume a paused world',
    description:
      'With `ticks`, the world is paused again after that many ticks. To resume a world that was halted by a fault, read its report and use the command line (`world resume`).',
    body: ResumeRequest,
    answer: WorldOperation,
    errors: ['admin_disabled', 'world_wrong_state'],
  },
  exportWorld: {
    ...operator,
    path: '/api/v1/operator/world/export',
    summary: "Export the world's state as saved by the kernel",
    description:
      'The bytes end with their digest. `X-World-Tick` and `X-State-Hash` identify the state. Read the bytes with `load` from `@assay/economy/world`.',
    body: OperationRequest,
    answer: { media: 'application/octet-stream' },
    errors: ['admin_disabled'],
  },
} as const satisfies RouteTable;
