/** `ontology similar MODEL TERM --why A,B`: why one term is closer than another. */
import { type TermModel, whyCloser } from '@rankwright/core/models'
import type { TermFinder } from '@rankwright/core/ontology'
import type { Answer } from './command.ts'
import { decimals, readable } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'
import { UsageError } from './usageError.ts'

export interface CloserTermReport {
  readonly term: string
  readonly closer: string
  readonly other: string
  readonly difference: number
  readonly contributions: readonly { readonly feature: string; readonly values: readonly [number, number]; readonly contribution: number }[]
}

/** Features that are printed; JSON has all of them. */
const mostRows = 12

export function whyAnswer(model: TermModel, finder: TermFinder, text: string, pair: readonly string[]): Answer<CloserTermReport> {
  if (pair.length !== 2) throw new UsageError('--why takes two terms, as in --why A,B.')
  const [term, first, second] = [text, ...pair].map((each) => finder.one(each))
  if (first === second) throw new UsageError('--why names one term twice; give two terms, as in --why A,B.')
  const { closer, other, difference, contributions } = whyCloser(model, term, first, second)
  const { ids, names } = model
  const called = (each: number) => `${ids[each]} ${names[each]}`.trim()
  const told = contributions.map(({ feature, values, contribution }) => ({ feature, values, contribution }))
  return {
    document: { term: ids[term], closer: ids[closer], other: ids[other], difference, contributions: told },
    text: ({ bold }) => {
      const rows = told
        .slice(0, mostRows)
        .map(({ feature, values, contribution }) => [decimals(contribution), feature, readable(values[0]), readable(values[1])])
      const title =
        difference === 0
          ? `${called(closer)} and ${called(other)} are equally close to ${called(term)}.`
          : `${called(closer)} is closer to ${called(term)} than ${called(other)}, by ${decimals(difference)}:`
      if (rows.length === 0) return `${bold(title)} No feature tells them apart.\n`
      const more = told.length > mostRows ? `\n${told.length - mostRows} more features speak less.\n` : ''
      return `${bold(title)}\n\n${textTable(['adds', 'feature', 'closer', 'other'], ['right', 'left', 'right', 'right'], rows)}\n${more}`
    },
  }
}
