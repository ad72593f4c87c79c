export {
  type Checkpoint,
  findTreeSize,
  ORIGIN_CHARS_MAX,
  type ParsedCheckpoint,
  parseCheckpoint,
  parseCheckpointText,
  toCheckpointText,
} from './checkpoint.ts';
export {
  concatenate,
  createTreeReader,
  emptyRoot,
  type FullTile,
  type Hash,
  hashChildren,
  hashLeaf,
  openTree,
  type ReadTile,
  splitHashes,
  TILE_WIDTH,
  type TreeReader,
  tileWidth,
} from './merkle.ts';
export {
  cosignNote,
  createNoteKey,
  isKeyName,
  NOTE_KEY_TYPES,
  NOTE_LIMITS,
  NoteError,
  type NoteKey,
  openNote,
  type ProvenSignature,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  type SignedNote,
  signNote,
  toNote,
  toVerifierKey,
  type VerifyEd25519,
  verifyNoteSignatures,
} from './note.ts';
export { isConsistent, isIncluded, isSameHash, PROOF_HASHES_MAX } from './proofs.ts';
export { ENTRY_BYTES_MAX, encodeEntries, findEntries, findTilePlace, type TilePlace, toTilePath } from './tiles.ts';
export {
  parseWitnessRequest,
  TREE_SIZE_TYPE,
  toWitnessRequest,
  WITNESS_REQUEST_BYTES_MAX,
  type WitnessRequest,
} from './witness-request.ts';
