// Is P(A above B) right on lists that nothing was chosen on, and how many pairs are wrong if the 20 % that a rule is least sure of stay undecided?
// Parts of a set are rotated: all but two train, one validates and calibrates, one tests. "from scores" counts the same by sorting the margins
// of all pairs, without our code. Prints the tables of docs/not-answering.md: `node research/calibration.mjs [part of a set's name [part of a model's]]`,
// after `npm run build`.
import { abstain, calibrate, score, selectLists, train } from '@rankwright/core'
import { copyRow } from '@rankwright/core/data'
import { RankingStream, streamModel } from '@rankwright/core/streaming'
import { runtimeFor } from '@rankwright/node'
import { realSets } from './results/realSets.mjs'

const [onlySet = '', onlyModel = ''] = process.argv.slice(2)
const sets = ['letor-mq2008', 'letor-mq2007', 'letor-ohsumed', 'mslr-web-sample']
const coverage = 0.8
const { runtime, close } = runtimeFor(1)

const trained = (options) => (own, validation) => train(own, { ...options, valid: validation }, runtime)
/** Every kind of model that ranks lists: linear ones first, then random layers, kernels, networks and streams. */
const models = {
  'least-squares': trained({ method: 'least-squares' }),
  ranksvm: trained({ method: 'ranksvm' }),
  listnet: trained({ method: 'listnet' }),
  elmrank: trained({ method: 'elmrank' }),
  'rankrls, rbf': trained({ method: 'rankrls', kernel: 'rbf', basis: 300 }),
  'abstaining, network': trained({ method: 'abstaining', surrogate: 'exponential', hypothesis: 'network' }),
  'stream, rls': (own, validation) => calibrate(streamed(own), validation, runtime),
}

console.log('| set | model | lists that calibrate | calibration error | wrong, all pairs | distance | margin | P | from scores |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const { name, load } of realSets.filter((set) => sets.includes(set.name) && set.name.includes(onlySet))) {
  const loaded = await load()
  if (loaded === undefined) {
    console.error(`${name}: the data is not here`)
    continue
  }
  for (const [title, made] of Object.entries(models).filter(([title]) => title.includes(onlyModel))) {
    const rotations = loaded.folds.map(({ train: fit, valid, test }) => {
      const [own, validation, unseen] = [fit, valid, test].map((numbers) => selectLists(loaded.lists, numbers))
      return measured(made(own, validation), unseen)
    })
    const mean = (key) => rotations.reduce((sum, each) => sum + each[key], 0) / rotations.length
    const lists = rotations.map((each) => each.lists)
    const shown = (key) => (rotations.some((each) => each[key] === undefined) ? '' : mean(key).toFixed(4))
    const cells = ['error', 'all', 'distance', 'margin', 'probability', 'fromScores'].map(shown)
    console.log(`| ${name} | ${title} | ${Math.min(...lists)} to ${Math.max(...lists)} | ${cells.join(' | ')} |`)
  }
}
close()

/** A stream that learned from each list as a series. */
function streamed(lists) {
  const { width, labels, offsets } = lists
  const stream = new RankingStream({ options: { learner: 'rls' }, runtime })
  const row = new Float32Array(width)
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const features = new Float64Array((last - first) * width)
    for (let item = first; item < last; item++) {
      copyRow(lists, item, row)
      features.set(row, (item - first) * width)
    }
    stream.learn({ id: String(list), width, features, utilities: labels.slice(first, last) })
  }
  return streamModel(stream, width)
}

function measured(model, lists) {
  const byDistance = 'featureMap' in model ? abstain(model, lists, { costs: [0.1], radii: [0] }, runtime) : undefined
  const byMargin = abstain(model, lists, { rule: 'margin', costs: [0.1], thresholds: [0] }, runtime)
  const byP = abstain(model, lists, { rule: 'probability', costs: [0.1] }, runtime)
  const at = (curve, rule) => curve.find((point) => point.rule === rule && point.coverage <= coverage + 1e-9)?.risk ?? Number.NaN
  return {
    lists: model.calibration.lists,
    error: byP.reliability.error,
    all: byMargin.curve[0].risk,
    distance: byDistance && at(byDistance.curve, 'distance'),
    margin: at(byMargin.curve, 'margin'),
    probability: at(byP.curve, 'probability'),
    fromScores: countedFromScores(score(model, lists, runtime), lists),
  }
}

/** All pairs by descending margin, the first 80 % answered; equal scores are half wrong. */
function countedFromScores(scores, { labels, offsets }) {
  const pairs = []
  for (let list = 0; list + 1 < offsets.length; list++) {
    for (let i = offsets[list]; i < offsets[list + 1]; i++) {
      for (let j = offsets[list]; j < i; j++) {
        if (labels[i] === labels[j]) continue
        const ahead = (scores[i] - scores[j]) * Math.sign(labels[i] - labels[j])
        pairs.push([Math.abs(ahead), ahead > 0 ? 0 : ahead < 0 ? 1 : 0.5])
      }
    }
  }
  pairs.sort((a, b) => b[0] - a[0])
  const answered = pairs.slice(0, Math.round(coverage * pairs.length))
  return answered.reduce((sum, [, wrong]) => sum + wrong, 0) / answered.length
}
