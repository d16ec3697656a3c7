/** Experiments in files that people write: JSON with a published schema (`experimentSchema`). Every error names line and column. */
import { object, requireArguments, text as textShape } from '../arguments/shapes.ts'
import { fileFormats } from '../data/files/fileFormat.ts'
import { requireGrades } from '../data/lists/grades.ts'
import { tableOptions } from '../data/tables/tableOptions.ts'
import { type DocumentReader, documentReader, type UnknownKey } from '../documents/documentReader.ts'
import { placeOfFault, placeOfKey, placeOfPart, repeatedKey, type TextPlace } from '../documents/jsonPlaces.ts'
import { parseMetric } from '../metrics/metricName.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { ownName, withOwnNames } from '../options/ownNames.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { columnOptions } from '../options/sharedOptions.ts'
import { respelled } from '../problems/namedOption.ts'
import { nearestName } from '../problems/nearestName.ts'
import { explain, type Problem, RankwrightError } from '../problems/problem.ts'
import { type MethodName, methodNames, methodOf } from '../trainers/methods.ts'
import type { DataSplit, Experiment, ExperimentData, ExperimentMethod, TriedValues } from './experiment.ts'
import { measuringOptions, searchOptions, splittingOptions } from './experimentOptions.ts'

export const experimentFormat = 'rankwright-experiment'

/** How data is read: options of `readLists`. */
export const readingOptions = {
  format: { kind: 'choice', of: fileFormats, leftOut: 'found from the name and content', doc: 'Format of the data.' },
  list: { kind: 'text', placeholder: 'COLUMN', leftOut: 'found by its name', doc: 'Column that names the list of a row.' },
  label: { kind: 'text', placeholder: 'COLUMN', leftOut: 'found by its name', doc: 'Column that holds the label.' },
  item: { kind: 'text', placeholder: 'COLUMN', leftOut: 'found by its name, if any', doc: 'Column that names the item.' },
  ...columnOptions,
  ...tableOptions,
  grades: { kind: 'text', placeholder: 'HOW', leftOut: 'labels are grades', doc: 'Turn labels such as clicks into grades.' },
} as const satisfies OptionTable

type Part = Readonly<Record<string, unknown>>
/** What is said of a part of an experiment that is wrong. Where it is a key that should not be there, it has the place of the key. */
type ProblemOfPart = (part: string, reason: string, unknown?: UnknownKey, key?: KeyOfPart) => Problem

interface KeyOfPart {
  readonly of: string
  readonly key: string
}

/** The part that a problem is about, and its key where that should not be there. */
interface PlaceOfPart {
  readonly part: string
  readonly key?: KeyOfPart
}

/** The experiment in a text; `file` is how messages call it. */
export function experimentFromJson(source: string, file: string): Experiment {
  requireArguments({ source, file }, { source: textShape, file: textShape })
  const document = parsed(source, file)
  const problem: ProblemOfPart = (part, reason, unknown, key = unknown && { of: part, key: unknown.key }) => ({
    area: 'experiment',
    code: 'experiment-broken',
    at: { file, ...(key === undefined ? placeOfPart(source, part) : placeOfKey(source, key.of, key.key)) },
    part: part === '' ? 'the experiment' : part,
    reason: inKeys(inSentences(reason, unknown)),
  })
  return new Reading(problem).experiment(document)
}

/** The same as an object, such as a program makes it. Data paths are those of the caller. */
export function experimentOf(document: unknown): Experiment {
  const problem: ProblemOfPart = (part, reason, unknown) => ({
    area: 'experiment',
    code: 'experiment-refused',
    part: part === '' ? 'the experiment' : part,
    reason: inSentences(reason, unknown),
  })
  requireArguments({ document }, { document: object('an object with data and methods') })
  let plain: Part
  try {
    plain = JSON.parse(JSON.stringify(document))
  } catch {
    throw new RankwrightError(problem('', 'it holds something that JSON cannot hold'))
  }
  if (plain?.['format'] !== experimentFormat) throw new RankwrightError(problem('format', `give "${experimentFormat}"`))
  return new Reading(problem).experiment(plain)
}

/** With what may have been meant by a key that is unknown. */
function inSentences(reason: string, unknown: UnknownKey | undefined): string {
  const ended = /[.?!]$/.test(reason) ? reason : `${reason}.`
  if (unknown === undefined) return ended
  const nearest = nearestName(unknown.key, unknown.known)
  return `${ended} ${nearest === undefined ? `Give one of: ${unknown.known.join(', ')}.` : `Did you mean "${nearest}"?`}`
}

