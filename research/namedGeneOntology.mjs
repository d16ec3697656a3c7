// The Gene Ontology of the data folder with its names, which its tables hold apart.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOntology } from '@rankwright/node'
import { rowsOf } from '../golden/wordNetFolder.mjs'

export async function namedGeneOntology(dataFolder) {
  const set = join(dataFolder, 'ontology-go')
  const stanzas = new Map(rowsOf(join(set, 'terms.tsv.gz')).map(([id, , name]) => [id, [`[Term]\nid: ${id}\nname: ${name}`]]))
  for (const [child, parent, relation] of rowsOf(join(set, 'edges.tsv.gz'))) {
    if (relation === 'isa') stanzas.get(child)?.push(`is_a: ${parent}`)
    if (relation === 'part of') stanzas.get(child)?.push(`relationship: part_of ${parent}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'gene-ontology-'))
  try {
    const path = join(folder, 'go.obo')
    writeFileSync(path, `format-version: 1.2\n\n${[...stanzas.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`)
    return await readOntology(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
