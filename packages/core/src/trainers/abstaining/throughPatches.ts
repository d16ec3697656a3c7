import { PATCH_SIDE } from '../../data/images/imagePatches.ts'
import { patchedLists } from '../../data/images/patchedLists.ts'
import { whitenedPatches } from '../../data/images/whitenedPatches.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { NetworkModel } from '../../models/network/network.ts'
import { seededRandom } from '../../numeric/random.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { featuresOf } from '../common/featuresOf.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { trainingRecord } from '../common/trainingRecord.ts'
import type { ChosenAbstainingOptions } from './abstainingOptions.ts'
import { imageShape } from './imageShape.ts'

type Fit = TrainerResult<LinearModel | NetworkModel>
type Data = { readonly lists: RankingLists; readonly valid?: RankingLists }

/** Trains on what patches make of images. The model reads images: the patches become the first step of its feature map. */
export function* throughPatches(
  { lists, valid }: Data,
  count: number,
  options: ChosenAbstainingOptions,
  runtime: Runtime,
  train: (data: Data) => Training<Fit>,
): Training<Fit> {
  refuseUnfit(options)
  const { compute } = runtime
  const shape = imageShape('imageShape', options.imageShape!, lists.width, PATCH_SIDE)
  const features = featuresOf(lists)
  const matched = valid && matchFeatures({ features }, valid)
  yield { stage: 'patches', done: 0 }
  const patches = whitenedPatches(lists, shape, count, seededRandom(options.seed).fork('patches'), compute)
  function* seen(images: RankingLists): Training<RankingLists> {
    const blocks = patchedLists(patches, images, compute)
    for (;;) {
      obeyStop(runtime)
      const block = blocks.next()
      if (block.done) return block.value
      yield { stage: 'patches', done: block.value, total: images.labels.length }
    }
  }
  const fit = yield* train({ lists: yield* seen(lists), ...(matched && { valid: yield* seen(matched.lists) }) })
  const { model } = fit
  const { given, fitted, tuned, iterations, objective, optimality } = model.training
  const asked = given.filter((option) => option !== 'features') // the record of the images says so again
  return {
    ...fit,
    model: {
      ...model,
      features,
      featureMap: { patches, ...model.featureMap },
      training: trainingRecord(
        lists,
        valid,
        { given: asked, ...(fitted && { fitted }), tuned, iterations, objective, optimality },
        compute,
      ),
    },
    notes: [...(matched?.notes ?? []).map((note) => `validation: ${note}`), ...fit.notes],
  }
}

function refuseUnfit({ missing, scale, augmentImages }: ChosenAbstainingOptions): void {
  const outOfRange = (option: string, found: string, allowed: string) =>
    new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found, allowed })
  if (missing === 'mean') throw outOfRange('missing', missing, 'zero: with patches, missing pixels count as 0')
  if (scale === 'per-list') throw outOfRange('scale', scale, 'none, min-max, standard or quantile: patches are not scaled list by list')
  if (augmentImages !== undefined) refuseOption('augmentImages', 'rows that are taken as they are, without patches')
}
