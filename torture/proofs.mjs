// Every file of `torture/proofs` is a proof. A new one needs no entry elsewhere.
import { readdirSync } from 'node:fs'

const folder = new URL('./proofs/', import.meta.url)

export async function allProofs() {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .sort()
  return Promise.all(files.map(async (file) => (await import(new URL(file, folder).href)).proof))
}
