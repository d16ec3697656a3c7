import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fields, madeBy, numbersOf, object, optional, options as optionsShape, type Shape, typed } from '@rankwright/core/arguments'
import { kindOf, type TermModel } from '@rankwright/core/models'
import {
  type Annotations,
  type Hierarchy,
  learnedSimilarity,
  objectSimilarity,
  type SimilarityOptions,
  type TermNames,
  type TermSimilarity,
  termSimilarity,
} from '@rankwright/core/ontology'
import { threadCount } from '@rankwright/workers'

/** A classical measure on a hierarchy, or what was learned. With annotations, it is objects that are compared. */
export type ComparedBy =
  | { readonly hierarchy: Hierarchy; readonly options: SimilarityOptions; readonly annotations?: Annotations }
  | { readonly model: TermModel }

/** What a worker gets at its start: it compares every `step`-th block of rows from the `first` on, one whenever it is asked to go on. */
export interface RowsAssignment {
  readonly by: ComparedBy
  readonly terms: Uint32Array
  readonly columns: Uint32Array
  readonly first: number
  readonly step: number
}

/** Rows that are handed over together; a multiple of four, which measures of information content take down the graph together. */
export const rowsOfBlock = 32
/** Blocks that a worker may be ahead. */
const ahead = 2
/** Fewer terms are compared before a thread has started. */
const fewestTerms = 300

const takesOptions = optionsShape({ threads: threadCount, columns: typed(Uint32Array) })
const byMeasure = fields({
  hierarchy: madeBy('hierarchyOf', 'size', 'ontology'),
  options: object('an object with options'),
  annotations: optional(madeBy('parseAnnotations', 'ids', 'offsets', 'terms')),
})
const byModel = fields({ model: madeBy('trainOntology', 'ids') }, 'an object with a hierarchy and options, or with a model')
const comparedBy: Shape = (argument, value) => {
  const isMeasure = typeof value === 'object' && value !== null && 'hierarchy' in value
  return isMeasure ? byMeasure(argument, value) : byModel(argument, value)
}

/** All terms with all, or with those of `columns`, row by row in their order, on several threads; the rows are the same for any number of them. */
export async function* similarityRows(
  by: ComparedBy,
  terms: Uint32Array,
  options: { readonly threads?: number; readonly columns?: Uint32Array } = {},
): AsyncGenerator<Float64Array> {
  takesOptions('options', options)
  comparedBy('by', by)
  const takesTerms = numbersOf('term', Uint32Array, comparable(by))
  takesTerms('terms', terms)
  const { threads = availableParallelism(), columns = terms } = options
  takesTerms('columns', columns)
  const blocks = Math.ceil(terms.length / rowsOfBlock)
  const step = Math.min(threads, blocks)
  if (step < 2 || terms.length < fewestTerms) {
    yield* similarityBy(by).rows(terms, columns)
    return
  }
  const workers = Array.from({ length: step }, (_, first) => startWorker({ by: light(by), terms, columns, first, step }))
  try {
    for (let block = 0; block < blocks; block++) {
      const values = await workers[block % step].next()
      for (let row = 0; row < values.length; row += columns.length) yield values.subarray(row, row + columns.length)
    }
  } finally {
    await Promise.all(workers.map(({ end }) => end()))
  }
}

export function similarityBy(by: ComparedBy): TermSimilarity {
  if (!('hierarchy' in by)) return learnedSimilarity(by.model)
  const { hierarchy, annotations, options } = by
  return annotations === undefined ? termSimilarity(hierarchy, options) : objectSimilarity(hierarchy, annotations, options)
}

/** How many terms or objects there are. */
function comparable(by: ComparedBy): number {
  if (!('hierarchy' in by)) return by.model.ids.length
  return by.annotations?.ids.length ?? by.hierarchy.size
}

/** Without what takes long to copy and makes no difference. */
function light(by: ComparedBy): ComparedBy {
  if ('hierarchy' in by) return { ...by, hierarchy: withoutNames(by.hierarchy) }
  // These stay: a model has as many terms as ids, and obsolete ones are not in its hierarchy.
  return kindOf(by.model).comparesNames ? by : { model: { ...by.model, ...noNames, ids: by.model.ids, obsolete: by.model.obsolete } }
}

/** For most, what the terms are called makes no difference to how similar they are, and takes long to copy. */
const noNames: TermNames = {
  ids: [],
  names: [],
  synonyms: new Map(),
  indexOfId: new Map(),
  alternativeIds: new Map(),
  obsolete: [],
  senses: undefined,
  definitions: undefined,
}

/** Measures need only the graph and the names of relations. */
function withoutNames(hierarchy: Hierarchy): Hierarchy {
  const { file, relations, edges } = hierarchy.ontology
  const none = new Uint32Array()
  const noNumbers = edges.relations.slice(0, 0)
  return {
    ...hierarchy,
    ontology: {
      file,
      files: [file],
      ...noNames,
      relations,
      edges: { children: none, parents: none, relations: noNumbers, weights: new Float64Array(), lines: none, files: noNumbers },
      ontologies: [],
      imports: [],
    },
  }
}

function startWorker(assignment: RowsAssignment): { readonly next: () => Promise<Float64Array>; readonly end: () => Promise<unknown> } {
  // Flags of the main program such as --input-type do not fit a worker.
  const worker = new Worker(new URL('./similarityRowsWorker.js', import.meta.url), { workerData: assignment, execArgv: [] })
  const ready: Float64Array[] = []
  let failure: unknown
  let waiting: (() => void) | undefined
  const wake = () => waiting?.()
  worker.on('message', (values: Float64Array) => {
    ready.push(values)
    wake()
  })
  worker.on('error', (error) => {
    failure = error
    wake()
  })
  worker.on('exit', (code) => {
    failure ??= new Error(`a thread that compares terms ended with code ${code} before all were compared`)
    wake()
  })
  for (let block = 0; block < ahead; block++) worker.postMessage('go on')
  return {
    async next() {
      while (ready.length === 0) {
        if (failure !== undefined) throw failure
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
      }
      worker.postMessage('go on')
      return ready.shift() as Float64Array
    },
    end: () => worker.terminate(),
  }
}
