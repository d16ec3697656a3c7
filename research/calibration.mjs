// Is P(A above B) right on lists that nothing was chosen on, and how many pairs are wrong if the 20 % that a rule is least sure of stay undecided?
// Parts of a set are rotated: all but two train, one validates and calibrates, one tests. "from scores" counts the same by sorting the margins
// of all pairs, without our code. Prints the tables of docs/not-answering.md: `node research/calibration.mjs [part of a set's name]`, after
// `npm run build`.
import { abstain, score, selectLists, train } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { realSets } from './results/realSets.mjs'

const only = process.argv[2] ?? ''
const sets = ['letor-mq2008', 'letor-mq2007', 'letor-ohsumed', 'mslr-web-sample']
const methods = ['least-squares', 'ranksvm', 'listnet', 'elmrank']
const coverage = 0.8
const { runtime, close } = runtimeFor(1)

console.log('| set | method | lists that calibrate | calibration error | wrong, all pairs | distance | margin | P | from scores |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const { name, load } of realSets.filter((set) => sets.includes(set.name) && set.name.includes(only))) {
  const loaded = await load()
  if (loaded === undefined) {
    console.error(`${name}: the data is not here`)
    continue
  }
  for (const method of methods) {
    const rotations = loaded.folds.map(({ train: fit, valid, test }) => {
      const [own, validation, unseen] = [fit, valid, test].map((numbers) => selectLists(loaded.lists, numbers))
      return measured(train(own, { method, valid: validation }, runtime), unseen)
    })
    const mean = (key) => rotations.reduce((sum, each) => sum + each[key], 0) / rotations.length
    const lists = rotations.map((each) => each.lists)
    const cells = ['error', 'all', 'distance', 'margin', 'probability', 'fromScores'].map((key) => mean(key).toFixed(4))
    console.log(`| ${name} | ${method} | ${Math.min(...lists)} to ${Math.max(...lists)} | ${cells.join(' | ')} |`)
  }
}
close()

function measured(model, lists) {
  const byDistance = abstain(model, lists, { costs: [0.1], radii: [0] }, runtime)
  const byMargin = abstain(model, lists, { rule: 'margin', costs: [0.1], thresholds: [0] }, runtime)
  const byP = abstain(model, lists, { rule: 'probability', costs: [0.1] }, runtime)
  const at = (curve, rule) => curve.find((point) => point.rule === rule && point.coverage <= coverage + 1e-9)?.risk ?? Number.NaN
  return {
    lists: model.calibration.lists,
    error: byP.reliability.error,
    all: byMargin.curve[0].risk,
    distance: at(byDistance.curve, 'distance'),
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
