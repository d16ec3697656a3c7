import { changedAlone } from '../common/changedAlone.ts'
import { mappedKind } from '../common/mappedKind.ts'
import { featureFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainKernel } from './explainKernel.ts'
import { type KernelModel, scoreKernel } from './kernel.ts'
import { kernelFromDocument, kernelToDocument } from './kernelJson.ts'
import { kernelSpace } from './kernelSpace.ts'
import { kernelUncertainty } from './kernelUncertainty.ts'

export const kernelKind: ListKind<KernelModel> = {
  ...mappedKind,
  title: 'a kernel model',
  arrays: ['points', 'coefficients'],
  toDocument: kernelToDocument,
  fromDocument: kernelFromDocument,
  score: scoreKernel,
  scoreChanged: changedAlone(scoreKernel),
  explain: explainKernel,
  uncertainty: (model, lists, compute) => model.posterior && kernelUncertainty(model, model.posterior, lists, compute),
  certifiable: { functionSpace: kernelSpace },
  facts(model) {
    const { method, options, kernel, coefficients, intercept, posterior } = model
    const features = featureFacts(model)
    return {
      method,
      options,
      features,
      parts: { kernel, points: coefficients.length, uncertainty: posterior !== undefined, intercept },
      sizes: [
        { count: features.length, of: 'feature' },
        { count: coefficients.length, of: 'training row' },
      ],
      figures: { kernel: kernel.kind, width: kernel.width, uncertainty: posterior === undefined ? 'not kept' : 'kept' },
    }
  },
}
