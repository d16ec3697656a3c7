// Which calls are tried with a function.
import { misspelt, spoilt } from './hostile.mjs'

/** An argument that another function of the library made: it is replaced as a whole, and its inside is left alone. */
export function made(value) {
  return { marked: 'made', value }
}

/** An argument with options: a name that is not among them has to be refused. */
export function options(value) {
  return { marked: 'options', value }
}

/** An argument that is left alone, as another row asks the same code about it. */
export function kept(value) {
  return { marked: 'kept', value }
}

/**
 * A row: `given` makes arguments that make sense, by their names and in their order. `strange` says why the answer may hold NaN or Infinity.
 * `accepts` looks at an answer. `refused` says why the call that makes sense is refused, where no sample can be had.
 */
export function row(given, rules = {}) {
  return { given, ...rules }
}

/** First the call that makes sense, then calls with nothing at all, with less, and with each argument spoilt. */
export function* attemptsOf({ given }) {
  const names = Object.keys(given())
  const kinds = Object.values(given()).map((value) => (isMarked(value) ? value.marked : 'walked'))
  const fresh = () => Object.values(given()).map((value) => (isMarked(value) ? value.value : value))
  yield { words: 'what makes sense', args: fresh(), must: 'answer' }
  yield { words: 'nothing', args: [] }
  for (const [place, name] of names.entries()) {
    if (kinds[place] === 'kept') continue
    const replaced = (wrong) => fresh().map((value, at) => (at === place ? wrong : value))
    const sample = fresh()[place]
    for (const { place: part, words, wrong, whole } of spoilt(kinds[place] === 'made' ? undefined : sample)) {
      const argument = part === '' ? name : part.startsWith('[') ? `${name}${part}` : `${name}.${part}`
      yield { words: `${argument} = ${words}`, args: replaced(wrong), name: whole ? name : undefined }
    }
    if (kinds[place] !== 'options') continue
    for (const { words, wrong, near } of misspelt(sample))
      yield { words: `${name}: ${words}`, args: replaced(wrong), must: 'refuse', ...(near && { near }) }
  }
}

function isMarked(value) {
  return typeof value === 'object' && value !== null && 'marked' in value
}
