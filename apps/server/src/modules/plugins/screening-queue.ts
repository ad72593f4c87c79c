/** Plugins that wait to be screened, by id. */
export const SCREENING_QUEUE = 'plugins.screen';
