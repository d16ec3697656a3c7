/**
 * What can be guaranteed about a model. First the held-out bounds: with N independent lists that had no part in training, a
 * lower confidence bound on the expected metric. It assumes nothing about the model, and it is the number to act on. Then every theorem
 * that fits the way the model was trained, and why the others do not.
 */

import { isAboutPairs, type KeptServingOptions, servingOf } from '../abstention/serving/servingOptions.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { requireNumbers } from '../arguments/requireNumbers.ts'
import { callback, optional } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { metricsOfPlaces } from '../evaluation/metricsOfPlaces.ts'
import type { PopulationLoss } from '../evaluation/ontology/populationLoss.ts'
import { type Answers, answersOf } from '../evaluation/served.ts'
import { judgedFor, learnedFromPlaces } from '../models/judgedFor.ts'
import { isListModel } from '../models/kinds.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel, Model } from '../models/model.ts'
import type { LearnedLine } from '../models/ontologyTerms/learnedLine.ts'
import { requireLine } from '../models/requireModel.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import type { OptionsOf, Resolved } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { givenOptions, resolveOptions } from '../options/resolveOptions.ts'
import { namedOption } from '../problems/namedOption.ts'
import { usedBy } from '../recognition/usedLists.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { abstentionCertificates } from './abstentionCertificates.ts'
import type { Certificate } from './certificate.ts'
import { certifyOptions } from './certifyOptions.ts'
import { givenTrainNotes } from './givenTrainNotes.ts'
import { type HeldOutReport, type HeldOutStatements, heldOutCertificates } from './heldOutCertificates.ts'
import { heldOutSample } from './heldOutSample.ts'
import { certifiedOntology } from './ontologyCertificates.ts'
import { queryLevelCertificates } from './queryLevelCertificates.ts'
import { stabilityCertificates } from './stabilityCertificates.ts'
import type { NotApplicable } from './theoremStatements.ts'

export interface CertifyData {
  /** The lists the model was trained on. Theorems need them, and with them it can be checked that no held-out list is among them. */
  readonly train?: RankingLists
  /** Lists that had no part in training or tuning. */
  readonly heldOut?: RankingLists
  /** How the held-out lists are served, as `rank` takes it. Left out, the rule of the model holds, if it has one. */
  readonly serving?: KeptServingOptions
  /** Called before each held-out statement with how many are done. */
  readonly onProgress?: WorkListener
}

/** What is given with an ontology model, which keeps its sample and its terms. */
export interface CertifyLine {
  /** f* of Theorem 5: a model of the same terms and kernel that does not depend on the sample; left out, scores that are all 0. */
  readonly against?: LearnedLine
}

export interface Certified {
  readonly certificates: readonly Certificate[]
  /** One entry per metric and method, each a separate statement. The first method of a metric is the one to quote. */
  readonly heldOut: readonly HeldOutReport[]
  /** Theorems that say nothing about this model, and why. */
  readonly notApplicable: readonly NotApplicable[]
  /** What a reader of the numbers should know. */
  readonly notes: readonly string[]
  /** Of an ontology model: the error that the bounds are about, computed from all terms of the branches. */
  readonly population?: PopulationLoss
}

type CertifiedLine = Certified & { readonly population: PopulationLoss }

/** An ontology model keeps all that its theorems need: no lists are given with it. */
export function certify(model: Extract<Model, LearnedLine>, given?: CertifyLine & OptionsOf<typeof certifyOptions>): CertifiedLine
export function certify(model: Model, given?: CertifyData & CertifyLine & OptionsOf<typeof certifyOptions>, runtime?: Runtime): Certified
export function certify(
  model: Model,
  given: CertifyData & CertifyLine & OptionsOf<typeof certifyOptions> = {},
  runtime: Runtime = plainRuntime,
): Certified {
  requireObject('given', given, 'an object with lists and options')
  requireRuntime(runtime)
  const { train, heldOut, serving, onProgress, against, ...options } = given
  const resolved = resolveOptions(certifyOptions, options)
  for (const [part, lists] of Object.entries({ train, heldOut })) {
    if (lists === undefined) continue
    requireLists(`given.${part}`, lists)
    requireNumbers(`given.${part}.labels`, lists.labels)
  }
  if (serving !== undefined) requireObject('given.serving', serving, 'an object with options')
  optional(callback)('given.onProgress', onProgress)
  if (isListModel(model)) {
    if (against !== undefined) refuseOption('against', 'an ontology model')
    if (resolved.gamma !== undefined) refuseOption('gamma', 'an ontology model')
    const judged = { ...(train && { train: judgedFor(model, train) }), ...(heldOut && { heldOut: judgedFor(model, heldOut) }) }
    return certifiedLists(model, { ...judged, ...(serving && { serving }), ...(onProgress && { onProgress }) }, resolved, runtime)
  }
  const line = requireLine(model)
  const data = { ...(train && { train }), ...(heldOut && { heldOut }), ...(serving && { serving }), ...(onProgress && { onProgress }) }
  const idle = [...Object.keys(data), ...givenOptions(certifyOptions, options)]
  for (const option of idle) if (!['delta', 'printed', 'gamma'].includes(option)) refuseOption(option, 'a model that scores lists')
  return certifiedOntology(line, resolved, against)
}

