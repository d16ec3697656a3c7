import { count, fields, madeBy, numbersOf, optional, requireArguments, texts } from '../arguments/shapes.ts'
import type { FeatureMap } from '../data/features/featureMap.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { selectColumns } from '../data/lists/selectColumns.ts'
import type { LossSpec } from '../losses/lossSpec.ts'
import { listBlocks } from '../numeric/compute/listBlocks.ts'
import { type Runtime, runtimeShape } from '../runtime/runtime.ts'
import { obeyStop, type Training } from '../runtime/training.ts'
import { type HeldLists, isHeld, requireTrainingLists, type TrainingLists } from './heldLists.ts'
import { keptInMemory } from './keptInMemory.ts'
import type { Kept, ListsHere } from './operations/operation.ts'
import { type AnswerOf, type AskedOf, type OperationName, operationOf, type PartOf } from './operations.ts'
import { type MappedFeatures, mappedFeatures, rowsOfLists } from './passes/mappedFeatures.ts'
import { type GradedLists, type RankingPass, rankingPass, type Weighing } from './passes/rankingPass.ts'

/** The holder that a training asks: the one given, or this process if it was given the lists themselves. */
export function heldBy(lists: TrainingLists, runtime: Runtime): HeldLists {
  requireTrainingLists(lists)
  return isHeld(lists) ? lists : new LocalLists(inMemory(lists), runtime)
}

/** Where rows come from, and what they become. */
interface Rows {
  readonly graded: GradedLists
  readonly width: number
  readonly featureNames?: readonly string[]
  readonly othersAreZero?: true | undefined
  readonly featuresChosen?: true | undefined
  readonly layout: 'dense' | 'sparse'
  /** Made when first asked for. */
  lists(): RankingLists
  map(map: FeatureMap, runtime: Runtime): Training<MappedFeatures>
}

/** What is known of lists before their rows are read. */
export interface ListsOnDemand extends Omit<Rows, 'map'> {}

function inMemory(lists: RankingLists): Rows {
  const { width, featureNames, othersAreZero, featuresChosen, features } = lists
  return {
    graded: lists,
    width,
    ...(featureNames && { featureNames }),
    othersAreZero,
    featuresChosen,
    layout: features.kind,
    lists: () => lists,
    map: (map, runtime) => mappedFeatures(map, lists, runtime),
  }
}

const shapes = {
  rows: madeBy('LocalLists.of', 'graded', 'width', 'layout', 'lists', 'map'),
  runtime: runtimeShape,
  before: fields({ lists: count(), rows: count(), blocks: count() }),
}

/**
 * Lists in the memory of this process, which answers for them at once. Mapped rows and passes are kept between questions, in the memory of
 * `runtime.compute`: they last until that memory is released, and so must the object.
 */
export class LocalLists implements HeldLists, ListsHere {
  readonly blocks: Uint32Array
  readonly before: ListsHere['before']
  readonly runtime: Runtime
  readonly kept: Kept
  readonly #rows: Rows
  readonly #maps: { readonly map: FeatureMap; readonly features: MappedFeatures }[] = []
  /** What is asked again and again, and is about nothing but the lists. */
  readonly #answers = new Map<OperationName, unknown>()
  readonly #passes: { readonly map: FeatureMap; readonly key: string; readonly pass: RankingPass }[] = []

  /** `before` says what others hold before these. */
  static of(lists: RankingLists, runtime: Runtime, before?: ListsHere['before']): LocalLists {
    requireLists('lists', lists)
    return new LocalLists(inMemory(lists), runtime, before)
  }

  /** Lists whose rows are read when somebody asks for them. `kept` is what earlier answers about them have left. */
  static onDemand(known: ListsOnDemand, runtime: Runtime, before: ListsHere['before'], kept: Kept): LocalLists {
    let read: RankingLists | undefined
    const lists = () => (read ??= known.lists())
    return new LocalLists({ ...known, lists, map: (map) => mappedFeatures(map, lists(), runtime) }, runtime, before, kept)
  }

  /** `kept` is what earlier answers about the same lists have left. */
  constructor(rows: Rows, runtime: Runtime, before: ListsHere['before'] = { lists: 0, rows: 0, blocks: 0 }, kept: Kept = keptInMemory()) {
    requireArguments({ rows, runtime, before }, shapes)
    this.kept = kept
    this.#rows = rows
    this.blocks = listBlocks(rows.graded.offsets, rows.width)
    this.before = before
    this.runtime = runtime
  }

