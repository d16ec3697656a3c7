// How often the held-out bounds on what a model with a rule serves lie above the true mean. What each type of lists is served like, and how good that is, comes
// from `evaluate`; the true mean is the mean over the types. A draw fails if its values refute the true mean. Every so often `certify` itself gets the draw as a
// file, in each order of its lists, and its bound must lie on the same side.
import { certify, evaluate, seededRandom } from '@rankwright/core'
import { heldOutMethods } from '@rankwright/core/theory'
import { refutesMean } from '../../packages/core/dist/theory/heldOutBetting.js'
import { clearLead, DECIDE_EVERY, leadBelow } from './clearDraws.mjs'
import { arranged, drawTypes, meansOfEqual, orders, repetitions } from './fileShapes.mjs'
import { fileOf, populations } from './listTypes.mjs'
import { scoringModel } from './ruleCoverage.mjs'

/** Rules with how lists are served. Ties that are drawn come in many variants of each type. */
export const servings = {
  'no rule': { serving: {} },
  'list, confidence 0.7': { rule: { rule: 'list', threshold: 0.7, about: 'order', cutoff: 10 }, serving: {} },
  'list, top 1, confidence 0.6': { rule: { rule: 'list', threshold: 0.6, about: 'top', cutoff: 1 }, serving: {} },
  'margin 0.3, by score': { rule: { rule: 'margin', threshold: 0.3 }, serving: {} },
  'margin 0.3, keep': { rule: { rule: 'margin', threshold: 0.3 }, serving: { ties: 'keep' } },
  'margin 0.3, random': { rule: { rule: 'margin', threshold: 0.3 }, serving: { ties: 'random' }, variants: 20 },
  'probability 0.7, keep': { rule: { rule: 'probability', threshold: 0.7 }, serving: { ties: 'keep' } },
  'distance 0.4, keep': { rule: { rule: 'distance', threshold: 0.4, norm: '2' }, serving: { ties: 'keep' } },
}
const servedMetrics = ['ndcg@10', 'map', 'pairwise-accuracy']

const refutes = {
  'heldout-betting': refutesMean,
  'heldout-bernstein': (values, claimed, delta) => heldOutMethods['heldout-bernstein'](values, delta).lower > claimed,
  'heldout-hoeffding': (values, claimed, delta) => heldOutMethods['heldout-hoeffding'](values, delta).lower > claimed,
}

/** One entry for each population and way to repeat lists: the shares of failed draws, by metric and method. */
export function* servedCoverage(name, { count, draws, delta, checkEvery, onlyPopulation = '' }) {
  for (const [population, made] of Object.entries(populations).filter(([name]) => name.startsWith(onlyPopulation))) {
    const { model, values, truth } = servedTypes(name, made)
    const hardness = values[0].slice(0, made.types.length).map((value) => 1 - value)
    for (const [repetition, repeated] of Object.entries(repetitions)) {
      const failed = servedMetrics.map(() => Object.fromEntries(Object.keys(refutes).map((method) => [method, 0])))
      let checked = 0
      for (let seed = 1; seed <= draws; seed++) {
        const random = seededRandom(seed)
        const sample = repeated(drawTypes(count, made, random), hardness, made)
        const variants = Array.from(sample.drawn, (type) => type + made.types.length * random.integer(servings[name].variants ?? 1))
        const always = seed % DECIDE_EVERY === 0 || seed % checkEvery === 0
        const isRefuted = failed.map((_, place) => refuted(sample, variants, values[place], truth[place], { delta, always }))
        for (const [place, failures] of failed.entries())
          for (const method of Object.keys(refutes)) if (isRefuted[place](method)) failures[method]++
        if (seed % checkEvery === 0 && servings[name].variants === undefined)
          checked += requireSame({ name, model, made, sample, hardness, delta, repetition }, truth, isRefuted)
      }
      for (const [place, failures] of failed.entries())
        for (const [method, count] of Object.entries(failures))
          yield { name, population, repetition, metric: servedMetrics[place], method, failed: count / draws, checked }
    }
  }
}

/** The model with its rule, the metrics of each type (NaN where a list does not count) and their true means. */
function servedTypes(name, made) {
  const { rule, serving, variants = 1 } = servings[name]
  const model = rule === undefined ? scoringModel : { ...scoringModel, abstention: { ...rule, origin: { by: 'hand' } } }
  const all = Array.from({ length: variants }, () => Array.from(made.types.keys())).flat()
  const file = fileOf(made, { drawn: Uint16Array.from(all) })
  const { perList } = evaluate(model, file, { metrics: servedMetrics, perList: true, confidence: 0, serving })
  const byId = new Map(perList.map(({ id, metrics }) => [id, metrics]))
  const values = servedMetrics.map((metric) => all.map((_, list) => byId.get(`l${list}`)?.[metric] ?? Number.NaN))
  return { model, values, truth: values.map((of) => mean(of.filter((value) => !Number.isNaN(value)))) }
}

/** Whether a method refutes the true mean on this draw: with lists that are repeated and without. No method does where the values hardly exceed it. */
function refuted({ first }, variants, of, truth, { delta, always }) {
  const values = new Float64Array(variants.length)
  for (let list = 0; list < variants.length; list++) values[list] = of[variants[list]]
  const all = values.filter((value) => !Number.isNaN(value))
  const once = first && meansOfEqual(first, values)
  const clear = clearLead(variants.length)
  if (!always && (-leadBelow(truth, all) < clear || (once && -leadBelow(truth, once) < clear))) return () => false
  return (method) => refutes[method](all, truth, delta) && (once === undefined || refutes[method](once, truth, delta))
}

/** How many files `certify` was given. Throws where its bound lies on the other side of the true mean. */
function requireSame({ name, model, made, sample, hardness, delta, repetition }, truth, isRefuted) {
  const hard = Array.from(sample.drawn, (type) => hardness[type])
  for (const order of Object.values(orders)) {
    const heldOut = fileOf(made, arranged(sample, order(hard)), { drawnOften: repetition === 'lists that are drawn often' })
    const { heldOut: rows } = certify(model, { heldOut, metrics: servedMetrics, delta, serving: servings[name].serving })
    for (const { metric, method, lower } of rows) {
      const place = servedMetrics.indexOf(metric)
      if (lower > truth[place] !== isRefuted[place](method))
        throw new Error(`${name}, ${method}: certify says ${lower}, the true mean of ${metric} is ${truth[place]}`)
    }
  }
  return Object.keys(orders).length
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
