/** Which part scores above which: rates by the order of a spectrum, by a depth-first order, or as an expert gives them. */

import { requireArguments } from '../../arguments/shapes.ts'
import { decimal } from '../../data/text/tableNumber.ts'
import { textLines } from '../../data/text/textLines.ts'
import { decodeUtf8 } from '../../data/text/utf8.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import type { DrawnTree } from '../../ontology/graph/drawnTree.ts'
import { fiedlerVector } from '../../ontology/graph/fiedlerVector.ts'
import { type OntologyGraph, ontologyGraph } from '../../ontology/graph/ontologyGraph.ts'
import { type Parts, partsBelow, type SharedRule } from '../../ontology/graph/parts.ts'
import { fileShapes } from '../../ontology/reading/readerShapes.ts'
import { rowCells } from '../../ontology/reading/rowCells.ts'
import { termFinder } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import type { Ontology } from '../../ontology/structure/ontology.ts'
import type { Place } from '../../problems/place.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** A row of a file of rates. */
export interface GivenRate {
  /** Id or name of a term: it and what is below it is a part. */
  readonly branch: string
  readonly rate: number
  readonly at: Place
}

/** Up to this many parts that hang together, the matrix of their graph is decomposed; of more, the one vector is searched for. */
const mostDecomposed = 500

/**
 * Rates 1 … k. Parts that edges connect come one after another, in the order of the Fiedler vector of the graph of the parts (Fiedler
 * 1975; Juvan & Mohar 1992 for orders from it), whose edges weigh what the edges between two parts weigh together. Equal entries,
 * and groups of parts that no edge connects, go by size, the largest first, then by id; the largest part of a group lies in its first half.
 */
export function spectralRates({ ids }: Ontology, graph: OntologyGraph, parts: Parts, compute?: Compute): Float64Array {
  const count = parts.branches.length
  const weights = partGraph(graph, parts)
  const sizeOf = (part: number) => parts.offsets[part + 1] - parts.offsets[part]
  const idOf = (part: number) => ids[parts.branches[part]]
  const plain = (a: number, b: number) => sizeOf(b) - sizeOf(a) || (idOf(a) < idOf(b) ? -1 : 1)
  const bySize = Array.from({ length: count }, (_, part) => part).sort(plain)
  const seen = new Set<number>()
  const order: number[] = []
  for (const first of bySize) {
    if (seen.has(first)) continue
    const group = [first]
    seen.add(first)
    for (const part of group) {
      for (const other of weights[part].keys()) {
        if (seen.has(other)) continue
        seen.add(other)
        group.push(other)
      }
    }
    group.sort(plain)
    const entries = fiedler(group, weights, compute)
    const entryOf = new Map(group.map((part, place) => [part, entries[place]]))
    order.push(...group.sort((a, b) => entryOf.get(a)! - entryOf.get(b)! || plain(a, b)))
  }
  const rates = new Float64Array(count)
  for (const [place, part] of order.entries()) rates[part] = place + 1
  return rates
}

/** Rows of `term,rate`, with commas or tabs between; the first may name the columns. */
export function parseRates(file: string, bytes: Uint8Array): GivenRate[] {
  requireArguments({ file, bytes }, fileShapes)
  const rates: GivenRate[] = []
  let isFirst = true
  for (const { line, start, end } of textLines(file, bytes)) {
    const text = decodeUtf8(bytes, start, end)
    const at = { file, line }
    if (text === undefined) throw new RankwrightError({ area: 'data', code: 'not-utf8', at, what: 'line' })
    if (text.trim() === '' || text.startsWith('#')) continue
    const [branch, written, ...more] = rowCells(text, text.includes('\t') ? '\t' : ',')
    const heading = isFirst && written?.toLowerCase() === 'rate' && more.length === 0
    isFirst = false
    if (heading) continue
    const rate = written === undefined || more.length > 0 ? undefined : decimal(written)
    if (rate === undefined || !Number.isFinite(rate))
      throw new RankwrightError({ area: 'ontology', code: 'rate-row', at, found: text.slice(0, 60) })
    rates.push({ branch, rate, at })
  }
  return rates
}

