export {
  type Exported,
  type ExportOptions,
  type ExportTarget,
  exportModel,
  exportTargets,
  type MissingRestated,
} from './exportModel.ts'
export { type ExportReport, exportReport } from './exportReport.ts'
export {
  type ForeignFeature,
  type ForeignFormat,
  type ForeignLinearModel,
  fromForeign,
  type Normaliser,
  scoreForeign,
} from './foreignModel.ts'
export type { OnnxRunner, Parity } from './parity.ts'
export { type ReadForeignOptions, readForeignModel } from './readForeignModel.ts'