/** Options named as in a file, where they are keys: `"search": "grid"`. */
function inKeys(text: string): string {
  return respelled(text, ({ options, of }) => {
    if (of !== undefined) return undefined
    return options.map(([option, value]) => `"${option}"${value === true ? '' : `: ${JSON.stringify(value)}`}`).join(', ')
  })
}

function parsed(source: string, file: string): unknown {
  const refuse = (reason: string, place: TextPlace, advice: 'beginning' | 'spelling' | 'once' = 'beginning'): never => {
    throw new RankwrightError({ area: 'experiment', code: 'not-an-experiment', at: { file, ...place }, reason, advice })
  }
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch {
    const place = placeOfFault(source)
    if (source.trim() === '') return refuse('the file is empty', place)
    return refuse('it is not JSON', place, source.trimStart().startsWith('{') ? 'spelling' : 'beginning')
  }
  const twice = repeatedKey(source)
  if (twice !== undefined) return refuse(`it has the key "${twice.key}" twice`, twice.place, 'once')
  const found = typeof document === 'object' && document !== null ? (document as Part)['format'] : undefined
  return found === experimentFormat ? document : refuse(`it lacks "format": "${experimentFormat}"`, placeOfPart(source, 'format'))
}

class Reading {
  private readonly read: DocumentReader
  private readonly problem: ProblemOfPart

  constructor(problem: ProblemOfPart) {
    this.problem = problem
    this.read = documentReader('', (part, reason, unknown) => {
      throw new RankwrightError(problem(part, reason, unknown))
    })
  }

  experiment(document: unknown): Experiment {
    const { read } = this
    const measuring = Object.keys(measuringOptions)
    const whole = read.object(document, '', ['format', 'version', '$schema?', 'data', 'methods', ...measuring.map((key) => `${key}?`)])
    if (whole['version'] !== 1) read.fail('version', `the version is ${JSON.stringify(whole['version'])}, and 1 is known: give 1`)
    if (whole['$schema'] !== undefined) read.text(whole['$schema'], '$schema')
    const measured = this.options(measuringOptions, only(whole, measuring), '')
    this.some(measured.metrics, 'metrics')
    for (const [place, metric] of measured.metrics.entries()) this.checked(`metrics[${place}]`, () => parseMetric(metric))
    for (const key of ['metrics', 'seeds', 'shares'] as const) this.distinct(measured[key], key)
    for (const [place, seed] of measured.seeds.entries()) {
      if (!Number.isSafeInteger(seed)) read.fail(`seeds[${place}]`, `${seed} is no whole number; give one of at least 0`)
    }
    const data = this.some(whole['data'], 'data').map((entry, place) => this.data(entry, `data[${place}]`))
    const methods = this.some(whole['methods'], 'methods').map((entry, place) => this.method(entry, `methods[${place}]`))
    this.distinct(
      data.map(({ name }) => name),
      'data',
      '.name',
    )
    this.distinct(
      methods.map(({ name }) => name),
      'methods',
      '.name',
    )
    return { data, methods, ...measured, shares: [...measured.shares].sort((a, b) => a - b) }
  }

  private data(entry: unknown, where: string): ExperimentData {
    const { read } = this
    const keys = ['name?', 'file?', 'folds?', 'folder?', 'train?', 'valid?', 'test?', 'time?', 'at?', 'read?']
    const found = read.object(entry, where, keys)
    const split = this.split(found, where)
    const source = split.kind === 'folders' ? split.folder : split.kind === 'files' ? split.train : split.file
    const name = found['name'] === undefined ? nameOfFile(source) : this.name(found['name'], `${where}.name`)
    const asked = found['read'] === undefined ? {} : read.object(found['read'], `${where}.read`)
    const { grades } = this.options(readingOptions, asked, `${where}.read`)
    this.checked(`${where}.read.grades`, () => requireGrades(grades))
    return { name, split, read: asked }
  }

