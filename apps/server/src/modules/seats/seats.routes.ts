import { assignmentRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import type { Assignments } from './assignments.service.ts';

export const bindSeatRoutes = (assignments: Assignments) =>
  bindRoutes(assignmentRoutes, {
    listAssignments: ({ query }, { caller }) => assignments.list(caller, query),
    readAssignment: ({ params }, { caller }) => assignments.read(caller, params.id),
    downloadAssignment: ({ params }, { caller }) => assignments.download(caller, params.id),
    commitVerdict: ({ params, body }, { caller }) => assignments.commit(caller, params.id, body),
    revealVerdict: ({ params, body }, { caller }) => assignments.reveal(caller, params.id, body),
  });