function certifiedLists(
  model: ListModel,
  { train, heldOut, serving, onProgress }: CertifyData,
  resolved: Resolved<typeof certifyOptions>,
  runtime: Runtime,
): Certified {
  if (serving !== undefined && heldOut === undefined) refuseOption('serving', 'held-out lists')
  if (serving?.ties !== undefined && !isAboutPairs(servingOf(model, serving.decideAll ? { decideAll: true } : {}).rule))
    refuseOption('ties', `a model with a rule for pairs${serving.decideAll ? ` and without ${namedOption('decideAll')}` : ''}`)
  const used = servingOf(model, serving ?? {}).rule === undefined ? [] : usedBy(model) // only a rule in force depends on them
  const sample = heldOut && heldOutSample(model, heldOut, train, runtime.compute, used)
  const answers = sample && answersOf(model, sample.lists, serving ?? {}, runtime)
  const { metrics, notes: placeNotes } = learnedFromPlaces(model)
    ? metricsOfPlaces(resolved.metrics)
    : { metrics: resolved.metrics, notes: [] }
  const measured = sample && answers && heldOutCertificates(answers, sample, { ...resolved, metrics }, onProgress)
  const notes = [
    ...matchNotes(model, train, heldOut),
    ...(train ? givenTrainNotes(model, train, runtime.compute) : []),
    ...(heldOut ? placeNotes : []),
    ...theoremNotes(answers),
  ]
  return certifiedWith(model, { train, measured, notes }, resolved, runtime)
}

/** What theorems say, after what held-out lists said. */
export function certifiedWith(
  model: ListModel,
  {
    train,
    measured,
    notes,
  }: {
    readonly train: RankingLists | undefined
    readonly measured: HeldOutStatements | undefined
    /** On the lists that were given. */
    readonly notes: readonly string[]
  },
  resolved: Resolved<typeof certifyOptions>,
  runtime: Runtime,
): Certified {
  if (resolved.abstainRadius !== undefined && model.method !== 'abstaining') {
    refuseOption('abstainRadius', 'a model of the method abstaining')
  }
  const abstention = abstentionCertificates(model, train, resolved, runtime)
  const others = [queryLevelCertificates, stabilityCertificates].map((family) => family(model, train, resolved, runtime))
  return {
    certificates: [...(measured?.certificates ?? []), ...[abstention, ...others].flatMap(({ certificates }) => certificates)],
    heldOut: measured?.heldOut ?? [],
    notApplicable: [...others, abstention].flatMap(({ notApplicable }) => notApplicable),
    notes: [...new Set([...notes, ...(measured?.notes ?? [withoutHeldOut(model)])])],
  }
}

/** Where the features of the lists are not those of the model. */
function matchNotes(model: ListModel, ...given: readonly (RankingLists | undefined)[]): readonly string[] {
  return given.flatMap((lists) => (lists === undefined ? [] : matchLists(model, lists).notes))
}

/** A theorem bounds the loss of the scores; a rule changes what is shown, not the scores. */
function theoremNotes(answers: Answers | undefined): string[] {
  return answers?.served === undefined
    ? []
    : ['Held-out numbers are about the lists as rank serves them. Theorems are about the scores alone.']
}

/** The way to a certificate from the training lists alone. */
function withoutHeldOut({ method }: ListModel): string {
  const text = 'No held-out lists were given, so there is no held-out bound.'
  if (method === 'ogd') return text // what it lacks is told with the theorem
  return `${text} To get a certificate from the training lists alone, train with ${namedOption({ method: 'ogd', scale: 'none', missing: 'zero' }, 'train')} and a radius that is fixed before the lists are seen.`
}
