import { join } from 'node:path'
import {
  abstain,
  certify,
  compare,
  type EvaluationReport,
  evaluate,
  finish,
  type ListModel,
  modelToJson,
  type RankingLists,
  type Runtime,
  rank,
  seededRandom,
  training,
} from '@rankwright/core'
import { kindOf, type TrainedModel } from '@rankwright/core/models'
import type { OptionTable } from '@rankwright/core/options'
import { type OutputFolder, readLists, runtimeFor } from '@rankwright/node'
import { command, type Surroundings } from '../command.ts'
import { catalogueFile, likenessExample } from '../demo/catalogue.ts'
import { dailySales, salesTable, streamExample } from '../demo/dailySales.ts'
import { type DemoStory, demoReport, todayName, type UndecidedExample } from '../demo/demoReport.ts'
import { exampleList } from '../demo/exampleList.ts'
import { judgedProducts } from '../demo/productSearch.ts'
import { productTable } from '../demo/productTable.ts'

const demoOptions = {
  out: { kind: 'text', default: 'rankwright-demo', placeholder: 'FOLDER', doc: 'Where the data and the model go.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the made-up shop.' },
} as const satisfies OptionTable

/** How many lists each file gets. */
const parts = { train: 240, valid: 60, test: 100 } as const
/** What is trained; the first is the one to go on with. */
const methods = ['listnet', 'ranksvm', 'least-squares', 'lambdamart'] as const
const metrics = ['ndcg@5', 'ndcg@10', 'map', 'err@10']

const fileNames = {
  train: 'train.csv',
  valid: 'valid.csv',
  test: 'test.csv',
  model: 'model.json',
  days: 'days.csv',
  catalogue: 'catalogue.obo',
  report: 'report.html',
} as const satisfies Readonly<Record<keyof DemoStory['files'], string>>

/** Files of these names that are there already are replaced only if a demonstration made them. */
function demoFolder(folder: string): OutputFolder {
  const headed = (text: string) => ({ firstLine: text.split('\n', 1)[0] })
  const shop = headed(productTable([]))
  const holds = {
    train: shop,
    valid: shop,
    test: shop,
    model: { ...shop, of: join(folder, fileNames.train) },
    days: headed(salesTable([])),
    catalogue: headed(catalogueFile()),
    report: 'report',
  } as const
  return {
    folder,
    files: (Object.keys(fileNames) as (keyof typeof fileNames)[]).map((file) => ({ name: fileNames[file], holds: holds[file] })),
  }
}

export const demo = command({
  summary: 'Make a small product search, train rankers on it and show what they learned.',
  inputs: {},
  options: demoOptions,
  example: 'rankwright demo --out rankwright-demo',
  writes: { out: (folder) => [demoFolder(folder)] },
  async run({ options: { out, seed } }, around) {
    const shop = await writeShop(out, seed, around)
    const sales = dailySales(seededRandom(seed).fork('sales'))
    await around.outputs.writeIn(out, fileNames.days, [salesTable(sales)])
    await around.outputs.writeIn(out, fileNames.catalogue, [catalogueFile()])
    const { runtime, close } = runtimeFor(1)
    try {
      const { train, test, ...told } = await rankingStory(shop, runtime, around)
      await around.outputs.writeIn(out, fileNames.model, [modelToJson(told.model)])
      const { reportPage } = await import('@rankwright/report')
      const subject = { kind: 'model', name: 'product search', model: told.model, lists: test, listsAre: 'the test lists', train } as const
      const { progress: onProgress, spelled } = around
      await around.outputs.writeIn(out, fileNames.report, [reportPage(subject, { onProgress, spelled }, runtime)])
      const named = Object.entries(fileNames).map(([file, name]) => [file, join(out, name)])
      const story: DemoStory = {
        files: Object.fromEntries(named) as DemoStory['files'],
        parts,
        ...told,
        changing: streamExample(sales),
        alike: likenessExample(),
      }
      return { document: demoDocument(story), text: (style) => demoReport(story, style) }
    } finally {
      close()
    }
  },
})

type RankingStory = Omit<DemoStory, 'files' | 'parts' | 'changing' | 'alike'>

