export { readApiHead } from './head.ts';
export { judgeAnswer, judgeTimes, type ProbeAnswer } from './probe/judge.ts';
export { type ProbeRequest, planProbe } from './probe/plan.ts';
