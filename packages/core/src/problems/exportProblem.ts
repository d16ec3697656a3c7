import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** Problems of exporting a model to other software, and of reading one from there. */
export type ExportProblem =
  | { readonly code: 'unknown-target'; readonly found: string; readonly known: readonly string[] }
  /** `what` completes "the model …", `targets` can take it as it is. `kind`: it is about the whole kind of the model, not about an option. */
  | {
      readonly code: 'target-cannot-express'
      readonly target: string
      readonly what: string
      readonly targets: readonly string[]
      readonly kind?: true
    }
  | { readonly code: 'export-model-kind'; readonly title: string }
  /** The model compares images with patches first. */
  | { readonly code: 'export-patches' }
  | {
      readonly code: 'export-differs'
      readonly target: string
      readonly difference: number
      readonly spread: number
      /** Of a model without a feature map: another scale is no way out. */
      readonly unmapped?: true
    }
  /** The target does not clip, or takes 0 for what is missing, and that shows on rows that were given. */
  | {
      readonly code: 'probe-rows-differ'
      readonly target: string
      readonly rows: number
      readonly of: number
      readonly maxDifference: number
      readonly spread: number
      /** Of a model without a feature map: it clips nothing, and what is missing has a side of its own. */
      readonly unmapped?: true
    }
  | { readonly code: 'not-a-foreign-model'; readonly at: Place; readonly reason: string }
  /** A model that other software can run, and that has no form here. */
  | { readonly code: 'foreign-model-kind'; readonly at: Place; readonly found: string }
  | { readonly code: 'broken-foreign-model'; readonly at: Place; readonly format: string; readonly where: string; readonly reason: string }
  | { readonly code: 'not-an-importable-model'; readonly at: Place; readonly reason: string }
  /** A sound model of other software that has no exact form here. */
  /** The features of the model cannot be counted from the second column. */
  | { readonly code: 'no-first-feature'; readonly at: Place; readonly format: string; readonly reason: string }
  | { readonly code: 'import-beyond'; readonly at: Place; readonly format: string; readonly what: string }

export function explainExportProblem(problem: ExportProblem): string {
  switch (problem.code) {
    case 'unknown-target':
      return `There is no export to "${problem.found}". Give one of: ${problem.known.join(', ')}.`
    case 'target-cannot-express': {
      const { target, what, targets, kind } = problem
      const way =
        targets.length === 0
          ? `Train with another ${namedOption('scale', 'train')}.`
          : `Export to ${targets.join(' or ')}, or train ${kind ? 'another method' : 'without it'}.`
      return `The model ${what}, which ${target} cannot express. ${way}`
    }
    case 'export-model-kind':
      return `The model is ${problem.title}; only linear models, trees, and models of elmrank and rankrls can be exported. Train another method, such as listnet.`
    case 'export-patches':
      return `The model compares images with patches first (${namedOption('patches', 'train')}), which no export can express. Score with rankwright, or train on features without patches.`
    case 'export-differs':
      return `Nothing was written: in the arithmetic of ${problem.target}, scores would differ by up to ${problem.difference.toPrecision(2)}; they spread over ${problem.spread.toPrecision(2)}. ${problem.unmapped ? 'Export' : `Train with ${namedOption({ scale: 'min-max' }, 'train')} or standard, or export`} to js or onnx.`
    case 'probe-rows-differ':
      if (problem.unmapped)
        return `Nothing was written: ${problem.target} takes 0 for a missing value, and the model has a side of its own for it in every split. So ${problem.rows} of the ${problem.of} probe rows would score differently there, by up to ${problem.maxDifference.toPrecision(2)}; scores spread over ${problem.spread.toPrecision(2)}. Export to js or onnx, or accept that with ${namedOption('acceptLimits')}.`
      return `Nothing was written: ${problem.target} neither clips values to the range of the training data nor fills in missing ones as the model does. So ${problem.rows} of the ${problem.of} probe rows would score differently there, by up to ${problem.maxDifference.toPrecision(2)}; scores spread over ${problem.spread.toPrecision(2)}. Export to js or onnx, train with ${namedOption({ scale: 'none', missing: 'zero' }, 'train')}, or clip and fill in front of the target and accept that with ${namedOption('acceptLimits')}.`
    case 'not-a-foreign-model':
      return `${place(problem.at)}: this is not a model of RankLib, Elasticsearch LTR or Solr LTR: ${problem.reason}. Give a model file of one of them.`
    case 'foreign-model-kind':
      return `${place(problem.at)}: this is ${problem.found}. Only weighted sums of features can be read and, with rankwright import or importModel, models of trees. Give one of these.`
    case 'broken-foreign-model':
      return `${place(problem.at)}: this ${problem.format} model is broken at ${problem.where}: ${problem.reason}. Correct the file, or export the model again.`
    case 'not-an-importable-model':
      return `${place(problem.at)}: this is no model that can be imported: ${problem.reason}. Give a file of LightGBM (save_model or dump_model), XGBoost (save_model, or dump_model as JSON), CatBoost (save_model with format='json'), RankLib, Solr LTR or Elasticsearch LTR.`
    case 'no-first-feature':
      return `${place(problem.at)}: ${namedOption({ firstFeature: 0 })} does not go with this ${problem.format} model: ${problem.reason}. Leave it out.`
    case 'import-beyond':
      return `${place(problem.at)}: this ${problem.format} model ${problem.what}. No model here gives exactly such scores, so it is not imported. Train it there without that.`
  }
}
