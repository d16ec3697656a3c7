/**
 * Chooses a method by measuring: a portfolio of methods and settings on folds of the lists, or on validation lists, within a budget of work; then a
 * weighted sum of the best of them, if it is better. No clock decides anything, so the same lists give the same model everywhere.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { OptionsOf, Resolved } from '../../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { autoOptions } from '../../trainers/common/autoOptions.ts'
import { requireRows } from '../../trainers/common/requirements.ts'
import type { TrainerResult } from '../../trainers/common/trainerResult.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { isWorthKeeping } from './blend.ts'
import { type Chosen, finalModel } from './finalModel.ts'
import type { Fit } from './fits.ts'
import type { MeasuredCandidate } from './measuredFits.ts'
import { portfolioFor } from './portfolio.ts'
import { type Blended, gradedLists, Search } from './search.ts'

export type AutoOptions = OptionsOf<typeof autoOptions> & { readonly valid?: TrainingLists }

/** Where the lists cannot tell methods apart. */
const plainFit: Fit = { method: 'listnet', options: {} }

export function* autoTraining(
  data: TrainingLists,
  { valid: validData, ...given }: AutoOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult> {
  const lists = requireRows(rowsHere(data, 'auto'))
  const valid = validData && requireRows(rowsHere(validData, 'auto'))
  const asked = resolveOptions(autoOptions, given)
  metricToChooseBy('metric', asked.metric, 'methods')
  const search = new Search(lists, valid, asked, runtime.compute)
  if (search.hindrance === undefined) yield* search.measure(yield* portfolioFor(lists, search.whole, asked.seed, runtime), runtime)
  const found = search.best()
  if (found === undefined) return yield* finalModel(lists, valid, undecided(search, asked), givenOptions(autoOptions, given), runtime)
  const blended = asked.single ? undefined : yield* search.blended(runtime)
  const chosen = choose(search, found, blended, asked)
  return yield* finalModel(lists, valid, chosen, givenOptions(autoOptions, given), runtime)
}

function undecided(search: Search, asked: Resolved<typeof autoOptions>): Chosen {
  const { hindrance, trial } = search
  return {
    members: [{ fit: plainFit, options: plainFit.options, weight: 1 }],
    record: search.record(plainFit.method, asked),
    value: 0,
    asked,
    notes: [
      `${hindrance ?? fewCount(search, asked.metric)}, so ${plainFit.method} was taken with its usual options${hindrance === undefined ? adviceFor(trial.measured) : ''}`,
    ],
  }
}

/** What was measured tells nothing. */
function fewCount(search: Search, metric: string): string {
  return search.counting() === 0 ? `no method could be measured by ${metric} on these lists` : `a single list counts for ${metric}`
}

/** Grades of 0 and less: their order can be measured all the same. */
function adviceFor(lists: RankingLists): string {
  if (gradedLists(lists) < 2) return ''
  const reason = lists.labels.some((label) => label > 0) ? 'labels of 0 and less do not count' : 'no label is above 0'
  return `; ${reason}, so give ${namedOption({ metric: 'pairwise-accuracy' })} to measure by their order`
}

function choose(search: Search, best: MeasuredCandidate, blended: Blended | undefined, asked: Resolved<typeof autoOptions>): Chosen {
  const weights = blended?.blend.weights
  const methods = blended?.members.map(({ fit }) => fit.method) ?? []
  const isBetter = blended !== undefined && isWorthKeeping(blended.blend, methods, search.telling())
  const record = search.record(isBetter ? 'ensemble' : best.fit.method, asked, blended)
  const notes = search.isSample
    ? [
        `methods were measured on lists drawn by the seed, ${search.trial.measured.listIds.length} of them: measuring on all would take more than the budget; the model is trained on all lists`,
      ]
    : []
  const members = isBetter
    ? blended.members.flatMap(({ fit, options }, index) => (weights![index] > 0 ? [{ fit, options, weight: weights![index] }] : []))
    : [{ fit: best.fit, options: best.options, weight: 1 }]
  const value = (isBetter ? record.ensemble?.value : record.candidates[0].value) ?? 0
  return { members, record, value, asked, notes }
}
