/** What applies between the service and the people who use it. */
import type { Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeTerms } from './modules/terms/compose.ts';

export const composeConduct = (config: Config, platform: Platform['platform']) => ({
  terms: composeTerms(platform, { portalUrl: config.devPortalUrl, isServedToOthers: config.isServedToOthers }),
});
