export { type Exported, type ExportOptions, exportModel } from './exportModel.ts'
export { type ExportReport, exportReport } from './exportReport.ts'
export { type ExportTarget, exportTargets } from './exportTargets.ts'
export {
  type ForeignFeature,
  type ForeignFormat,
  type ForeignLinearModel,
  fromForeign,
  type Normaliser,
  scoreForeign,
} from './foreignModel.ts'
export type { Imported } from './imports/imported.ts'
export { type ImportFormat, importFormats } from './imports/importFormats.ts'
export { type ImportOptions, importModel } from './imports/importModel.ts'
export { type ImportReport, importReport } from './imports/importReport.ts'
export type { MissingRestated } from './missingRestated.ts'
export type { CRunner, OnnxRunner, Parity, SqlRunner } from './parity.ts'
export { type ReadForeignOptions, readForeignModel } from './readForeignModel.ts'
export { type SqlDialect, sqlDialects } from './sql/sqlExpression.ts'
