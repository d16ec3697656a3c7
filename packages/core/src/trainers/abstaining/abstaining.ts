/**
 * Scorers that may abstain, by surrogates of the pairwise or bipartite abstention loss. Mao, Mohri & Zhong 2023, "Ranking with
 * abstention". Rows are brought into the unit ball of a norm, and the scorers are those that the H-consistency bounds are about:
 * linear ones with ‖w‖ ≤ W in the dual norm, or one hidden layer of rectifiers. The abstention radius is chosen afterwards.
 */

import { pairDrawer } from '../../data/lists/labelPairs.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { NetworkModel } from '../../models/network/network.ts'
import { score } from '../../models/score.ts'
import type { OptionsOf } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { requireRows } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import type { LinearRankerData } from '../linear/startModel.ts'
import { abstainingLinear } from './abstainingLinear.ts'
import { abstainingNetwork } from './abstainingNetwork.ts'
import { abstainingOptions } from './abstainingOptions.ts'
import { equalScoresNotes } from './equalScoresNotes.ts'
import { throughPatches } from './throughPatches.ts'
import { firstOutside, unitBall } from './unitBall.ts'

export type AbstainingOptions = OptionsOf<typeof abstainingOptions> & LinearRankerData

export function* abstaining(
  data: TrainingLists,
  { valid: validData, start, ...given }: AbstainingOptions = {},
  shared: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel | NetworkModel>> {
  const runtime = besideOthers(shared)
  const lists = requireRows(rowsHere(data, 'abstaining'))
  const valid = validData && rowsHere(validData, 'abstaining')
  const options = resolveOptionsOn(abstainingOptions, given, {
    valid: valid !== undefined,
    inUnitBall: (norm) => firstOutside(lists, unitBall[norm]) === undefined,
  })
  const names = givenOptions(abstainingOptions, given)
  if (options.setting === 'bipartite') requireTwoLabels(lists)
  if (pairDrawer(lists).pairs === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const own = { lists, ...(valid && { valid }) }
  const trained = ({ lists: rows, ...others }: typeof own): Training<TrainerResult<LinearModel | NetworkModel>> => {
    const besides = { ...others, ...(start && { start }) }
    return options.hypothesis === 'linear'
      ? abstainingLinear(rows, besides, options, names, runtime)
      : abstainingNetwork(rows, besides, options, names, runtime)
  }
  if (options.patches !== undefined && start !== undefined)
    refuseOption('start', `a model that brings its own patches; leave out ${namedOption('patches')}`)
  const fit = yield* options.patches === undefined ? trained(own) : throughPatches(own, options.patches, options, runtime, trained)
  const notes = equalScoresNotes('training', score(fit.model, lists, runtime), lists, runtime, fit.objective)
  if (valid !== undefined) notes.push(...equalScoresNotes('validation', score(fit.model, valid, runtime), valid, runtime))
  return { ...fit, notes: [...fit.notes, ...notes] }
}

function requireTwoLabels({ labels }: RankingLists): void {
  const values = new Set(labels)
  if (values.size !== 2) throw new RankwrightError({ area: 'model', code: 'not-bipartite', labels: values.size })
}
