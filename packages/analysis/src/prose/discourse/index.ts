export { isDemotable, type Reading, settledContext } from './demotion.ts';
export { createDiscourse, type DiscourseClassifier } from './discourse.ts';
