/**
 * Sums of RankRLS over rows h of a feature space, weighed and centred: Z = Sᵀ H and z = Sᵀ y of pairwiseCentring.ts. Parts are those of whole
 * sections.
 */

import { joined } from '../../numeric/allocate.ts'
import { addInTree, addVector, TreeSum } from '../../numeric/compute/blockTree.ts'
import type { Training } from '../../runtime/training.ts'
import {
  addToMean,
  addTransposedProduct,
  type CentredSpace,
  eachFeatureBlock,
  type FeatureRows,
  featureRows,
  type GroupMean,
  multiplyBlock,
  needsMean,
} from '../passes/rankRls/featureRows.ts'
import { type NormalEquations, normalEquations } from '../passes/rankRls/normalEquations.ts'
import { centre, uncentre } from '../passes/rankRls/pairwiseCentring.ts'
import { type FeatureSpec, rowFeatures } from '../passes/rankRls/rowFeatures.ts'
import { type ListsHere, type Operation, sectionRanges } from './operation.ts'

export interface SpaceAsked {
  readonly space: CentredSpace
  readonly section: number
}

/** The means of the groups that need one; `space` has none yet. With global centring `base` is the h of the first row of all. */
export const spaceMeans: Operation<SpaceAsked & { readonly base?: Float64Array }, readonly GroupMean[], readonly GroupMean[]> = {
  parts: (here, asked) =>
    perSection(here, asked, function* (rows, range) {
      if (asked.base !== undefined) return [yield* groupMean(rows, range, 0, asked.base)]
      const means: GroupMean[] = []
      const { offsets } = rows.lists
      for (let list = range[0]; list < range[1]; list++) {
        const size = offsets[list + 1] - offsets[list]
        if (size === 0 || !needsMean(size, rows.totals)) continue
        rows.features.evaluate(offsets[list], offsets[list] + 1, rows.block)
        const base = Float64Array.from(rows.block.subarray(0, rows.features.size))
        means.push(yield* groupMean(rows, [list, list + 1], here.before.lists + list, base))
      }
      return means
    }),
  combine(parts, { base }) {
    if (base === undefined) return parts.flat()
    addInTree(
      parts.map(([{ along }]) => along),
      addVector,
    )
    return parts[0]
  },
}

function* groupMean(rows: FeatureRows, range: readonly [number, number], group: number, base: Float64Array): Training<GroupMean> {
  const along = new Float64Array(base.length)
  yield* eachFeatureBlock(rows, range, 'centring', (first, last) => addToMean(rows, base, first, last, along))
  return { group, base, along }
}

/** h of the first row of all. */
export const firstFeatures: Operation<{ readonly spec: FeatureSpec }, Float64Array, Float64Array> = {
  *parts({ lists, before, runtime }, { spec }) {
    if (before.rows > 0 || lists.labels.length === 0) return []
    const { compute } = runtime
    const mark = compute.mark()
    try {
      yield { stage: 'centring', done: 0 }
      const features = rowFeatures(spec, lists, compute)
      const first = new Float64Array(features.size)
      features.evaluate(0, 1, first)
      return [first]
    } finally {
      compute.release(mark)
    }
  },
  combine: ([first]) => first,
}

/** Zᵀ Z and Zᵀ z. */
export const spaceProducts: Operation<SpaceAsked, NormalEquations, NormalEquations> = {
  parts: (here, asked) => perSection(here, asked, normalEquations),
  combine(parts) {
    const sum = treeOfEquations()
    for (const part of parts) sum.add(part)
    return sum.take()
  },
  *whole(here, asked) {
    const sum = treeOfEquations()
    yield* perSection(here, asked, function* (rows, range) {
      sum.add(yield* normalEquations(rows, range))
    })
    return sum.take()
  },
}

function treeOfEquations(): TreeSum<NormalEquations> {
  return new TreeSum((one, next) => {
    addVector(one.gram, next.gram)
    addVector(one.moments, next.moments)
    return one
  })
}

