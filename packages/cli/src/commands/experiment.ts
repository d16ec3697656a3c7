import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { methodNames } from '@rankwright/core'
import {
  type Experiment,
  experimentFormat,
  experimentOf,
  measuringOptions,
  searchOptions,
  splittingOptions,
} from '@rankwright/core/experiments'
import { flagName, type OptionsOf, type OptionTable, type Resolved, runtimeOptions } from '@rankwright/core/options'
import { type ExperimentReport, experimentReport } from '@rankwright/core/reports'
import { readExperiment, runExperiment, writePieces } from '@rankwright/node'
import type { ReportSubject } from '@rankwright/report'
import { type Answer, command, type Surroundings } from '../command.ts'
import { givenTableOptions, rawDataOptions } from '../data.ts'
import { experimentText } from '../experimentPage.ts'
import { namedInFile } from '../namedInFile.ts'
import { addReport, fileTitle, reportOption } from '../reporting.ts'
import { UsageError } from '../usageError.ts'

const experimentCommandOptions = {
  methods: {
    kind: 'texts',
    placeholder: 'A,B,…',
    leftOut: 'those of the experiment FILE',
    doc: `Methods to compare, of: ${methodNames.join(', ')}.`,
  },
  out: {
    kind: 'text',
    placeholder: 'FOLDER',
    required: true,
    doc: 'Where results, models, scores and a report go. The same command goes on with a folder that is not finished.',
  },
  ...splittingOptions,
  valid: {
    kind: 'text',
    placeholder: 'DATA',
    with: { test: true },
    leftOut: 'settings are chosen by inner folds of the training lists',
    doc: 'With --test: lists to choose settings on.',
  },
  test: { kind: 'text', placeholder: 'DATA', leftOut: 'DATA is divided', doc: 'Lists to test on: DATA is then trained on as a whole.' },
  time: {
    kind: 'text',
    placeholder: 'COLUMN',
    with: { at: true },
    leftOut: 'lists are not divided by time',
    doc: 'Column with the time of a row: lists before --at are trained on, those from it on are tested on.',
  },
  at: {
    kind: 'texts',
    placeholder: 'DATE,…',
    with: { time: true },
    leftOut: 'lists are not divided by time',
    doc: 'Dates or numbers to divide at; with several, each fold tests up to the next.',
  },
  ...searchOptions,
  ...measuringOptions,
  budget: {
    kind: 'number',
    above: 0,
    leftOut: 'it runs to its end',
    doc: 'Seconds after which nothing more is begun; the same command goes on later. It never changes a result.',
  },
  ...reportOption,
  ...runtimeOptions,
  ...rawDataOptions,
} as const satisfies OptionTable

/** What an experiment file does not say. */
const besideFile: ReadonlySet<string> = new Set(['out', 'report', 'budget', 'threads', 'compute'])

export const experiment = command({
  summary: 'Compare methods on folds of data; goes on where it was stopped.',
  inputs: { data: 'Experiment FILE, or labelled lists: a file, or a folder with Fold1, Fold2 …' },
  options: experimentCommandOptions,
  usage: ['FILE --out FOLDER', 'DATA --methods A,B --folds K --out FOLDER', 'DATA --methods A,B --test DATA --out FOLDER'],
  example:
    'rankwright experiment train.txt --methods listnet,ranksvm,lambdamart --folds 5 --out trial\nrankwright experiment trial.json --out trial',
  reads: ['data', 'valid', 'test', 'schema'],
  // The folder is written part by part; here it is only compared with the inputs.
  writes: {
    out: (path) => {
      if (path === '-') throw new UsageError('--out is a folder, so it cannot be standard output; give the name of a folder.')
      return [{ folder: path, files: [] }]
    },
    report: 'report',
  },
  force: false,
  async run({ data, options, given }, around): Promise<Answer<ExperimentReport>> {
    const { out, threads, compute, budget } = options
    const asked = isExperimentFile(data) ? await fromFile(data, given) : await fromFlags(data, options, given)
    const start = performance.now()
    const running = runExperiment(asked, out, {
      ...(threads !== undefined && { threads }),
      ...(budget !== undefined && { budget }),
      compute,
      onProgress: around.progress,
      ...(around.files && { files: around.files }),
    })
    const run = await running.catch((error: unknown) => {
      throw isExperimentFile(data) ? namedInFile(error, data) : error
    })
    for (const { notes } of run.results.data) for (const note of notes.slice(0, mostNotes)) around.note(`note: ${note}`)
    const subject = (): ReportSubject => ({ kind: 'experiment', name: fileTitle(resolve(out)), report: run.results })
    if (run.left === 0) await writeOwnReport(out, subject(), around)
    await addReport(options.report, subject, around)
    const document = experimentReport(run, out, (performance.now() - start) / 1000)
    return { document, text: (style) => experimentText(document, style) }
  },
})

