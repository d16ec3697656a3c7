/** Trains what was chosen on all lists, and records how it was chosen. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { AutoRecord } from '../../models/common/autoRecord.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { asMember, type EnsembleModel, type MemberModel } from '../../models/ensemble/ensemble.ts'
import type { TrainedModel } from '../../models/model.ts'
import type { Resolved } from '../../options/optionTable.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { autoOptions } from '../../trainers/common/autoOptions.ts'
import { featuresOf } from '../../trainers/common/featuresOf.ts'
import type { TrainerResult } from '../../trainers/common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../../trainers/common/trainingRecord.ts'
import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import { methodOf } from '../../trainers/methods.ts'
import type { Fit } from './fits.ts'
import { within } from './within.ts'

/** What to train, and why. */
export interface Chosen {
  readonly members: readonly { readonly fit: Fit; readonly options: TrialOptions; readonly weight: number }[]
  readonly record: AutoRecord
  /** Of the metric, on lists that were not trained on. */
  readonly value: number
  readonly asked: Resolved<typeof autoOptions>
  readonly notes: readonly string[]
}

export function* finalModel(
  lists: RankingLists,
  valid: RankingLists | undefined,
  chosen: Chosen,
  given: readonly string[],
  runtime: Runtime,
): Training<TrainerResult> {
  const { members, record, asked } = chosen
  const trained: TrainerResult[] = []
  for (const [index, { fit, options }] of members.entries()) {
    const told = { stage: `training ${fit.method}`, done: index, total: members.length }
    trained.push(yield* within(told, methodOf(fit.method).train(lists, { ...options, seed: asked.seed }, runtime)))
  }
  const made = trained.map(({ model }, index) => asTuned(model, members[index].options, record))
  const iterations = trained.reduce((sum, result) => sum + result.iterations, 0)
  const optimality = trained.reduce((most, result) => Math.max(most, result.optimality), 0)
  const { objective } = members.length === 1 ? trained[0] : { objective: chosen.value }
  const happened = {
    given: given.filter((option) => option !== 'seed' || members.length > 1),
    tuned: [],
    iterations,
    objective,
    optimality,
  }
  const own = trainingRecord(lists, valid, happened, runtime.compute)
  const notes = [...chosen.notes, ...memberNotes(trained), ...sameDataNotes(own)]
  if (members.length === 1) {
    const { training } = made[0]
    const { valid: chosenOn, seen } = own
    const known = { ...training, ...(chosenOn && { valid: chosenOn }), ...(seen && { seen }), auto: record }
    return { model: { ...made[0], training: known } as TrainedModel, iterations, objective, optimality, notes }
  }
  const model: EnsembleModel = {
    kind: 'ensemble',
    method: 'auto',
    options: { ...asked },
    features: featuresOf(lists),
    members: made.map((member) => asMember(member as MemberModel)),
    weights: Float64Array.from(members, ({ weight }) => weight),
    training: { ...own, auto: record },
  }
  return { model, iterations, objective, optimality, notes }
}

/** The options that were set here were not given: they were chosen among those tried with the method. */
function asTuned(model: TrainedModel, options: TrialOptions, { candidates, metric, on }: AutoRecord): TrainedModel {
  const { training } = model
  const set = Object.keys(options)
  if (on === 'nothing') return { ...model, training: { ...training, given: training.given.filter((option) => option !== 'seed') } }
  const alike = candidates.filter(({ method, value }) => method === model.method && value !== undefined)
  const tuned = set.map((option): TunedOption => {
    const tried = [...new Set(alike.flatMap((candidate) => candidate.options[option] ?? []))].map((value) =>
      typeof value === 'number' ? value : String(value),
    )
    const best = (value: number | string) =>
      alike.filter((candidate) => candidate.options[option] === value).map((candidate) => candidate.value!)[0] ?? 0
    return { option, on, metric, tried, triedFrom: 'fitted', values: tried.map(best) }
  })
  const given = training.given.filter((option) => option !== 'seed' && !set.includes(option))
  return { ...model, training: { ...training, given, tuned: [...training.tuned, ...tuned] } }
}

function memberNotes(trained: readonly TrainerResult[]): readonly string[] {
  if (trained.length === 1) return trained[0].notes
  return trained.flatMap(({ model, notes }) => notes.map((note) => `${model.method}: ${note}`))
}
