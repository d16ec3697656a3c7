import { formatOfContent } from '@rankwright/core/data'

interface KindRow {
  /** What messages call it. */
  readonly called: string
  /** Whether the first bytes of a file, unpacked, look like it. */
  is(head: Uint8Array): boolean
}

/** How exports begin: RankLib, Elasticsearch, Solr, JavaScript, ONNX. */
const exportStarts = [/^## /, /^\{\s*"model"/, /^\{\s*"class"/, /^\/\/ A ranking model/, /^.{0,30}rankwright/s]

/** What outputs hold. A file of another kind is not replaced unless the caller insists. */
const kinds = {
  model: { called: 'a model', is: (head) => documentIn(head) === 'model' },
  stream: { called: 'the state of a stream', is: (head) => documentIn(head) === 'stream' },
  statistics: { called: 'statistics', is: (head) => documentIn(head) === 'statistics' },
  data: {
    called: 'a data file',
    is: (head) => documentIn(head) === undefined && formatOfContent(head) !== undefined && !/^\s*\{\s*$/m.test(firstLine(head)),
  },
  scores: { called: 'a file of scores', is: isNumbers },
  matrix: { called: 'a matrix of similarities', is: (head) => startsWith(head, '\x93NUMPY') || /^term[,\t]/.test(firstLine(head)) },
  ids: { called: 'a list of ids', is: (head) => !head.includes(0) && documentIn(head) === undefined },
  'trec-file': { called: 'a TREC file', is: (head) => /^\S+\s+\S+\s+\S+\s+\S+/.test(firstLine(head)) },
  export: {
    called: 'a model for other software',
    is: (head) => documentIn(head) === undefined && exportStarts.some((start) => start.test(textOf(head))),
  },
  /** Not looked at. */
  anything: { called: 'a file', is: () => true },
} as const satisfies Readonly<Record<string, KindRow>>

export type OutputKind = keyof typeof kinds

/** What an output holds, or the first line that its files have. */
export type OutputContent = OutputKind | { readonly firstLine: string }

export function callContent(content: OutputContent): string {
  return typeof content === 'string' ? kinds[content].called : 'a file that an earlier run wrote'
}

export function isOfKind(content: OutputContent, head: Uint8Array): boolean {
  return typeof content === 'string' ? kinds[content].is(head) : firstLine(head) === content.firstLine
}

/** What a file seems to be, for a message. */
export function seemsToBe(head: Uint8Array): string {
  const document = documentIn(head)
  if (document !== undefined) return kinds[document].called
  const format = formatOfContent(head)
  if (isOfKind('data', head) && format !== undefined) return 'a data file'
  return isNumbers(head) ? 'a file of numbers' : 'something else'
}

/** Which document of ours it is, by its first lines. */
function documentIn(head: Uint8Array): 'model' | 'stream' | 'statistics' | undefined {
  const format = /^\s*\{\s*"format"\s*:\s*"rankwright-(model|statistics)"/.exec(textOf(head))?.[1]
  if (format !== 'model') return format === 'statistics' ? 'statistics' : undefined
  return /"kind"\s*:\s*"stream"/.test(textOf(head).slice(0, 300)) ? 'stream' : 'model'
}

function isNumbers(head: Uint8Array): boolean {
  const lines = textOf(head).split(/\r?\n/)
  return (lines.length > 1 ? lines.slice(0, -1) : lines).every(
    (line) => line.trim() === '' || !Number.isNaN(Number(line)) || /^nan$/i.test(line),
  )
}

function textOf(head: Uint8Array): string {
  return Buffer.from(head.buffer, head.byteOffset, head.length).toString('utf8')
}

function firstLine(head: Uint8Array): string {
  return textOf(head).split(/\r?\n/, 1)[0]
}

function startsWith(head: Uint8Array, text: string): boolean {
  return Buffer.from(head.subarray(0, text.length)).equals(Buffer.from(text, 'latin1'))
}