const mostNotes = 5

/** Into the folder, where all is written as it comes: the next run of a killed one writes it again. */
async function writeOwnReport(folder: string, subject: ReportSubject, { files, progress, spelled }: Surroundings): Promise<void> {
  const { reportPage } = await import('@rankwright/report')
  const page = reportPage(subject, { onProgress: progress, spelled })
  await writePieces(join(folder, 'report.html'), [page], 'report', { force: 'never', ...(files && { files }) })
}

/** By its name, or by how it begins. */
function isExperimentFile(path: string): boolean {
  if (/\.json$/i.test(path)) return true
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
  const start = Buffer.alloc(200)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, start.length, 0)
  } finally {
    closeSync(file)
  }
  return new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${experimentFormat}"`).test(start.toString('utf8'))
}

type Given = OptionsOf<typeof experimentCommandOptions>

async function fromFile(path: string, given: Given): Promise<Experiment> {
  const other = Object.entries(given).find(([option, value]) => value !== undefined && !besideFile.has(option))
  if (other !== undefined)
    throw new UsageError(
      `--${flagName(other[0])} does not go with an experiment FILE: write it into the file, or give DATA and --methods instead.`,
    )
  return readExperiment(path)
}

async function fromFlags(path: string, options: Resolved<typeof experimentCommandOptions>, given: Given): Promise<Experiment> {
  const { methods, metrics, profile, seeds, shares, confidence, search, trials, halving, innerFolds } = options
  if (methods === undefined) throw new UsageError('Give --methods A,B, or an experiment FILE (JSON).')
  const { format, features } = given
  const read = { ...(await givenTableOptions(given)), ...(format && { format }), ...(features && { features }) }
  const how = { search, ...(trials !== undefined && { trials }), ...(halving && { halving }), ...(innerFolds && { innerFolds }) }
  const searching = search === 'none' ? {} : how
  return experimentOf({
    format: experimentFormat,
    version: 1,
    data: [{ ...splitOf(path, options, given), read }],
    methods: methods.map((method) => ({ method, ...searching })),
    ...{ metrics, profile, seeds, shares, confidence },
  })
}

/** How DATA is divided: as it is in folders, by other files, by time, or into folds. */
function splitOf(path: string, { folds, valid, test, time, at }: Resolved<typeof experimentCommandOptions>, given: Given): object {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const asked = [
    isFolder && 'a folder of folds',
    test !== undefined && '--test',
    time !== undefined && '--time',
    given.folds !== undefined && '--folds',
  ]
  const ways = asked.filter((way) => way !== false)
  if (ways.length > 1) throw new UsageError(`DATA is divided in one way: ${ways.join(' and ')} do not go together.`)
  if (isFolder) return { folder: path }
  if (test !== undefined) return { train: path, ...(valid !== undefined && { valid }), test }
  if (time !== undefined) return { file: path, time, at }
  return { file: path, folds }
}
