// Inputs that once reached new code, kept small: torture/corpus/TARGET/*. `growCorpus.mjs` adds to them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../corpus/', import.meta.url)

export function keptInputs(target) {
  const own = new URL(`${target}/`, folder)
  if (!existsSync(own)) return []
  return readdirSync(own)
    .sort()
    .map((name) => readFileSync(new URL(name, own)))
}

export function keepInput(target, input) {
  const own = new URL(`${target}/`, folder)
  mkdirSync(own, { recursive: true })
  writeFileSync(new URL(createHash('sha256').update(input).digest('hex').slice(0, 12), own), input)
}
