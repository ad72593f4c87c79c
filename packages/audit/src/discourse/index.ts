export { isDemotable, type Reading, settledContext } from './demotion.ts';
export { createDiscourse, type DiscourseClassifier } from './discourse.ts';
export { computeReach, REACH_LIMITS, type ReachFile } from './reach.ts';
export { isSecurityTopic } from './topic.ts';
