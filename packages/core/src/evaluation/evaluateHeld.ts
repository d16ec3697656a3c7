/** `evaluate` with lists that somebody else holds: nothing but scores, labels and some words for each list come here. */
import { options as optionsShape } from '../arguments/shapes.ts'
import { sketchesOf } from '../data/lists/seenLists.ts'
import { learnedFromPlaces } from '../models/judgedFor.ts'
import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { RankwrightError } from '../problems/problem.ts'
import { recogniseForms } from '../recognition/recognise.ts'
import { seenCounts } from '../recognition/seenCounts.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import type { Training } from '../runtime/training.ts'
import { type HeldLists, requireHeldLists } from '../work/heldLists.ts'
import { matchHeld } from '../work/matchHeld.ts'
import { type EvaluateOptions, evaluateShapes, recognisedNotes, scoredReport, weightNotes } from './evaluate.ts'
import type { EvaluationReport } from './evaluationReport.ts'
import { nearCopies } from './nearCopies.ts'
import { repeatedCount } from './repeatedLists.ts'

type EvaluateHeldOptions = Omit<EvaluateOptions, 'serving'>

const { serving: _, ...shapes } = evaluateShapes
const takesOptions = optionsShape(shapes)

/** How well a model orders judged lists, as `evaluate` says it, for `finishLater`. Models that serve lists by a rule need the rows. */
export function evaluateHeld(
  model: ListModel,
  lists: HeldLists,
  options: EvaluateHeldOptions = {},
  runtime: Runtime = plainRuntime,
): Training<EvaluationReport> {
  requireListModel(model)
  requireHeldLists('lists', lists)
  takesOptions('options', options)
  requireRuntime(runtime)
  if (model.abstention !== undefined) throw needsRows('leaves some of what it ranks undecided')
  if (learnedFromPlaces(model)) throw needsRows('has learned from places, which are turned round')
  if (kindOf(model).sketches !== undefined) throw needsRows('has learned from a stream, and knows lists by the names of their items')
  return evaluating(model, lists, options, runtime)
}

function* evaluating(model: ListModel, lists: HeldLists, options: EvaluateHeldOptions, runtime: Runtime): Training<EvaluationReport> {
  const { scores, ...judged } = yield* lists.ask('scoredLists', { model })
  const { lists: matched } = matchHeld(lists, model.features)
  const forms: Int32Array[] = []
  for (const form of matched === lists ? [lists] : [lists, matched]) forms.push(sketchesOf([yield* form.ask('listWords', {})]))
  const found = recogniseForms(model, forms, kindOf(model).seen(model), { used: [] })
  // Without features lists cannot be told from one another.
  const first = lists.width > 0 ? found.first : Uint32Array.from(judged.listIds.keys())
  const repeated = repeatedCount(first)
  const copies = nearCopies([...first.keys()], { first, found: [found], own: found })
  const report = scoredReport(scores, judged, copies.first, { ...options, onProgress: options.onProgress }, runtime)
  const notes = [...report.notes, ...weightNotes(model, judged), ...recognisedNotes(found, repeated, judged, copies)]
  return { ...report, seen: seenCounts(model, found, repeated, false), notes }
}

function needsRows(what: string): RankwrightError {
  return new RankwrightError({ area: 'model', code: 'measured-elsewhere', what })
}
