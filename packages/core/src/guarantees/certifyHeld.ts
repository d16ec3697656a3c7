/** `certify` with held-out lists that somebody else holds: nothing but scores, labels and some words for each list come here. */
import { servingOf } from '../abstention/serving/servingOptions.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { callback, optional } from '../arguments/shapes.ts'
import { fingerprintOf } from '../data/lists/fingerprint.ts'
import { sketchesOf } from '../data/lists/seenLists.ts'
import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { OptionsOf, Resolved } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { recogniseForms } from '../recognition/recognise.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import type { Training } from '../runtime/training.ts'
import { type HeldLists, requireHeldLists } from '../work/heldLists.ts'
import { matchHeld } from '../work/matchHeld.ts'
import { type Certified, certifiedWith } from './certify.ts'
import { certifyOptions } from './certifyOptions.ts'
import { heldOutCertificates } from './heldOutCertificates.ts'
import { newLists, requireOtherData } from './heldOutSample.ts'

export interface CertifyHeldData {
  /** Lists that had no part in training or tuning, such as an engine has packed. */
  readonly heldOut: HeldLists
  /** Called before each held-out statement with how many are done. */
  readonly onProgress?: WorkListener
}

/** What `certify` says with held-out lists alone, for `finishLater`. */
export function certifyHeld(
  model: ListModel,
  given: CertifyHeldData & OptionsOf<typeof certifyOptions>,
  runtime: Runtime = plainRuntime,
): Training<Certified> {
  requireNoRows(model)
  requireObject('given', given, 'an object with lists and options')
  requireRuntime(runtime)
  const { heldOut, onProgress, ...options } = given
  const resolved = resolveOptions(certifyOptions, options)
  if (resolved.gamma !== undefined) refuseOption('gamma', 'an ontology model')
  requireHeldLists('given.heldOut', heldOut)
  optional(callback)('given.onProgress', onProgress)
  return certifying(model, heldOut, resolved, onProgress, runtime)
}

function* certifying(
  model: ListModel,
  heldOut: HeldLists,
  resolved: Resolved<typeof certifyOptions>,
  onProgress: WorkListener | undefined,
  runtime: Runtime,
): Training<Certified> {
  const { lists: matched, notes } = matchHeld(heldOut, model.features)
  const words: Int32Array[] = []
  for (const form of matched === heldOut ? [heldOut] : [heldOut, matched]) words.push(yield* form.ask('listWords', {}))
  const prints = words.map((each) => fingerprintOf([each]))
  requireOtherData(model, prints, [], [])
  const sketches = words.map((each) => sketchesOf([each]))
  const found = newLists(model, recogniseForms(model, sketches, kindOf(model).seen(model), { used: [] }), false)
  const counting = found.fresh.length === found.given ? heldOut : heldOut.someLists(found.fresh)
  const { scores, ...lists } = yield* counting.ask('scoredLists', { model })
  const measured = heldOutCertificates({ scores }, { ...found, lists }, resolved, onProgress)
  return certifiedWith(model, { train: undefined, measured, notes }, resolved, runtime)
}

/** Throws for models whose certificates need the rows of held-out lists: those that serve lists by a rule, and streams. */
export function requireNoRows(model: ListModel): void {
  requireListModel(model)
  if (servingOf(model, {}).rule !== undefined) throw needsRows('leaves some of what it ranks undecided')
  const { sketches, judged } = kindOf(model)
  if (sketches !== undefined || judged !== undefined)
    throw needsRows('has learned from a stream, and knows lists by the names of their items')
}

function needsRows(what: string): RankwrightError {
  return new RankwrightError({ area: 'guarantee', code: 'held-out-elsewhere', what })
}