  private split(found: Part, where: string): DataSplit {
    const { read } = this
    const text = (key: string) => this.filled(found[key], `${where}.${key}`)
    const kind =
      found['folder'] !== undefined ? 'folder' : found['train'] !== undefined ? 'train' : found['time'] !== undefined ? 'time' : 'file'
    const allowed = { folder: ['folder'], train: ['train', 'valid', 'test'], time: ['file', 'time', 'at'], file: ['file', 'folds'] }[kind]
    const other = Object.keys(found).find((key) => !['name', 'read', ...allowed].includes(key))
    if (other === 'at') this.misplaced(where, 'at', 'give "time" with it, the column that holds the time of a row')
    if (other !== undefined)
      this.misplaced(where, other, `it does not go with "${kind}". Beside "name" and "read" give ${inWords(allowed)} alone`)
    switch (kind) {
      case 'folder':
        return { kind: 'folders', folder: text('folder') }
      case 'train':
        if (found['test'] === undefined) read.fail(where, 'give "test" with "train", the lists to test on')
        return { kind: 'files', train: text('train'), ...(found['valid'] !== undefined && { valid: text('valid') }), test: text('test') }
      case 'time': {
        if (found['at'] === undefined) read.fail(where, 'give "at" with "time", a date or a number to divide at')
        const points = this.some([found['at']].flat(), `${where}.at`).map((point, place) =>
          typeof point === 'number'
            ? String(point)
            : this.filled(point, Array.isArray(found['at']) ? `${where}.at[${place}]` : `${where}.at`),
        )
        return { kind: 'time', file: text('file'), column: text('time'), at: points }
      }
      case 'file': {
        if (found['file'] === undefined) read.fail(where, 'give "file", "folder", or "train" and "test"')
        return { kind: 'folds', file: text('file'), ...this.options(splittingOptions, only(found, ['folds']), where) }
      }
    }
  }

  private method(entry: unknown, where: string): ExperimentMethod {
    const { read } = this
    if (typeof entry === 'string') return { name: entry, method: this.methodName(entry, where), options: {}, search: 'none', try: {} }
    const found = read.object(entry, where, ['method', 'name?', 'options?', 'try?', ...Object.keys(searchOptions).map((key) => `${key}?`)])
    const method = this.methodName(found['method'], `${where}.method`)
    const table: OptionTable = methodOf(method).options
    const given = found['options'] === undefined ? {} : read.object(found['options'], `${where}.options`)
    const options = this.checked(`${where}.options`, () => withOwnNames(table, given).options)
    this.options(table, given, `${where}.options`)
    const tries = found['try'] === undefined ? {} : read.object(found['try'], `${where}.try`)
    const asked = only(found, Object.keys(searchOptions))
    const search = { ...asked, ...(Object.keys(tries).length > 0 && asked['search'] === undefined && { search: 'grid' }) }
    const resolved = this.options(searchOptions, search, where)
    if (resolved.search === 'none' && Object.keys(tries).length > 0)
      read.fail(`${where}.search`, 'with "try" give "grid" or "random", or leave it out')
    this.checked(`${where}.try`, () => withOwnNames(table, tries))
    const values = Object.entries(tries).map(([written, tried]) => {
      const at = `${where}.try.${written}`
      const option = ownName(table, written)
      if (option === undefined)
        return read.fail(`${where}.try`, `${method} has no option ${JSON.stringify(written)}`, { key: written, known: Object.keys(table) })
      if (Object.hasOwn(options, option)) this.misplaced(`${where}.try`, written, 'it is among "options" already: give it in one of both')
      return [option, this.tried(tried, at, { table, options, option }, resolved.search)] as const
    })
    return {
      name: found['name'] === undefined ? method : this.name(found['name'], `${where}.name`),
      method,
      options,
      search: resolved.search,
      try: Object.fromEntries(values),
      ...(resolved.trials !== undefined && { trials: resolved.trials }),
      ...(resolved.halving !== undefined && { halving: resolved.halving }),
      ...(resolved.innerFolds !== undefined && { folds: resolved.innerFolds }),
    }
  }

  private tried(
    tried: unknown,
    where: string,
    { table, options, option }: { readonly table: OptionTable; readonly options: Part; readonly option: string },
    search: ExperimentMethod['search'],
  ): TriedValues {
    const { read } = this
    const check = (value: unknown, at: string) => this.checked(at, () => resolveUncheckedOptions(table, { ...options, [option]: value }))
    if (typeof tried !== 'object' || tried === null)
      return read.fail(where, `${JSON.stringify(tried)} is one value; give several in [ ], or write it into "options"`)
    if (Array.isArray(tried)) {
      this.distinct(this.some(tried, where), where)
      for (const [place, value] of tried.entries()) {
        if (!['number', 'string', 'boolean'].includes(typeof value)) read.fail(`${where}[${place}]`, 'give a number, a text, true or false')
        check(value, `${where}[${place}]`)
      }
      return tried
    }
    const range = read.object(tried, where, ['from', 'to', 'steps?'])
    if (search !== 'random') read.fail(where, 'a range is drawn from: give "search": "random", or values in [ ]')
    const from = read.number(range['from'], `${where}.from`)
    const to = read.number(range['to'], `${where}.to`)
    if (to <= from) read.fail(`${where}.to`, `${to} is not above "from", which is ${from}`)
    const steps = range['steps'] === undefined ? 'linear' : read.choice(range['steps'], `${where}.steps`, ['log', 'linear'] as const)
    if (steps === 'log' && from <= 0) read.fail(`${where}.from`, 'with "steps": "log" give a number above 0')
    for (const [end, value] of Object.entries({ from, to })) check(value, `${where}.${end}`)
    return { from, to, steps }
  }

