/** Data: lists, features, feature maps, files and their formats. */

export { whiteSpace } from '../data/cells/trimmedCell.ts'
export { type DescribedColumn, type TableRole, tableRoles } from '../data/encoders/describedColumn.ts'
export { type EncodedSource, encodedSources } from '../data/encoders/encodedSources.ts'
export type { ColumnEncoder } from '../data/encoders/encoderKinds.ts'
export type { MatchEncoder } from '../data/encoders/matchEncoder.ts'
export type { TableEncoders } from '../data/encoders/tableEncoders.ts'
export { type Ball, type BallNorm, type FeatureMap, identityMap } from '../data/features/featureMap.ts'
export { applyFeatureMap } from '../data/features/featureMapApply.ts'
export { affineColumns, levelAt } from '../data/features/featureMapColumns.ts'
export { mapRadius } from '../data/features/featureMapRadius.ts'
export { type FeatureRange, type Inspection, inspection } from '../data/features/inspection.ts'
export {
  endingOf,
  type FileFormat,
  fileFormats,
  formatOfContent,
  formatOfName,
  isWritten,
  parquetMark,
  scoresMark,
  type WrittenFormat,
  writtenFormats,
} from '../data/files/fileFormat.ts'
export { formatSeen } from '../data/files/formatOfSource.ts'
export { type FormatReaders, listsFrom, type ReadListsOptions } from '../data/files/listsFrom.ts'
export { listsFromFiles, type OpenSource } from '../data/files/listsFromFiles.ts'
export { filesWithProblems, listsWithProblemsFrom, type ReadWithProblems } from '../data/files/listsWithProblems.ts'
export { type NamedColumns, readsAsLists } from '../data/files/readsAsLists.ts'
export { qrelsOfLists, runOfLists } from '../data/files/topicsOfLists.ts'
export { parseQrels, parseRun, type Qrels, qrelsText, type Run, runText } from '../data/files/trec.ts'
export { type DataGuard, dataGuards } from '../data/guards/dataGuards.ts'
export { letorParser, parseLetor } from '../data/letor/letorParser.ts'
export { letorText } from '../data/letor/letorWriter.ts'
export { chooseFeatures, chosenFeatures } from '../data/lists/chooseFeatures.ts'
export { drawLists } from '../data/lists/drawLists.ts'
export { featureNumbers, greatestFeature, numberedFeature } from '../data/lists/featureNumbers.ts'
export type { DenseFeatures, Features, SparseFeatures } from '../data/lists/features.ts'
export { type FileRow, fileRows } from '../data/lists/fileRows.ts'
export { fingerprint } from '../data/lists/fingerprint.ts'
export { crossValidationFolds, type Fold, foldsOf, joined, letorFoldLayout, type SplitOptions } from '../data/lists/folds.ts'
export { gradesOfCounts } from '../data/lists/grades.ts'
export type { Grades } from '../data/lists/gradesRule.ts'
export { sameListsChoices } from '../data/lists/joinedRows.ts'
export type { DrawnPairs } from '../data/lists/labelPairs.ts'
export { layoutFor } from '../data/lists/layout.ts'
export { keyOfList } from '../data/lists/listByList.ts'
export type { Numbers } from '../data/lists/numbers.ts'
export { isSpread } from '../data/lists/occurringFeatures.ts'
export type { PlainRows } from '../data/lists/plainRows.ts'
export { parsePreferences, parsePreferredPairs } from '../data/lists/preferences.ts'
export { rowCollector } from '../data/lists/rowCollector.ts'
export { copyRow, fileOrder, listCount, rowCount } from '../data/lists/rowsOfLists.ts'
export { selectColumns } from '../data/lists/selectColumns.ts'
export { withNamedColumns } from '../data/lists/sideColumns.ts'
export type { ByteInput } from '../data/sources/byteInput.ts'
export { type ByteSource, joinedBytes, type NamedBytes, type SourceOptions, wholeOf } from '../data/sources/byteSource.ts'
export { documentText } from '../data/sources/documentText.ts'
export { BrokenGzip, type Gunzip, openStored } from '../data/sources/openStored.ts'
export type { StoredBytes } from '../data/sources/storedBytes.ts'
export { storedChunks, storedInput } from '../data/sources/storedInput.ts'
export { obeyUnpackLimit } from '../data/sources/unpackLimit.ts'
export { type ChunkEncoder, type TableFitting, tableFitting } from '../data/tables/chunkedTable.ts'
export type { ColumnChunk } from '../data/tables/columnChunk.ts'
export { columnTable } from '../data/tables/columnTable.ts'
export { delimitedTextParser } from '../data/tables/delimitedText.ts'
export { stepOfIds } from '../data/tables/guessRole.ts'
export type { RowObject } from '../data/tables/objectColumns.ts'
export {
  type Asking,
  type CountedTable,
  cellsEncoded,
  encodedPart,
  type PartEncoding,
  type PartReading,
  type PartTargetRow,
  partedFitting,
  partedGrades,
  partReading,
  partTargetRows,
  tablePart,
} from '../data/tables/partedTable.ts'
export type { RawTableOptions } from '../data/tables/rawTable.ts'
export { type ScoreTable, scoreColumns, scoresCsv } from '../data/tables/scoreTable.ts'
export { type KeptColumn, type TableColumnOptions, type TableColumns, tableColumns } from '../data/tables/tableColumns.ts'
export { type TableLayout, tableLayout, type WrittenColumn } from '../data/tables/tableLayout.ts'
export type { TablePlan } from '../data/tables/tablePlan.ts'
export {
  type CellsInUse,
  cellsAsked,
  mergedAnswer,
  type PartQuestion,
  partAnswer,
  type TableAnswers,
  type TableQuestion,
  type TargetQuestion,
} from '../data/tables/tableQuestions.ts'
export { planOfKinds } from '../data/tables/tableSample.ts'
export { type SchemaOptions, schemaOptions, schemaText, withGivenRoles } from '../data/tables/tableSchema.ts'
export { delimitedText, jsonLines } from '../data/tables/tableText.ts'
export { RunningStatistic } from '../data/tables/targetStatistics.ts'
export { mergedUnread, tellUnread, type UnreadCells } from '../data/tables/unreadCells.ts'
export { parseScores } from '../data/text/numberLines.ts'
export { numberText } from '../data/text/numberText.ts'
export { type TextEncoding, textEncodings } from '../data/text/textEncoding.ts'
export { ourDocument } from '../documents/ourDocument.ts'
export { foldsApart } from '../recognition/foldsApart.ts'
