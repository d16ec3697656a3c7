/** The nouns of WordNet 3.0 as a hierarchy, read from a folder of dict files that is made for it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hierarchy, hierarchyOf } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { beforeAll } from 'vitest'
import { writeWordNetFolder } from './wordNetFolder.mjs'

/** `dataSet` is the folder wordnet30-nouns. To be asked for in tests, not before. */
export function wordNetNouns(dataSet: string): () => Hierarchy {
  let hierarchy: Hierarchy
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-wordnet-'))
    try {
      writeWordNetFolder(dataSet, folder)
      hierarchy = hierarchyOf(await readOntology(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
  return () => hierarchy
}
