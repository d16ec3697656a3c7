import { type ElmModel, type KernelModel, type LinearModel, type Model, RankwrightError } from '@rankwright/core'

/** Models that can leave as plain JavaScript and ONNX; other targets take linear ones only. */
export type ExportableModel = LinearModel | ElmModel | KernelModel

export function requireExportable(model: Model): ExportableModel {
  if (model.kind === 'linear' || model.kind === 'elm' || model.kind === 'kernel') return model
  throw new RankwrightError({ area: 'export', code: 'export-model-kind', kind: model.kind })
}

/** For targets that only know weighted sums of features. */
export function requireLinear(model: ExportableModel, target: string): LinearModel {
  if (model.kind === 'linear') return model
  const what = model.kind === 'elm' ? 'sends features through hidden nodes' : 'is a sum of kernels around training rows'
  throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target, what, targets: ['js', 'onnx'] })
}

/** The names of a model's features; their numbers, from 1, where they have none. */
export function namesOf({ features, featureMap }: Pick<ExportableModel, 'features' | 'featureMap'>): readonly string[] {
  return typeof features === 'number' ? Array.from({ length: featureMap.width }, (_, column) => String(column + 1)) : features
}