/** Every rated term is a part with what is below it, down to the next rated terms. */
export function ratedParts(
  hierarchy: Hierarchy,
  shared: SharedRule,
  given: readonly GivenRate[],
): { readonly parts: Parts; readonly rates: Float64Array } {
  const finder = termFinder(hierarchy.ontology)
  const rateOf = new Map<number, GivenRate>()
  for (const each of given) {
    const { branch: found, at } = each
    const term = finder.one(found, at)
    const before = rateOf.get(term)
    if (before !== undefined) throw new RankwrightError({ area: 'ontology', code: 'rate-twice', at, found, first: before.at })
    rateOf.set(term, each)
  }
  const branches = Uint32Array.from(rateOf.keys()).sort()
  const rates = Float64Array.from(branches, (branch) => rateOf.get(branch)?.rate ?? Number.NaN)
  if (rates.every((rate) => rate === rates[0]))
    throw new RankwrightError({ area: 'ontology', code: 'one-rate', rates: rates.length, rate: rates[0] })
  return { parts: partsBelow(hierarchy, shared, branches), rates }
}

/** Rates 1 … k by the places that the terms of the parts have in the depth-first order of a tree. */
export function depthFirstRates({ order }: DrawnTree, { branches }: Parts): Float64Array {
  const partOf = new Map(Array.from(branches, (branch, part) => [branch, part]))
  const rates = new Float64Array(branches.length)
  let rate = 0
  for (const term of order) {
    const part = partOf.get(term)
    if (part !== undefined) rates[part] = ++rate
  }
  return rates
}

/** Weight of the edges between two parts, from part to part. */
function partGraph({ size, edgeChildren, edgeParents, edgeWeights }: OntologyGraph, { offsets, members }: Parts): Map<number, number>[] {
  const of: number[][] = Array.from({ length: size }, () => [])
  for (let part = 0; part + 1 < offsets.length; part++) {
    for (let at = offsets[part]; at < offsets[part + 1]; at++) of[members[at]].push(part)
  }
  const weights = Array.from({ length: offsets.length - 1 }, () => new Map<number, number>())
  for (const [edge, weight] of edgeWeights.entries()) {
    for (const a of of[edgeChildren[edge]]) {
      for (const b of of[edgeParents[edge]]) {
        if (a === b) continue
        weights[a].set(b, (weights[a].get(b) ?? 0) + weight)
        weights[b].set(a, (weights[b].get(a) ?? 0) + weight)
      }
    }
  }
  return weights
}

/** The eigenvector of the second least eigenvalue of the Laplacian; rounded, so that equal entries are equal, the first one not above 0. */
function fiedler(group: readonly number[], weights: readonly ReadonlyMap<number, number>[], compute?: Compute): Float64Array {
  const n = group.length
  if (n === 1) return new Float64Array(1)
  if (n > mostDecomposed) return rounded(fiedlerVector(groupGraph(group, weights)))
  const matrix = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const weight = weights[group[row]].get(group[column]) ?? 0
      if (row === column) continue
      matrix[row * n + column] = -weight
      matrix[row * n + row] += weight
    }
  }
  const { vectors } = symmetricEigen(n, matrix, compute)
  return rounded(vectors.subarray(n, 2 * n))
}

function rounded(vector: Float64Array): Float64Array {
  const sign = vector[0] > 0 ? -1 : 1
  return vector.map((entry) => Math.round(sign * entry * 1e9) / 1e9)
}

function groupGraph(group: readonly number[], weights: readonly ReadonlyMap<number, number>[]): OntologyGraph {
  const placeOf = new Map(group.map((part, place) => [part, place]))
  const edges = group.flatMap((part, place) =>
    [...weights[part]].flatMap(([other, weight]) => {
      const to = placeOf.get(other) ?? place
      return to > place ? [{ place, to, weight }] : []
    }),
  )
  return ontologyGraph(
    group.length,
    Int32Array.from(edges, ({ place }) => place),
    Int32Array.from(edges, ({ to }) => to),
    Float64Array.from(edges, ({ weight }) => weight),
  )
}
