export { ORIGINS, type Origin, type Pair, readPairs } from './contract-pairs.ts';
export {
  passEveryProduct,
  passEverything,
  readQuestion,
  refuseByInvention,
  refuseLinesWith,
  type ShownLine,
} from './model-scripts.ts';
export {
  type AskedQuestion,
  type ModelServer,
  readAnswers,
  replayAnswers,
  type Script,
  type ScriptedReply,
  startModelServer,
} from './model-server.ts';
