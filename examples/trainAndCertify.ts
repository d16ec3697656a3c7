/**
 * From a data file to a model with a guarantee: a part of the lists is set aside before anything else, the rest trains and
 * tunes, and the part set aside says what to expect of new queries.
 *
 *   node trainAndCertify.js judged.txt model.json
 */
import { pathToFileURL } from 'node:url'
import { certify, evaluate, readLists, splitLists, train, writeModel } from 'rankwright'

export async function trainAndCertify(dataFile: string, modelFile: string): Promise<string> {
  const lists = await readLists(dataFile)
  const [learning, valid, test] = splitLists(lists, [0.6, 0.2, 0.2], { seed: 1 })
  const model = train(learning, { method: 'least-squares', valid })
  await writeModel(model, modelFile)

  const { metrics } = evaluate(model, test, { metrics: ['ndcg@10'] })
  const { heldOut } = certify(model, { train: learning, heldOut: test, metrics: ['ndcg@10'], delta: 0.05 })
  const [{ lower, n, lists: given, condition }] = heldOut
  const atLeast = Math.floor(lower * 1000) / 1000 // a lower bound is rounded down
  return `ndcg@10 ${metrics['ndcg@10'].toFixed(3)} on ${n} of ${given} test lists; at least ${atLeast} on new ${condition}, at 95 % confidence`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [dataFile, modelFile] = process.argv.slice(2)
  console.log(await trainAndCertify(dataFile, modelFile))
}
