// `npm run torture [-- NAME …]`: attacks every promise of docs/reliability.md for minutes. See torture/README.md.
import { parseArgs } from 'node:util'
import { allProofs } from './proofs.mjs'

const usage = `npm run torture [-- NAME … --rounds N --seed S]
npm run torture -- --list

  --rounds N  attempts of every proof (default: each proof's own number)
  --seed S    repeats the attempts of that seed (default 1)`

const asked = readArguments()
process.exitCode = asked === undefined ? 2 : await main(asked)

async function main({ names, rounds, seed, list }) {
  const proofs = await allProofs()
  if (list) {
    for (const { name, about } of proofs) console.log(`${name}\t${about}`)
    return 0
  }
  const unknown = names.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown !== undefined) {
    console.error(`There is no proof "${unknown}". Choose of: ${proofs.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  let broken = 0
  for (const proof of proofs.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`${proof.name}: ${proof.about}`)
    const started = process.hrtime.bigint()
    const { tried, failures } = await proof.run({ rounds: rounds ?? proof.rounds.torture, seed, log: (line) => console.error(`  ${line}`) })
    const seconds = Number((process.hrtime.bigint() - started) / 1_000_000_000n)
    console.log(`  ${tried} attempts, ${failures.length} failures, ${seconds} s`)
    for (const failure of failures) console.log(`  FAILED ${failure}`)
    broken += failures.length + (tried === 0 ? 1 : 0)
  }
  return broken === 0 ? 0 : 1
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rounds: { type: 'string' }, seed: { type: 'string', default: '1' }, list: { type: 'boolean', default: false } },
    })
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
    const seed = Number(values.seed)
    if (rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds > 0)) throw new Error('--rounds is a whole number above 0.')
    if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number.')
    return { names: positionals, rounds, seed, list: values.list }
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    return undefined
  }
}