  private methodName(value: unknown, where: string): MethodName {
    const given = this.filled(value, where)
    if (given === 'auto') this.read.fail(where, 'auto chooses among methods and is none itself: name those to compare')
    this.checked(where, () => methodOf(given as MethodName))
    return methodNames.find((name) => name === given)!
  }

  private name(value: unknown, where: string): string {
    const name = this.read.text(value, where)
    return isName(name) ? name : this.read.fail(where, `"${name}" is to be part of file names: ${nameRule}`)
  }

  private filled(value: unknown, where: string): string {
    const text = this.read.text(value, where)
    return text === '' ? this.read.fail(where, 'it is empty: give a text') : text
  }

  private some(value: unknown, where: string): readonly unknown[] {
    const items = this.read.items(value, where)
    return items.length > 0 ? items : this.read.fail(where, 'give at least one')
  }

  private distinct(values: readonly unknown[], where: string, part = ''): void {
    const twice = values.findIndex((value, place) => values.indexOf(value) < place)
    if (twice >= 0) this.read.fail(`${where}[${twice}]${part}`, `${JSON.stringify(values[twice])} is there twice`)
  }

  /** A known key that has no business where it stands. */
  private misplaced(of: string, key: string, reason: string): never {
    throw new RankwrightError(this.problem(`${of}.${key}`, reason, undefined, { of, key }))
  }

  /** What is wrong with an option has the place of that option, or of the value in its list; of its key, if it should not be there. */
  private options<Table extends OptionTable>(table: Table, given: Part, where: string) {
    const placed = (problem: Problem): PlaceOfPart => {
      if (!('option' in problem)) return { part: where }
      const written = Object.keys(given).find((key) => ownName(table, key) === problem.option) ?? problem.option
      const values = given[written]
      const wrong = Array.isArray(values) && 'found' in problem ? values.indexOf(problem.found) : -1
      const part = `${where === '' ? '' : `${where}.`}${written}${wrong < 0 ? '' : `[${wrong}]`}`
      const isMisplaced = problem.code === 'unknown-option' || problem.code === 'option-without-effect'
      return { part, ...(isMisplaced && { key: { of: where, key: written } }) }
    }
    return this.checkedWithin(placed, () => resolveUncheckedOptions(table, given))
  }

  private checked<Result>(part: string, check: () => Result): Result {
    const placed = (problem: Problem): PlaceOfPart =>
      problem.code === 'unknown-option' ? { part, key: { of: part, key: problem.option } } : { part }
    return this.checkedWithin(placed, check)
  }

  private checkedWithin<Result>(placed: (problem: Problem) => PlaceOfPart, check: () => Result): Result {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof RankwrightError)) throw error
      const [first, ...more] = error.problems.map((problem) => {
        const { part, key } = placed(problem)
        return this.problem(part, explain(problem), undefined, key)
      })
      throw new RankwrightError(first, ...more)
    }
  }
}

const nameRule = 'take letters, digits, dots, - and _ of ASCII, at most 60, a letter or a digit first'

/** Names of data sets and methods become parts of file names. */
function isName(name: string): boolean {
  return /^[a-z0-9][\w.-]{0,59}$/i.test(name)
}

/** The name that a file gives its data set: without folders and endings. */
export function nameOfFile(file: string): string {
  const [base] = file
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '')
    .slice(-1)
  const name = (base ?? '')
    .replace(/(?<=.)\..*$/, '')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 60)
  return isName(name) ? name : 'data'
}

/** `"file" and "folds"`. */
function inWords(keys: readonly string[]): string {
  const quoted = keys.map((key) => `"${key}"`)
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter((part) => part !== '').join(' and ')
}

function only(part: Part, keys: readonly string[]): Part {
  return Object.fromEntries(Object.entries(part).filter(([key]) => keys.includes(key)))
}
