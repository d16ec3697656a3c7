// node torture/fuzz/growCorpus.mjs [--rounds 200000] [--seed 1] [--target NAME]
// Keeps the inputs that reach new code in torture/corpus, so that later runs start from them. Review what it adds before it is committed.
import { parseArgs } from 'node:util'
import { keepInput } from './corpus.mjs'
import { watchedFuzz } from './watched.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' }, target: { type: 'string' } },
})
/** What is kept stays small, so that people can read it. */
const longest = 2500
const most = 30
const kept = new Map()

const { tried, failures } = await watchedFuzz({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  only: values.target,
  log: console.error,
  onReached(target, input) {
    const before = kept.get(target) ?? 0
    if (input.length > longest || before >= most) return
    kept.set(target, before + 1)
    keepInput(target, input)
  },
})
console.log(`${tried} inputs; kept: ${Array.from(kept, ([target, count]) => `${target} ${count}`).join(', ')}`)
for (const failure of failures) console.log(`FAILED ${failure}`)
