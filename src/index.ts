/** The library: rules, tables, formats, the prober and the solver. Runs in Node and in browsers. */
export { type Board, boardOf, makeSquare, parseSquare, type Square } from './board/board.ts';
export { onRanks, type Region } from './board/regions.ts';
export { type Failure, InputError, type Problem, type Result, unwrap } from './board/result.ts';
export type { ExportedFile, ExportFormat, TableFormat } from './format/format.ts';
export type { OpenOptions, Source, SourceFile } from './format/mtb/source.ts';
export { exportFormats, findExportFormat, findFormat, formats } from './format/registry.ts';
export { BLACK, type Color, type Piece, type PieceKind, WHITE } from './pieces/army.ts';
export { parseBetza } from './pieces/betza.ts';
export { Equipment } from './pieces/equipment.ts';
export { pawn, piece, royal } from './pieces/kinds.ts';
export { makeBetza } from './pieces/makeBetza.ts';
export { chessCastlings, kingLeaps } from './pieces/specials.ts';
export { Choice, type Refutation } from './play/choice.ts';
export { Game, type Ply, replayed } from './play/game.ts';
export { type Annotation, type GameNode, GameTree } from './play/gameTree.ts';
export { makePgn } from './play/makePgn.ts';
export { type ParsedGame, parsePgn } from './play/pgn.ts';
export type { GameResult, Status } from './play/status.ts';
export type { Threat } from './play/words.ts';
export { type Move, perft } from './position/moves.ts';
export { type PlacedPiece, type Position, piecesOn } from './position/position.ts';
export { type FiftyMoves, fiftyMovesOf } from './probe/fiftyMoves.ts';
export { type HttpOptions, HttpSource } from './probe/httpSource.ts';
export { MemorySource } from './probe/memorySource.ts';
export type { Probe, ProbedMove } from './probe/probe.ts';
export { type ProbeOptions, Tablebase, type TablebaseOptions } from './probe/tablebase.ts';
export { chess } from './rules/chess.ts';
export { endgameOf } from './rules/endgame.ts';
export { type GameRef, gameOf, refOf } from './rules/gameRef.ts';
export {
  checkVariants,
  parseVariants,
  type SectionReport,
  type VariantProblem,
} from './rules/ini/parseVariants.ts';
export { metachess } from './rules/metachess.ts';
export { allGames, findRuleSet, gameNames } from './rules/registry.ts';
export { rulesOf } from './rules/rules.ts';
export type { Ending, RuleSet } from './rules/ruleset.ts';
export { endingAfter } from './rules/status.ts';
export type { Variant } from './rules/variant.ts';
export type {
  Analysis,
  Limits,
  Line,
  Proof,
  ProofLimits,
  Score,
} from './search/analysis.ts';
export { chooseLine, type Level, levels } from './search/levels.ts';
export { Search, type SearchOptions } from './search/search.ts';
export type { TableValues } from './search/tableValues.ts';
export type { GeneratedTable, GenerateEvent } from './solve/generation.ts';
export { generateInMemory, type MemoryOptions } from './solve/inMemory.ts';
export { compareResults, type ResultChanges, type ResultPair } from './study/changes.ts';
export { type LongWin, longestWins } from './study/longest.ts';
export { mutualZugzwangs, type Zugzwang, type ZugzwangKind } from './study/zugzwang.ts';
export { type Comparison, compareTables } from './table/compare.ts';
export { allMaterials, type Material, parseMaterial } from './table/material.ts';
export type { Placements } from './table/placements.ts';
export { makePositionCode, type PositionCode, parsePositionCode } from './table/positionCode.ts';
export { countTable, type SideStatistics, type Statistics } from './table/statistics.ts';
export { type Endgame, readTable, type Table } from './table/table.ts';
export { parseValueCode, UNCOVERED, type Value, type ValueCode } from './table/value.ts';
export { PlyValues, SlabValues, type Values } from './table/values.ts';
