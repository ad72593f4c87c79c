export { readApiHead } from './head.ts';
export { judgeAnswer, type ProbeAnswer } from './probe/judge.ts';
export { type ProbeRequest, planProbe } from './probe/plan.ts';
