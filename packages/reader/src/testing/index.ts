export { passEveryProduct, passEverything, readQuestion, refuseByInvention, refuseLinesWith } from './model-scripts.ts';
export { type ModelServer, readAnswers, replayAnswers, type Script, startModelServer } from './model-server.ts';
