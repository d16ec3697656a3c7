import { plainRuntime } from '@rankwright/core'
import * as engines from '@rankwright/engines'
import { made, options, row } from '../attempts.mjs'
import { lists } from '../samples.mjs'

export const functions = engines

await engines.packLists(lists, 'sample.packed')
const line = engines.packedPartLines('sample.packed').next().value
const facts = JSON.parse(line.split('\t')[3])
const bytes = Buffer.from(line.split('\t')[4], 'base64')
const sizes = [{ lists: facts.lists, rows: facts.rows }]
const printed = async (input) => {
  for await (const each of engines.answerWorkerInput(input, 'summary', undefined, plainRuntime)) return each
}
const lines = async function* () {
  yield Buffer.from(`${line}\n`)
}
const answer = await printed(lines())
const held = engines.holdPacked('sample.packed')
const parts = { about: {}, sizes, run: held.ask, repack: held.someLists, close: held.close }

export const rows = {
  answerRowFrom: row(() => ({ line: answer })),
  answerWorkerInput: row(() => ({
    input: made(lines()),
    op: 'summary',
    question: engines.questionBytes('summary', {}),
    runtime: made(plainRuntime),
  })),
  answeredParts: row(() => ({ name: 'summary', rows: [engines.answerRowFrom(answer)], sizes })),
  checkpointedParts: row(() => ({ parts: made(parts), path: 'answers' })),
  engineFiles: row(() => ({ given: 'local', sources: ['lists.csv'] })),
  engineReadsFiles: row(() => ({ given: 'local' })),
  openEngine: row(() => ({ given: 'local', options: options({ threads: 1, onProgress: () => {} }) })),
  heldParts: row(() => ({ parts: made(parts) })),
  packedPartLines: row(() => ({ path: 'sample.packed', separator: '\t' })),
  partLines: row(() => ({ part: 0, facts: made(facts), bytes: new Uint8Array(bytes), separator: '\t' })),
  questionBytes: row(() => ({ name: 'summary', asked: {} })),
  workerFile: row(() => ({})),
  holdOnSpark: row(() => ({ url: 'spark://127.0.0.1:1', path: 'no.packed', options: options({ tasks: 1 }) }), {
    refused: 'No Spark Connect server answers',
  }),
  holdPacked: row(() => ({ path: 'no.packed', options: options({ threads: 1 }) }), { refused: 'there is no such file' }),
  packLists: row(() => ({ chunks: lists, path: 'lists.packed' }), { strange: 'a feature may be missing' }),
}
