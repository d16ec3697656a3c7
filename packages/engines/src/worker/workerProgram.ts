/** The worker as a program of one file: what an engine ships to where the lists are. */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { availableCompute } from '@rankwright/compute'
import { oneOf } from '@rankwright/core/arguments'
import { type OperationName, operationNames } from '@rankwright/core/runtime'
import { answerParts } from './answerParts.ts'
import { ENCODE_ROWS, encodeRows } from './encodeRows.ts'
import { FILE_LISTS, fileLists } from './fileLists.ts'
import { LETOR_ROWS, letorRows } from './letorRows.ts'
import { PACK_FILES, packFiles } from './packFiles.ts'
import { packRows } from './packRows.ts'
import { PACK_SENT_FILES, packSentFiles } from './packSentFiles.ts'
import { questionOf } from './question.ts'
import { SCORE_ROWS, scoreRows } from './scoreRows.ts'
import { TABLE_ANSWERS, tableAnswers } from './tableAnswers.ts'
import { TARGET_ROWS, TARGET_STATISTICS, targetRows, targetStatistics } from './targetRows.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { op: text, question: text, inline: text, keep: text, parts: text, width: text, ended: text } })
const { op, question: file, inline, keep: keeping, parts: files, width, ended } = values

/** Where this file appears, the session has ended. A Spark that has given up a task may leave its worker, and take nothing that it says any more. */
if (ended !== undefined) setInterval(() => existsSync(ended) && process.exit(1), 2000).unref()

/** What is asked, or what is to be packed and how. */
const given = () => (inline !== undefined ? Buffer.from(inline, 'base64') : file !== undefined ? readFileSync(file) : undefined)

const lines = linesFor(op)
for await (const line of lines) {
  if (!process.stdout.write(`${line}\n`)) await new Promise((settle) => process.stdout.once('drain', settle))
}

function linesFor(op: string | undefined): AsyncGenerator<string> {
  switch (op) {
    case 'pack':
      return packRows(process.stdin, given() ?? new Uint8Array(), files)
    case FILE_LISTS:
      return fileLists(process.stdin, given() ?? new Uint8Array())
    case PACK_FILES:
      return packFiles(process.stdin, given() ?? new Uint8Array(), files)
    case PACK_SENT_FILES:
      return packSentFiles(process.stdin, given() ?? new Uint8Array(), files)
    case SCORE_ROWS:
      return scoreRows(process.stdin)
    case LETOR_ROWS:
      return letorRows(process.stdin, width === undefined ? undefined : Number(width))
    case TABLE_ANSWERS:
      return tableAnswers(process.stdin, given() ?? new Uint8Array())
    case TARGET_ROWS:
      return targetRows(process.stdin, given() ?? new Uint8Array())
    case TARGET_STATISTICS:
      return targetStatistics(process.stdin)
    case ENCODE_ROWS:
      return encodeRows(process.stdin, given() ?? new Uint8Array(), files)
    default:
      return answerParts(process.stdin, () => ({
        question: question(),
        runtime: { compute: availableCompute(), threads: 1 },
        keeping,
        files,
      }))
  }
}

function question(): ReturnType<typeof questionOf> {
  oneOf(...operationNames)('op', op)
  return questionOf(given(), op as OperationName)
}
