/** Wires the built portal into the HTTP server. */
import { mountPortal } from './portal.pages.ts';

export const composePortal =
  (needs: Parameters<typeof mountPortal>[1]) =>
  (app: Parameters<typeof mountPortal>[0]): void =>
    mountPortal(app, needs);