/** H θ: the scores of all rows, one after the other. */
export const spaceScores: Operation<SpaceAsked & { readonly theta: Float64Array }, Float64Array, Float64Array> = {
  parts: (here, asked) =>
    perSection(here, asked, function* (rows, range) {
      const { offsets } = rows.lists
      const start = offsets[range[0]]
      const scores = new Float64Array(offsets[range[1]] - start)
      yield* eachFeatureBlock(rows, range, 'check', (first, last) => {
        multiplyBlock(rows, last - first, asked.theta)
        scores.set(rows.vector.subarray(0, last - first), first - start)
      })
      return scores
    }),
  combine: (parts) => joined(Float64Array, parts),
}

/** `start` + Hᵀ v, with a number v for each of all rows. */
export const spaceTransposed: Operation<
  SpaceAsked & { readonly vector: Float64Array; readonly start: Float64Array },
  Float64Array,
  Float64Array
> = {
  parts: (here, asked) =>
    perSection(here, asked, function* (rows, range, isFirst) {
      const sums = isFirst ? asked.start.slice() : new Float64Array(asked.start.length)
      yield* eachFeatureBlock(rows, range, 'check', (first, last) => {
        rows.vector.set(asked.vector.subarray(here.before.rows + first, here.before.rows + last))
        addTransposedProduct(rows, last - first, sums)
      })
      return sums
    }),
  combine(parts) {
    addInTree(parts, addVector)
    return parts[0]
  },
}

/** For r = Sᵀ (y − H θ): the scores H θ, then `start` + Hᵀ S r and ‖r‖², the square last. For blocks that hold whole groups. */
export interface SpaceCheck {
  readonly scores: Float64Array
  readonly sums: Float64Array
}

export const spaceCheck: Operation<SpaceAsked & { readonly theta: Float64Array; readonly start: Float64Array }, SpaceCheck, SpaceCheck> = {
  parts: (here, asked) =>
    perSection(here, asked, (rows, range, isFirst) => checkedSection(rows, range, asked.theta, isFirst ? asked.start : undefined)),
  combine(parts) {
    addInTree(
      parts.map(({ sums }) => sums),
      addVector,
    )
    return {
      scores: joined(
        Float64Array,
        parts.map(({ scores }) => scores),
      ),
      sums: parts[0].sums,
    }
  },
}

function* checkedSection(
  rows: FeatureRows,
  range: readonly [number, number],
  theta: Float64Array,
  start: Float64Array | undefined,
): Training<SpaceCheck> {
  const { lists, centring, runtime, vector } = rows
  const { compute } = runtime
  const { size } = rows.features
  const begin = lists.offsets[range[0]]
  const scores = new Float64Array(lists.offsets[range[1]] - begin)
  const residuals = lists.labels.slice()
  const sums = start === undefined ? new Float64Array(size + 1) : start.slice()
  const gap = sums.subarray(0, size)
  let group = range[0]
  yield* eachFeatureBlock(rows, range, 'check', (first, last) => {
    multiplyBlock(rows, last - first, theta)
    scores.set(vector.subarray(0, last - first), first - begin)
    for (let row = first; row < last; row++) residuals[row] -= scores[row - begin]
    const from = group
    while (group + 1 < centring.starts.length && centring.starts[group + 1] <= last) group++
    centre(centring, residuals, from, group)
    const own = residuals.subarray(first, last)
    sums[size] += compute.dot(own, own)
    uncentre(centring, residuals, from, group)
    vector.set(own)
    addTransposedProduct(rows, last - first, gap)
  })
  return { scores, sums }
}

/** Goes through the sections with the rows of the space ready; says which one is the first of all. */
function* perSection<Part>(
  here: ListsHere,
  { space, section }: SpaceAsked,
  partOf: (rows: FeatureRows, range: readonly [number, number], isFirst: boolean) => Training<Part>,
): Training<Part[]> {
  const { compute } = here.runtime
  const mark = compute.mark()
  try {
    const rows = featureRows(space, here.lists, here.before.lists, here.runtime)
    const parts: Part[] = []
    for (const range of sectionRanges(here, section)) parts.push(yield* partOf(rows, range, here.before.blocks + parts.length === 0))
    return parts
  } finally {
    compute.release(mark)
  }
}
