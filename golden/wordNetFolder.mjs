import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Writes the nouns of the data set wordnet30-nouns, which are tables, as the dict files that WordNet comes as. */
export function writeWordNetFolder(dataSet, folder) {
  mkdirSync(folder, { recursive: true })
  const synsets = rowsOf(join(dataSet, 'synsets.tsv.gz')).map(([offset, lemmas, hypernyms, instances]) => {
    const words = lemmas.split(' ')
    const pointers = [...hypernyms.split(' ').map((to) => ['@', to]), ...instances.split(' ').map((to) => ['@i', to])].filter(
      ([, to]) => to !== '',
    )
    return [
      `${offset} 03 n ${words.length.toString(16).padStart(2, '0')} ${words.map((word) => `${word} 0`).join(' ')}`,
      String(pointers.length).padStart(3, '0'),
      ...pointers.map(([symbol, to]) => `${symbol} ${to} n 0000`),
      '| a gloss',
    ].join(' ')
  })
  writeFileSync(join(folder, 'data.noun'), `  1 licence text\n${synsets.join('  \n')}  \n`)
  const index = rowsOf(join(dataSet, 'index.tsv.gz')).map(([lemma, offsets]) => {
    const senses = offsets.split(' ')
    return `${lemma} n ${senses.length} 1 @ ${senses.length} 0 ${offsets}`
  })
  writeFileSync(join(folder, 'index.noun'), `  1 licence text\n${index.join('  \n')}  \n`)
}

/** The rows of a gzipped table with tabs, without its heading. */
export function rowsOf(path) {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}
