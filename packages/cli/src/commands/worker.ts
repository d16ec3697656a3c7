import { readFile } from 'node:fs/promises'
import { operationNames } from '@rankwright/core/runtime'
import { type AnswerRow, answerRowFrom, answerWorkerInput } from '@rankwright/engines'
import { fileFailure, runtimeFor } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { UsageError } from '../usageError.ts'

export const worker = command({
  summary: 'Answer for packed parts of lists that come on standard input; engines start it.',
  inputs: {},
  options: {
    op: { kind: 'choice', of: operationNames, required: true, doc: 'What to compute of each part.' },
    question: { kind: 'text', placeholder: 'FILE', leftOut: 'the operation needs nothing else', doc: 'File with what is asked.' },
    inline: { kind: 'text', placeholder: 'BASE64', leftOut: 'there may be a file of it', doc: 'What is asked, as base64.' },
  },
  example:
    '# docs/worker.md has a program that writes such lines of parts, with packedPartLines\nrankwright worker --op summary < parts.txt',
  reads: ['question'],
  async run({ options }, around): Promise<Answer<{ readonly rows: readonly AnswerRow[] }>> {
    const { op, question, inline } = options
    const bytes = inline !== undefined ? bytesOf(inline) : question === undefined ? undefined : await questionIn(question)
    const { runtime, close } = runtimeFor(1)
    const rows: AnswerRow[] = []
    try {
      for await (const line of answerWorkerInput(process.stdin, op, bytes, runtime)) {
        if (around.json) rows.push(answerRowFrom(line))
        else await around.output(`${line}\n`)
      }
    } finally {
      close()
    }
    return { document: { rows }, text: () => '' }
  },
})

function bytesOf(inline: string): Uint8Array {
  if (!/^[\w+/-]+={0,2}$/.test(inline.replace(/\s/g, '')))
    throw new UsageError('--inline is no base64. Give the bytes of questionBytes as base64, or as a file with --question.')
  return Buffer.from(inline, 'base64')
}

async function questionIn(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileFailure('cannot-read', path, error)
  }
}
