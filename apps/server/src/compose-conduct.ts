/** Wires the terms between the service and its users. */
import type { Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeTerms } from './modules/terms/compose.ts';

export const composeConduct = (config: Config, platform: Platform['platform']) => ({
  terms: composeTerms(platform, { portalUrl: config.devPortalUrl, isPublicService: config.isPublicService }),
});
