/**
 * The measures that look at the ancestors of two terms, all in one walk over those of the target: for each information content Resnik, Lin,
 * Jiang-Conrath, relevance and SimGIC, then Wu-Palmer, Wang, the share of ancestors that are common, the depth of the deepest of them, and
 * whether one term is above the other. Contents are divided by the greatest, so that all features lie between 0 and 1.
 */
import type { InformationContent } from '../information/informationContent.ts'
import type { SharedContent } from '../measures/informationMeasure.ts'
import { lin } from '../measures/lin.ts'
import { relevance } from '../measures/relevance.ts'
import { resnik } from '../measures/resnik.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { ancestorTable } from './ancestorTable.ts'
import type { FeatureGroup } from './featureGroup.ts'

export function ancestorFeatures(hierarchy: Hierarchy, informations: readonly InformationContent[]): FeatureGroup {
  const { size, shortestDepth } = hierarchy
  const { starts, ends, ancestors, semantic } = ancestorTable(hierarchy)
  const sumOver = (valueAt: (place: number) => number) =>
    Float64Array.from(starts, (start, term) => {
      let sum = 0
      for (let place = start; place < ends[term]; place++) sum += valueAt(place)
      return sum
    })
  const contents = informations.map(({ model, values: given, scale }) => {
    const { values, greatest } = unitContents(given)
    const measures: readonly SharedContent[] = [resnik, lin, jiangConrath, relevance(scale * greatest)]
    return { model, values, measures, totals: sumOver((place) => values[ancestors[place]]) }
  })
  const semanticTotals = sumOver((place) => semantic[place])
  const greatestDepth = Math.max(
    1,
    shortestDepth.reduce((most, depth) => Math.max(most, depth), 0),
  )
  // 1 + the place of an ancestor of the source in the table, 0 for other terms.
  const placeOf = new Uint32Array(size)
  const shared = new Float64Array(contents.length)
  const common = new Float64Array(contents.length)
  let last = -1
  return {
    names: [
      ...contents.flatMap(({ model }) => ['resnik', 'lin', 'jiang-conrath', 'relevance', 'simgic'].map((name) => `${name} (${model})`)),
      ...['wu-palmer', 'wang', 'common ancestors', 'common depth', 'above or below'],
    ],
    from(source) {
      if (last >= 0) for (let place = starts[last]; place < ends[last]; place++) placeOf[ancestors[place]] = 0
      for (let place = starts[source]; place < ends[source]; place++) placeOf[ancestors[place]] = 1 + place
      last = source
      const sourceCount = ends[source] - starts[source]
      return (target, into, at) => {
        shared.fill(0)
        common.fill(0)
        let [deepest, count, semanticSum, above] = [0, 0, 0, placeOf[target] > 0 ? 1 : 0]
        for (let place = starts[target]; place < ends[target]; place++) {
          const ancestor = ancestors[place]
          const own = placeOf[ancestor]
          if (own === 0) continue
          count++
          semanticSum += semantic[own - 1] + semantic[place]
          if (ancestor === source) above = 1
          if (shortestDepth[ancestor] > deepest) deepest = shortestDepth[ancestor]
          for (let model = 0; model < contents.length; model++) {
            const value = contents[model].values[ancestor]
            common[model] += value
            if (value > shared[model]) shared[model] = value
          }
        }
        const same = source === target
        let next = at
        for (let model = 0; model < contents.length; model++) {
          const { values, totals, measures } = contents[model]
          for (const measure of measures) into[next++] = measure(shared[model], values[source], values[target], same)
          const all = totals[source] + totals[target] - common[model]
          into[next++] = all > 0 ? common[model] / all : same ? 1 : 0
        }
        const depths = shortestDepth[source] + shortestDepth[target]
        into[next++] = same ? 1 : depths === 0 ? 0 : (2 * deepest) / depths
        into[next++] = same ? 1 : semanticSum / (semanticTotals[source] + semanticTotals[target])
        into[next++] = count / (sourceCount + ends[target] - starts[target] - count)
        into[next++] = deepest / greatestDepth
        into[next] = above
      }
    },
  }
}

/** 1 - d/2 as in ../measures/jiangConrath.ts; contents of at most 1 keep it above 0. */
const jiangConrath: SharedContent = (shared, first, second, same) => (same ? 1 : 1 - (first + second - 2 * shared) / 2)

/** A term that was never counted counts as the rarest that was: features have to be finite. */
function unitContents(given: Float64Array): { readonly values: Float64Array; readonly greatest: number } {
  const found = given.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, value) : most), 0)
  const greatest = found > 0 ? found : 1
  return { values: given.map((value) => (Number.isFinite(value) ? value / greatest : 1)), greatest }
}
