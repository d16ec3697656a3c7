/**
 * LambdaMART: regression trees, each grown on the slopes and curvatures of a ranking objective at the scores of the trees before. Burges 2010, "From
 * RankNet to LambdaRank to LambdaMART: an overview"; Wu, Burges, Svore & Gao 2010, "Adapting boosting for information retrieval measures".
 */
import { codedFeatures } from '../../data/encoders/codedFeatures.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { kindOf, kinds } from '../../models/kinds.ts'
import { scoreWithTrees, type TreesModel } from '../../models/trees/trees.ts'
import type { OptionsOf, ResolvedOn } from '../../options/optionTable.ts'
import { withOwnNames } from '../../options/ownNames.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { openChoice } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireRows } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { validationLists } from '../common/validation.ts'
import { boostTrees } from './boostTrees.ts'
import { lambdaMartOptions } from './lambdaMartOptions.ts'
import { treesOf } from './treesOf.ts'

export type LambdaMartOptions = OptionsOf<typeof lambdaMartOptions> & { readonly valid?: TrainingLists; readonly start?: TreesModel }

export function* lambdaMart(
  data: TrainingLists,
  { valid: validData, start, ...asked }: LambdaMartOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<TreesModel>> {
  requireRuntime(runtime)
  const rows = requireRows(rowsHere(data, 'lambdamart'))
  const matched = startingLists(rows, start)
  const { lists } = matched
  const valid = validData && rowsHere(validData, 'lambdamart')
  const { options: given, notes: named } = withOwnNames(lambdaMartOptions, asked)
  const categories = categoriesOf(rows, given)
  const { depth, ...resolved } = resolveOptionsOn(lambdaMartOptions, { ...given, ...categories }, { rows: lists.labels.length })
  const options = { ...resolved, ...(depth !== undefined && depth > 0 && { depth }) }
  const names = givenOptions(lambdaMartOptions, given)
  for (const name of ['earlyStop', 'patience']) if (names.includes(name) && valid === undefined) refuseOption(name, 'validation data')
  parseMetric(options.earlyStop) // a name that is not one should not cost a whole fit
  requireDifferentLabels(lists, options)
  const features = featuresOf(lists, start)
  const validation = valid && validationLists(valid, features, options.earlyStop, runtime)
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
      ...(start && { startScores: (of: RankingLists) => scoreWithTrees(start, of, runtime.compute) }),
      ...(validation && {
        watched: validation.lists,
        goesOn(count: number, scores: Float64Array) {
          const measured = validation.measure(scores)
          choice.offer(count, measured, () => count)
          return { measured: { [options.earlyStop]: measured }, on: choice.sinceLeader < options.patience }
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
    training: trainingRecord(
      lists,
      valid,
      { given: names, tuned: chosen === undefined ? [] : [chosen.tuned], iterations: kept.length, objective: slope, optimality: slope },
      runtime.compute,
      start,
    ),
  }
  const notes = [
    ...named,
    ...matched.notes,
    ...(validation?.notes ?? []),
    ...(chosen?.notes ?? []),
    ...told,
    ...sameDataNotes(model.training),
  ]
  return { model, iterations: kept.length, objective: slope, optimality: slope, notes }
}

/** The features that are told to be categories, and those that an encoder made numbers of categories of. */
function categoriesOf({ encoders }: RankingLists, { categories = [] }: LambdaMartOptions): Pick<LambdaMartOptions, 'categories'> {
  const all = [...new Set([...categories, ...codedFeatures(encoders).keys()])]
  return all.length === 0 ? {} : { categories: all }
}

/** The lists with the features of the model that growing starts from. */
function startingLists(
  lists: RankingLists,
  start: TreesModel | undefined,
): { readonly lists: RankingLists; readonly notes: readonly string[] } {
  if (start === undefined) return { lists, notes: [] }
  if (kindOf(start) !== kinds.trees) throw new RankwrightError({ area: 'model', code: 'not-a-start', title: kindOf(start).title })
  const { lists: matched, notes } = matchFeatures(start, lists)
  return { lists: matched, notes: notes.map((note) => `start: ${note}`) }
}

/** Without a pair of different labels there is no order to learn; squared errors learn the labels themselves. */
function requireDifferentLabels({ labels, offsets, listWeights }: RankingLists, { objective }: ResolvedOn<typeof lambdaMartOptions>): void {
  for (let list = 0; list + 1 < offsets.length; list++) {
    if (listWeights?.[list] === 0) continue
    if (objective === 'squared' && offsets[list + 1] > offsets[list]) return
    for (let row = offsets[list] + 1; row < offsets[list + 1]; row++) if (labels[row] !== labels[offsets[list]]) return
  }
  throw new RankwrightError({ area: 'model', code: 'no-pairs' })
}
