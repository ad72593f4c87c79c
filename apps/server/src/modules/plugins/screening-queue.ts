/** Plugins that wait for screening, by id. */
export const SCREENING_QUEUE = 'plugins.screen';
