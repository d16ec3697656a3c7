// A report of every kind of subject, with names that a page must not obey.

import { driftingSeries, edgeOntology } from '@rankwright/contracts'
import {
  abstain,
  calibrate,
  certify,
  compare,
  evaluate,
  finish,
  type RankingLists,
  rankingLists,
  seededRandom,
  train,
  tune,
} from '@rankwright/core'
import { inspection } from '@rankwright/core/data'
import { experimentOf, experimentResults } from '@rankwright/core/experiments'
import { hierarchyOf, trainOntology } from '@rankwright/core/ontology'
import { dataReport, streamReport, tuneReport } from '@rankwright/core/reports'
import { RankingStream } from '@rankwright/core/streaming'
import { reportPage, subjectOfJson } from '@rankwright/report'

export const hostile = '</style></svg><script>document.title = "obeyed"</script><img src=x onerror="document.title=1">'
const strange = ['\u202eright to left', 'עברית', 'null \0 character', '"quoted" & \'single\'', 'half \ud800', 'x'.repeat(300)]

/** Lists in which the first two of six features decide, some values are missing, and names are strange. */
function strangeLists(seed: number, count: number): RankingLists {
  const random = seededRandom(seed)
  const rows = Array.from({ length: count * 8 }, (_, row) => {
    const features = Array.from({ length: 6 }, (_, column) => (column === 3 && row % 5 === 0 ? Number.NaN : random.normal()))
    const utility = features[0] + 0.6 * features[1] ** 2 + 0.5 * random.normal()
    return {
      features,
      label: utility > 1.4 ? 2 : utility > 0.3 ? 1 : 0,
      list: `${hostile} ${seed}-${row >> 3}`,
      item: `${strange[row % 6]} ${row}`,
    }
  })
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
    items: rows.map(({ item }) => item),
    featureNames: [hostile, ...strange.slice(0, 5)],
  })
}

/** Three methods with two shares on two folds, and on another data set, as `results.json` has it; one of them has a strange name. */
function strangeResults(overview: RankingLists): string {
  const random = seededRandom(7)
  const experiment = experimentOf({
    format: 'rankwright-experiment',
    version: 1,
    data: ['d', 'e'].map((name) => ({ name, file: `${name}.txt`, folds: 2 })),
    methods: ['listnet', 'least-squares', { method: 'ranksvm', try: { lambda: [0.1, 1] } }],
    metrics: ['ndcg@10', 'map'],
    shares: [0.5, 1],
  })
  const known = { lists: 40, rows: 200, fingerprint: '' }
  const folds = ['d Fold1', 'd Fold2', 'e Fold1'].map((place) => {
    const [data, fold] = place.split(' ')
    const ids = Array.from({ length: 40 }, (_, list) => `${strange[list % 6]} ${fold}-${list}`)
    return { data, fold, train: known, test: known, ids, notes: [hostile] }
  })
  const places = Uint32Array.from({ length: 40 }, (_, list) => list)
  const parts = folds.flatMap(({ data, fold }) =>
    experiment.methods.flatMap(({ name: method }, skill) =>
      experiment.shares.map((share) => {
        const values = [0, 1].map(() =>
          places.reduce((own, list) => own.fill(0.4 + 0.1 * skill * share + 0.3 * random.uniform(), list), new Float64Array(40)),
        )
        const chosen = { options: { lambda: 0.1 }, on: 'folds' as const, score: 0.7, trials: 2 }
        return {
          data,
          fold,
          method,
          share,
          seed: 1,
          lists: 40,
          seconds: 1,
          ...(skill === 2 && { chosen }),
          measured: { values, unseen: places, first: places, notes: [] },
        }
      }),
    ),
  )
  const results = experimentResults(experiment, folds, parts, { overviews: { d: inspection(overview), e: inspection(overview) } })
  return JSON.stringify(results).replaceAll('"listnet"', JSON.stringify(hostile))
}

/** By the name of what they are about. */
export function sampleReports(): Readonly<Record<string, string>> {
  const [learned, valid, test] = [strangeLists(1, 80), strangeLists(2, 40), strangeLists(3, 60)]
  const linear = calibrate(train(learned, { method: 'listnet' }), valid)
  const trees = train(learned, { method: 'lambdamart', trees: 20 })
  const comparison = compare(
    [
      { name: hostile, ranker: linear },
      { name: strange[0], ranker: trees },
      { name: 'file order', ranker: Float64Array.from(test.labels, (_, row) => -row) },
    ],
    test,
    { perList: true, randomisations: 1000 },
  )
  const stream = new RankingStream({ options: { drift: 'page-hinkley', window: 10 } })
  for (const series of driftingSeries(60)) stream.learn(series)
  const hierarchy = hierarchyOf(edgeOntology('b<i>,a\nc,a\nd,b<i>\ne,b<i>\nf,c\ng,c\nh,d\n'))
  const tuned = tune(learned, { method: 'least-squares', grid: { lambda: [0.01, 0.1, 1, 10] }, folds: 3 })
  const tuning = tuneReport({ result: tuned, profile: 'rankwright', folds: 3, seconds: 1 })
  return {
    linear: reportPage({ kind: 'model', name: hostile, model: linear, lists: test, train: learned }),
    trees: reportPage({ kind: 'model', name: 'trees.json', model: trees, lists: test }),
    bare: reportPage({ kind: 'model', name: 'bare.json', model: linear }),
    comparison: reportPage({ kind: 'comparison', name: hostile, report: comparison }),
    stream: reportPage({ kind: 'stream', name: hostile, report: streamReport(stream) }),
    ontology: reportPage({ kind: 'model', name: hostile, model: finish(trainOntology(hierarchy, { parts: 'branches' })) }),
    experiment: reportPage(subjectOfJson(strangeResults(learned), hostile)!),
    tuning: reportPage({ kind: 'tuning', name: hostile, report: tuning }),
    abstention: reportPage({
      kind: 'abstention',
      name: hostile,
      report: abstain(linear, test, { rule: 'probability', choose: true, cost: 0.1, pairs: 500, runs: 2 }),
    }),
    certificate: reportPage({ kind: 'certificate', name: hostile, report: certify(linear, { train: learned, heldOut: test }) }),
    evaluation: reportPage({ kind: 'evaluation', name: hostile, report: evaluate(trees, test, { perList: true }) }),
    data: reportPage({
      kind: 'data',
      name: hostile,
      report: dataReport(test, { problems: [], problemCount: 0, notes: [] }),
      sizes: Float64Array.from({ length: 60 }, () => 8),
    }),
  }
}
