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
  answersFrom,
  type ModelServer,
  type Script,
  type ScriptedReply,
  startModelServer,
} from './model-server.ts';
