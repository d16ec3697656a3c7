/**
 * LambdaMART: regression trees, each grown on the slopes and curvatures of a ranking objective at the scores of the trees before. Burges 2010, "From
 * RankNet to LambdaRank to LambdaMART: an overview"; Wu, Burges, Svore & Gao 2010, "Adapting boosting for information retrieval measures".
 */
import { codedFeatures } from '../../data/encoders/codedFeatures.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { kindOf, kinds } from '../../models/kinds.ts'
import type { TreesModel } from '../../models/trees/trees.ts'
import type { OptionsOf, ResolvedOn } from '../../options/optionTable.ts'
import { withOwnNames } from '../../options/ownNames.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { isHeld, requireTrainingLists, type TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import { openChoice } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { sizeOf } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { heldTrainingRecord, sameDataNotes } from '../common/trainingRecord.ts'
import { boostTrees } from './boostTrees.ts'
import { lambdaMartOptions } from './lambdaMartOptions.ts'
import { treesOf } from './treesOf.ts'

export type LambdaMartOptions = OptionsOf<typeof lambdaMartOptions> & { readonly valid?: TrainingLists; readonly start?: TreesModel }

export function* lambdaMart(
  data: TrainingLists,
  { valid, start, ...asked }: LambdaMartOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<TreesModel>> {
  requireRuntime(runtime)
  const { lists, notes: matched } = startingLists(data, start)
  const held = heldBy(lists, runtime)
  const size = yield* sizeOf(held)
  const { options: given, notes: named } = withOwnNames(lambdaMartOptions, asked)
  const categories = categoriesOf(data, given)
  const { depth, ...resolved } = resolveOptionsOn(lambdaMartOptions, { ...given, ...categories }, { rows: size.rows })
  const options = { ...resolved, ...(depth !== undefined && depth > 0 && { depth }) }
  const names = givenOptions(lambdaMartOptions, given)
  for (const name of ['earlyStop', 'patience']) if (names.includes(name) && valid === undefined) refuseOption(name, 'validation data')
  metricToChooseBy('earlyStop', options.earlyStop) // a name that is not one should not cost a whole fit
  requireDifferentLabels(size, options)
  requireModestWeights(size)
  const features = featuresOf(lists, start)
  const heldValid = valid && heldBy(valid, runtime)
  if (heldValid !== undefined) yield* sizeOf(heldValid)
  const validation = valid && matchedLists(valid, features)
  const choice = openChoice<number>({ option: 'trees', on: 'valid', metric: options.earlyStop, most: options.trees })
  const {
    bins,
    trees,
    slope,
    notes: told,
  } = yield* boostTrees(
    lists,
    features,
    {
      ...options,
      weights: options.weights ?? 'ndcg',
      cutoff: options.cutoff ?? Infinity,
      normalise: options.normalise !== 'none',
      categorySmoothing: options.categorySmoothing ?? 0,
      categoryL2: options.categoryL2 ?? 0,
    },
    runtime,
    {
      ...(start && { start }),
      ...(validation && {
        watched: {
          lists: validation.lists,
          metric: options.earlyStop,
          goesOn(count: number, measured: number) {
            choice.offer(count, measured, () => count)
            return choice.sinceLeader < options.patience
          },
        },
      }),
    },
  )
  const chosen = validation && trees.length > 0 ? choice.decide() : undefined
  const kept = chosen === undefined ? trees : trees.slice(0, chosen.kept)
  const arrays = treesOf(kept, bins, start)
  requireFinite({ weights: arrays.leaves, objective: slope })
  const { earlyStop, patience, ...others } = options
  const model: TreesModel = {
    kind: 'trees',
    method: 'lambdamart',
    options: { ...others, ...(valid && { trees: kept.length, earlyStop, patience }) },
    features,
    ...arrays,
    training: yield* heldTrainingRecord(
      held,
      heldValid,
      { given: names, tuned: chosen === undefined ? [] : [chosen.tuned], iterations: kept.length, objective: slope, optimality: slope },
      runtime,
      start,
    ),
  }
  const notes = [
    ...named,
    ...matched.map((note) => `start: ${note}`),
    ...(validation?.notes ?? []).map((note) => `validation: ${note}`),
    ...(chosen?.notes ?? []),
    ...told,
    ...sameDataNotes(model.training),
  ]
  return { model, iterations: kept.length, objective: slope, optimality: slope, notes }
}

/** The features that are told to be categories, and those that an encoder made numbers of categories of. */
function categoriesOf({ encoders }: TrainingLists, { categories = [] }: LambdaMartOptions): Pick<LambdaMartOptions, 'categories'> {
  const all = [...new Set([...categories, ...codedFeatures(encoders).keys()])]
  return all.length === 0 ? {} : { categories: all }
}

/** The lists with the features of the model that growing starts from. */
function startingLists(lists: TrainingLists, start: TreesModel | undefined): Matched {
  requireTrainingLists(lists)
  if (start === undefined) return { lists, notes: [] }
  if (kindOf(start) !== kinds.trees) throw new RankwrightError({ area: 'model', code: 'not-a-start', title: kindOf(start).title })
  return matchedLists(lists, start.features)
}

interface Matched {
  readonly lists: TrainingLists
  readonly notes: readonly string[]
}

function matchedLists(lists: TrainingLists, features: readonly string[] | number): Matched {
  return isHeld(lists) ? matchHeld(lists, features) : matchFeatures({ features }, lists)
}

/** Without a pair of different labels there is no order to learn; squared errors learn the labels themselves. */
function requireDifferentLabels({ weight, weightedGraded }: ListsSummary, { objective }: ResolvedOn<typeof lambdaMartOptions>): void {
  if (objective === 'squared' ? !(weight > 0) : !weightedGraded) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
}

/** The square of a greater sum, times that of many rows, may be beyond the range of numbers. */
const mostWeight = 1e100

function requireModestWeights({ weight }: ListsSummary): void {
  if (weight > mostWeight) throw new RankwrightError({ area: 'model', code: 'weights-too-large', found: weight, most: mostWeight })
}
