import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Model, modelFromJson, RankwrightError } from '@rankwright/core'
import { isListModel } from '@rankwright/core/models'
import { flagName, type OptionTable, type Resolved } from '@rankwright/core/options'
import { readDocument, runtimeFor } from '@rankwright/node'
import type { ReportSubject } from '@rankwright/report'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { judgedColumns } from '../modelColumns.ts'
import { addressOf, fileTitle, writeReport } from '../reporting.ts'
import { grouped } from '../terminal/numbers.ts'
import { trainedOnOption } from '../trainedOnOption.ts'
import { UsageError } from '../usageError.ts'

const reportOptions = {
  out: { kind: 'text', placeholder: 'FILE.html', required: true, doc: 'Where the page goes; - is standard output.' },
  data: {
    kind: 'texts',
    whole: true,
    placeholder: 'DATA',
    leftOut: 'only what the model itself says',
    doc: 'Labelled lists to measure the model on; best those that it has not seen.',
  },
  ...trainedOnOption,
  metrics: {
    kind: 'texts',
    placeholder: 'NAMES',
    leftOut: 'those of evaluate',
    doc: 'What to measure; the first is the one that features are missed by.',
  },
  around: {
    kind: 'texts',
    placeholder: 'TERMS',
    leftOut: 'some in the middle of the largest parts',
    doc: 'Of an ontology model: the terms whose neighbourhoods are drawn.',
  },
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof reportOptions>
interface ReportDocument {
  readonly out: string
  readonly bytes: number
}

export const report = command({
  summary: 'Make one HTML page with charts of a model, an experiment, or of what another command found.',
  inputs: {
    file: 'Model, state of a stream, folder of an experiment, or what compare, evaluate, certify, abstain, stream, tune or inspect print with --json.',
  },
  options: reportOptions,
  usage: ['MODEL [--data DATA] [--train DATA] --out FILE.html', 'FOLDER --out FILE.html', 'RESULT.json --out FILE.html'],
  example:
    'rankwright report model.json --data test.txt --train train.txt --out model.html\nrankwright report trial --out trial.html\nrankwright compare a.json b.json test.txt --per-list --json > ab.json && rankwright report ab.json --out ab.html',
  reads: ['file', 'data', 'train'],
  readsToo: ({ file }) => (isFolder(file) ? [resultsFile(file)] : []),
  data: { data: 'test', train: 'train' },
  writes: { out: 'report' },
  async run({ file, options, given }, around): Promise<Answer<ReportDocument>> {
    const { out } = options
    const subject = await subjectIn(file, options, Object.keys(given), around)
    const { runtime, close } = runtimeFor()
    try {
      const bytes = await writeReport(out, subject, around, runtime)
      return {
        document: { out, bytes },
        text: () => `${grouped(bytes)} bytes written to ${out}\nOpen it in a browser: ${addressOf(out)}\n`,
      }
    } finally {
      close()
    }
  },
})

/** What the file holds: a model, or the document of a command. */
async function subjectIn(file: string, options: Options, given: readonly string[], around: Surroundings): Promise<ReportSubject> {
  const { name, text } = await readDocument(isFolder(file) ? resultsIn(file) : file)
  const title = fileTitle(isFolder(file) ? resolve(file) : name)
  const { subjectOfJson } = await import('@rankwright/report')
  const subject = subjectOfJson(text, title)
  if (subject === undefined) return modelSubject(modelFromJson(text, name), title, options, given, around)
  const idle = given.find((option) => option !== 'out')
  if (idle !== undefined) throw new UsageError(`--${flagName(idle)} is about models; ${name} holds what another command found.`)
  return subject
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** What was found in the folder of an experiment. */
function resultsIn(folder: string): string {
  const file = resultsFile(folder)
  if (existsSync(file)) return file
  const begun = existsSync(join(folder, 'experiment.json'))
  throw new RankwrightError({ area: 'experiment', code: 'no-results', at: { file: folder }, begun })
}

function resultsFile(folder: string): string {
  return join(folder, 'results.json')
}

async function modelSubject(
  model: Model,
  name: string,
  options: Options,
  given: readonly string[],
  around: Surroundings,
): Promise<ReportSubject> {
  if (!isListModel(model)) {
    const idle = given.find((option) => !['out', 'around'].includes(option))
    if (idle !== undefined) throw new UsageError(`--${flagName(idle)} is about models that rank lists; this is an ontology model.`)
    return { kind: 'model', name, model, ...(options.around && { around: options.around }) }
  }
  if (options.around !== undefined) throw new UsageError('--around is about ontology models; this model ranks lists.')
  const idle = given.find((option) => !['out', 'data'].includes(option))
  if (options.data === undefined && idle !== undefined) throw new UsageError(`--${flagName(idle)} needs --data DATA.`)
  const columns = judgedColumns(model, options)
  const read = (path: readonly string[]) => readData(path, columns.options, around, columns.reading)
  return {
    kind: 'model',
    name,
    model,
    ...(options.data !== undefined && { lists: await read(options.data), listsAre: fileTitle(...options.data) }),
    ...(options.train !== undefined && { train: await read(options.train) }),
    ...(options.metrics && { metrics: options.metrics }),
  }
}
