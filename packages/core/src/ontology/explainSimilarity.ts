import { number, requireArguments } from '../arguments/shapes.ts'
import { commonAncestor } from './measures/commonAncestor.ts'
import { greatestContent } from './measures/jiangConrath.ts'
import type { MeasureSetting } from './measures/measure.ts'
import { shortestPath } from './measures/shortestPath.ts'
import { simGicVectors } from './measures/simGic.ts'
import { similarityOf } from './measures/similarityOf.ts'
import { wangVectors } from './measures/wang.ts'
import { measureSetting, type SimilarityOptions } from './similarity.ts'
import type { Hierarchy } from './structure/hierarchy.ts'

/** Says in words how a classical measure comes to the similarity of two terms: what they share, and the numbers of the formula. */
export function explainSimilarity(hierarchy: Hierarchy, options: SimilarityOptions): (first: number, second: number) => string {
  const setting = measureSetting(hierarchy, options)
  const { measure } = options
  const { ids, names } = hierarchy.ontology
  const similarity = similarityOf(measure, setting)
  const shared = commonAncestor(hierarchy, measure === 'wu-palmer' ? hierarchy.shortestDepth : setting.information.values)
  const numbersOf = formulaOf(options, setting)
  const termShape = number({ whole: true, atLeast: 0, atMost: hierarchy.size - 1 })
  return (first, second) => {
    requireArguments({ first, second }, { first: termShape, second: termShape })
    const ancestor = shared.of(first, second)
    return `${whatIsShared(first, second, ancestor)}${numbersOf(first, second, ancestor)} = ${shown(similarity(first)(second))}.`
  }

  function whatIsShared(first: number, second: number, ancestor: number | undefined): string {
    if (first === second) return `${label(first)} is compared with itself`
    if (ancestor === undefined) return `${label(first)} and ${label(second)} share no ancestor`
    if (ancestor === first) return `${label(second)} is below ${label(first)}`
    if (ancestor === second) return `${label(first)} is below ${label(second)}`
    return `${label(first)} and ${label(second)} are both below ${label(ancestor)}`
  }

  function label(term: number): string {
    return names[term] === '' ? ids[term] : `${ids[term]} (${names[term]})`
  }
}

type Formula = (first: number, second: number, ancestor: number | undefined) => string

/** The numbers of a measure, up to the sign of equality. */
function formulaOf({ measure }: SimilarityOptions, setting: MeasureSetting): Formula {
  const { hierarchy, information, profile } = setting
  const contentOf = (term: number | undefined) => (term === undefined ? 0 : information.values[term])
  switch (measure) {
    case 'resnik':
      return (...[, , ancestor]) => `; the content shared is ${shown(contentOf(ancestor))}: similarity`
    case 'lin':
      return (first, second, ancestor) => `; ${contents(first, second, ancestor)}: 2 · shared / (sum of both)`
    case 'relevance':
      return (first, second, ancestor) =>
        `; ${contents(first, second, ancestor)}: 2 · shared / (sum of both) · (1 − p), p the share of the common ancestor,`
    case 'jiang-conrath':
      return (first, second, ancestor) => `; ${contents(first, second, ancestor)}: ${distanceForm()}`
    case 'wu-palmer':
      return (first, second, ancestor) =>
        ancestor === undefined ? ': similarity' : `; ${depths(first, second, ancestor)}: 2 · shared / (sum of both)`
    case 'path':
    case 'leacock-chodorow': {
      const between = shortestPath(setting)
      const form = measure === 'path' ? '1 / (1 + edges)' : '−ln((edges + 1) / (2 · depth of the hierarchy))'
      return (first, second) => {
        const steps = between(first)(second)
        return Number.isFinite(steps) ? `; the shortest path has ${edges(steps)}: ${form}` : '; there is no path: similarity'
      }
    }
    case 'wang':
      return commonSums(wangVectors(setting), 'semantic value', (one, other) => one + other, '(what they share) / (sum of both)')
    case 'simgic':
      return commonSums(simGicVectors(setting), 'content', (one) => one, '(what they share) / (what either has)')
    case 'second-eigenvector':
      return () => '; 1 − their distance on the second eigenvector of the graph'
  }

  function contents(first: number, second: number, ancestor: number | undefined): string {
    return `the content shared is ${shown(contentOf(ancestor))}, their own are ${shown(contentOf(first))} and ${shown(contentOf(second))}`
  }

  function distanceForm(): string {
    switch (profile) {
      case 'rankwright':
        return `1 − (sum of both − 2 · shared) / (2 · ${shown(greatestContent(information.values))}, the greatest content)`
      case 'hesml':
        return '1 − (sum of both − 2 · shared) / 2'
      case 'nltk':
        return '1 / (sum of both − 2 · shared)'
    }
  }

  function depths(first: number, second: number, ancestor: number): string {
    const { shortestDepth } = hierarchy
    if (profile !== 'nltk')
      return `its depth is ${shortestDepth[ancestor]}, their own are ${shortestDepth[first]} and ${shortestDepth[second]}`
    return 'depths count nodes by way of it'
  }
}

function commonSums(
  vectorOf: ReturnType<typeof simGicVectors>,
  what: string,
  counts: (one: number, other: number) => number,
  form: string,
): Formula {
  return (first, second) => {
    const [one, other] = [vectorOf(first), vectorOf(second)]
    const ofOne = new Map(Array.from(one.terms, (term, at) => [term, one.values[at]]))
    let shared = 0
    let common = 0
    for (let at = 0; at < other.terms.length; at++) {
      const value = ofOne.get(other.terms[at])
      if (value === undefined) continue
      shared++
      common += counts(value, other.values[at])
    }
    const sums = `all that one has ${shown(one.total)}, the other ${shown(other.total)}`
    return `; of ${one.terms.length} and ${other.terms.length} ancestors they share ${shared}, with ${what} ${shown(common)}, ${sums}: ${form}`
  }
}

function edges(count: number): string {
  return `${count} edge${count === 1 ? '' : 's'}`
}

/** Four digits are enough to follow. */
function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : Number.isNaN(value) ? 'none' : 'infinite'
}