  get lists(): RankingLists {
    return this.#rows.lists()
  }

  get graded(): GradedLists {
    return this.#rows.graded
  }

  get width(): number {
    return this.#rows.width
  }

  get featureNames(): readonly string[] | undefined {
    return this.#rows.featureNames
  }

  get othersAreZero(): true | undefined {
    return this.#rows.othersAreZero
  }

  get featuresChosen(): true | undefined {
    return this.#rows.featuresChosen
  }

  get layout(): 'dense' | 'sparse' {
    return this.#rows.layout
  }

  *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
    obeyStop(this.runtime)
    const known = this.#answers.get(name)
    if (known !== undefined) return known as AnswerOf<Name>
    const answer = yield* this.#answer(name, asked)
    if (name === 'summary' || name === 'fingerprint') this.#answers.set(name, answer)
    return answer
  }

  *#answer<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
    const operation = operationOf(name)
    if (operation.whole !== undefined) return yield* operation.whole(this, asked)
    return operation.combine(yield* operation.parts(this, asked), asked)
  }

  /** What the blocks here contribute, where others hold other blocks. */
  parts<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<PartOf<Name>[]> {
    return operationOf(name).parts(this, asked)
  }

  withColumns(from: Int32Array, featureNames: readonly string[] | undefined): LocalLists {
    requireArguments({ from, featureNames }, { from: numbersOf('column', Int32Array, this.width, -1), featureNames: optional(texts) })
    const lists = { ...selectColumns(this.lists, from), ...(featureNames && { featureNames }) }
    return LocalLists.of(lists, this.runtime, this.before)
  }

  someLists(chosen: Uint32Array): LocalLists {
    requireArguments({ chosen }, { chosen: numbersOf('list', Uint32Array, this.graded.offsets.length - 1) })
    const { graded, width, featureNames, othersAreZero, layout } = this.#rows
    const own = chosenLists(graded, chosen)
    let lists: RankingLists | undefined
    const rows: Rows = {
      graded: own,
      width,
      ...(featureNames && { featureNames }),
      othersAreZero,
      layout,
      lists: () => (lists ??= selectLists(this.lists, chosen)),
      map: (map) => this.#mappedRows(map, chosen, rows),
    }
    return new LocalLists(rows, this.runtime)
  }

  /** Dense rows that are mapped already are copied; sparse ones are mapped again. */
  *#mappedRows(map: FeatureMap, chosen: Uint32Array, rows: Rows): Training<MappedFeatures> {
    const { dense, width } = yield* this.mapped(map)
    if (dense === undefined) return yield* mappedFeatures(map, rows.lists(), this.runtime)
    return rowsOfLists({ dense, width }, this.#rows.graded.offsets, chosen, this.runtime.compute)
  }

  *mapped(map: FeatureMap): Training<MappedFeatures> {
    const known = this.#maps.find((each) => each.map === map)
    if (known !== undefined) return known.features
    const features = yield* this.#rows.map(map, this.runtime)
    this.#maps.push({ map, features })
    return features
  }

  *pass(map: FeatureMap, loss: LossSpec, weighing: Weighing): Training<RankingPass> {
    const key = JSON.stringify({ ...loss, width: undefined, ...weighing }) // the width of a smoothed hinge may change from pass to pass
    const known = this.#passes.find((each) => each.map === map && each.key === key)
    if (known !== undefined) return known.pass
    const pass = rankingPass(yield* this.mapped(map), this.#rows.graded, this.blocks, loss, weighing, this.runtime)
    this.#passes.push({ map, key, pass })
    return pass
  }
}

function chosenLists({ labels, offsets, listWeights, itemIds }: GradedLists, chosen: Uint32Array): GradedLists {
  const starts = new Uint32Array(chosen.length + 1)
  for (const [place, list] of chosen.entries()) starts[place + 1] = starts[place] + offsets[list + 1] - offsets[list]
  const ownLabels = new Float64Array(starts[chosen.length])
  for (const [place, list] of chosen.entries()) ownLabels.set(labels.subarray(offsets[list], offsets[list + 1]), starts[place])
  return {
    labels: ownLabels,
    offsets: starts,
    ...(listWeights && { listWeights: Float64Array.from(chosen, (list) => listWeights[list]) }),
    ...(itemIds && { itemIds: Array.from(chosen, (list) => itemIds.slice(offsets[list], offsets[list + 1])).flat() }),
  }
}