/** Trains the rankers, and compares them with each other and with the shop's order of today. */
async function rankingStory(
  files: ShopFiles,
  runtime: Runtime,
  around: Surroundings,
): Promise<RankingStory & Readonly<Record<'train' | 'test', RankingLists>>> {
  const read = (path: string) => readLists(path, { ignore: ['position', 'clicks'] })
  const [train, valid, test] = [await read(files.train), await read(files.valid), await read(files.test)]
  const present = await presentScores(files.test)
  const models = methods.map((method) => trained(method, train, valid, runtime, around))
  const model = models[0]
  const contenders = Object.fromEntries(models.map((each) => [each.method, each]))
  const { heldOut, certificates } = certify(model, { train, heldOut: test, metrics: ['ndcg@10'] }, runtime)
  return {
    train,
    test,
    model,
    reports: {
      ...Object.fromEntries(models.map((each) => [each.method, evaluate(each, test, { metrics }, runtime)])),
      [todayName]: evaluate(present, test, { metrics }),
    },
    comparison: compare({ ...contenders, [todayName]: present }, test, { metric: 'ndcg@10' }, runtime),
    guarantee: heldOut[0],
    certificates,
    features: kindOf(model).facts(model).features,
    undecided: undecidedExample(model, valid, test, runtime),
    example: exampleList(test, present, rank(model, test, {}, runtime)),
  }
}

function demoDocument({ files, reports, comparison, guarantee, certificates, features, example, undecided, changing, alike }: DemoStory) {
  const ofEach = <Part>(part: (report: EvaluationReport) => Part) =>
    Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, part(report)]))
  return {
    files,
    metrics: ofEach((report) => report.metrics),
    intervals: ofEach((report) => report.intervals),
    comparison,
    guarantee,
    certificates,
    features: features.slice(0, 10),
    example,
    undecided,
    changing,
    alike,
  }
}

function trained(
  method: (typeof methods)[number],
  train: RankingLists,
  valid: RankingLists,
  runtime: Runtime,
  around: Surroundings,
): TrainedModel {
  const options = method === 'lambdamart' ? { method, valid } : { method, scale: 'quantile' as const, valid } // trees compare values as they are
  return finish(training(train, options, runtime), around.progress).model
}

/** What an undecided pair is taken to cost, where a wrong one costs 1. */
const cost = 0.1
const shownUndecided = 4

/** The best radius on the validation lists, and the first test list in which it leaves a run of products undecided. */
function undecidedExample(model: ListModel, valid: RankingLists, test: RankingLists, runtime: Runtime): UndecidedExample {
  const { chosen } = abstain(model, valid, { choose: true, cost, pairs: 5000, runs: 1 }, runtime)
  const radius = chosen?.radius ?? 0
  const { table } = abstain(model, test, { radii: [0, radius], costs: [cost], pairs: 5000, runs: 1 }, runtime)
  const lists = rank(model, test, { abstainRadius: radius }, runtime)
  const shown = lists.find(({ runs = [] }) => runs.some((run) => run.length > 1)) ?? lists[0]
  const names = new Map(shown.items.map(({ row, item }) => [row, item ?? String(row)]))
  const pairs = (shown.undecided ?? []).slice(0, shownUndecided).map((pair) => pair.map((row) => names.get(row) ?? '') as [string, string])
  return { cost, radius, list: shown.id, pairs, of: shown.undecided?.length ?? 0, lossWithout: table[0].loss, lossWith: table[1].loss }
}

/** The lists of the shop while the demonstration works on them. */
type ShopFiles = Readonly<Record<'train' | 'valid' | 'test', string>>

/** Writes the lists of the shop, and says where they are meanwhile. */
async function writeShop(out: string, seed: number, { note, outputs }: Surroundings): Promise<ShopFiles> {
  const lists = judgedProducts(parts.train + parts.valid + parts.test, seededRandom(seed))
  const write = (part: keyof ShopFiles, first: number) =>
    outputs.writeIn(out, fileNames[part], [productTable(lists.slice(first, first + parts[part]))])
  const files = {
    train: await write('train', 0),
    valid: await write('valid', parts.train),
    test: await write('test', parts.train + parts.valid),
  }
  note(`made up a shop (seed ${seed}): ${(['train', 'valid', 'test'] as const).map((part) => join(out, fileNames[part])).join(', ')}`)
  return files
}

/** The shop's order of today as scores: the first place has the greatest. */
async function presentScores(path: string): Promise<Float64Array> {
  const { features } = await readLists(path, { features: ['position'] })
  if (features.kind === 'sparse') throw new Error('one column is never sparse')
  return Float64Array.from(features.values, (position) => -position)
}
