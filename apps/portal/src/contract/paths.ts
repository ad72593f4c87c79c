/** Every path that the portal answers, as the router writes it. Pages are bound to them in `server.tsx`. */
export const portalPaths = ['/', '/check', '/certificates', '/certificates/:id', '/design'] as const;

export type PortalPath = (typeof portalPaths)[number];
