import { namedOption } from './namedOption.ts'

/** What can go wrong where an engine computes: on threads, or on other machines. */
export type EngineProblem =
  /** Bytes between a driver and a worker; `what` names them: `the question`. */
  | { readonly code: 'message-broken'; readonly what: string; readonly reason: string }
  | { readonly code: 'part-broken'; readonly part: number; readonly reason: string }
  /** Parts that gave no answer; `total` is how many there are. `node`: a file that was sent along to run the workers. */
  | { readonly code: 'parts-missing'; readonly missing: readonly number[]; readonly total: number; readonly node?: string }
  | { readonly code: 'part-answered-twice'; readonly part: number }
  | { readonly code: 'part-unknown'; readonly part: number; readonly total: number }
  | { readonly code: 'part-changed'; readonly part: number; readonly found: PartCounts; readonly expected: PartCounts }
  /** `reason`: why they are other, where something else than a checksum tells. */
  | { readonly code: 'part-has-other-values'; readonly part: number; readonly reason?: string }
  /** Parquet files that workers could have packed in less time. */
  | { readonly code: 'files-left-to-sql'; readonly files: string; readonly reason: string }
  | { readonly code: 'worker-version'; readonly found: string; readonly expected: string }
  | { readonly code: 'worker-asked-other'; readonly found: string; readonly expected: string }
  /** An operation was asked with nothing to say, and needs to be told something. */
  | { readonly code: 'worker-without-question'; readonly operation: string }
  /** Something failed in a worker that is no fault of the data. */
  | { readonly code: 'worker-failed'; readonly part: number; readonly reason: string }
  | { readonly code: 'unknown-engine'; readonly found: string; readonly known: readonly string[] }
  /** `package`: what npm installs. */
  | { readonly code: 'engine-not-installed'; readonly engine: string; readonly package: string; readonly found: string }
  /** What the software behind an engine says. */
  | { readonly code: 'engine-refused'; readonly engine: string; readonly reason: string }
  | { readonly code: 'engine-cannot'; readonly engine: string; readonly what: string; readonly instead: string }
  /** A file that was given to go on from, and is something else. */
  | { readonly code: 'no-checkpoint'; readonly file: string }
  /** `columns` with their types. */
  | { readonly code: 'columns-of-other-types'; readonly engine: string; readonly columns: readonly string[] }

interface PartCounts {
  readonly lists: number
  readonly rows: number
}

export function explainEngineProblem(problem: EngineProblem): string {
  switch (problem.code) {
    case 'message-broken':
      return `${problem.what} cannot be read: ${problem.reason}. Make it with the same version of rankwright, and send it whole.`
    case 'part-broken':
      return `Part ${problem.part} of the packed lists is damaged: ${problem.reason}. Pack the lists again.`
    case 'parts-missing':
      return `${problem.missing.length} of ${problem.total} parts gave no answer (${shownParts(problem.missing)}).${sentNode(problem.node)} Was a worker stopped, or the packed table changed? Run the command again; pack the lists again if it repeats.`
    case 'part-answered-twice':
      return `Part ${problem.part} of the packed lists was answered twice. Each part must stand in the packed table once: pack the lists again.`
    case 'part-unknown':
      return `A worker answered for part ${problem.part}, but there are ${problem.total} parts, counted from 0. Pack the lists again.`
    case 'part-changed':
      return `Part ${problem.part} had ${countsText(problem.expected)} when the lists were packed, and has ${countsText(problem.found)} now. The packed table was changed: pack the lists again.`
    case 'part-has-other-values':
      return `Part ${problem.part} has other values than when the lists were packed${problem.reason === undefined ? '' : ` (${problem.reason})`}. The data behind it was changed, and read again: pack the lists again.`
    case 'files-left-to-sql':
      return `${problem.files}: these Parquet files are packed by SQL, which takes several times as long as workers that read them, since ${problem.reason}.`
    case 'worker-version':
      return `The worker is of rankwright ${problem.found}, and it was asked by rankwright ${problem.expected}. Ship the worker of ${problem.expected}.`
    case 'worker-asked-other':
      return `The worker was started with ${namedOption('op')} ${problem.found}, and its question is about ${problem.expected}. Give both the same operation.`
    case 'worker-without-question':
      return `The operation ${problem.operation} needs a question: weights, a model, or what else it computes with. Give the bytes of questionBytes, as a file with ${namedOption('question')}, or as base64 with ${namedOption('inline')}.`
    case 'unknown-engine':
      return `There is no engine "${problem.found}". Give ${namedOption('engine')} as one of: ${problem.known.join(', ')}.`
    case 'engine-not-installed':
      return `The engine ${problem.engine} cannot be loaded here (${problem.found}). Install it with: npm install ${problem.package}`
    case 'engine-refused':
      return `${problem.engine}: ${problem.reason}`
    case 'engine-cannot':
      return `With the engine ${problem.engine}, ${problem.what}. ${problem.instead}`
    case 'no-checkpoint':
      return `${problem.file} was not written as a checkpoint, and would be lost. Give another file with ${namedOption('checkpoint')}.`
    case 'columns-of-other-types':
      return `The engine ${problem.engine} makes no features of the columns ${problem.columns.slice(0, 5).join(', ')}${problem.columns.length > 5 ? ' …' : ''}. Leave them out with ${namedOption('ignore')}, or turn them into numbers or texts in the query.`
    case 'worker-failed':
      return `A worker failed on part ${problem.part}: ${problem.reason}`
  }
}

/** A sentence on the file that runs workers, where it was sent along. */
export function sentNode(node: string | undefined): string {
  return node === undefined
    ? ''
    : ` Workers were run by ${node}, which was sent along (?node=): it must be Node 20.19 or newer for the platform of the executors.`
}

function countsText({ lists, rows }: PartCounts): string {
  return `${lists} lists with ${rows} rows`
}

function shownParts(parts: readonly number[]): string {
  return parts.length <= 5 ? parts.join(', ') : `${parts.slice(0, 5).join(', ')}, …`
}
