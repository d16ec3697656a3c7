/** Whatever reads bytes of others is attacked by `npm run torture -- decoders`: a new reader without a row in torture/fuzz/targets.mjs fails here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as browser from '@rankwright/browser'
import * as core from '@rankwright/core'
import * as data from '@rankwright/core/data'
import * as models from '@rankwright/core/models'
import * as ontology from '@rankwright/core/ontology'
import * as streaming from '@rankwright/core/streaming'
import * as engines from '@rankwright/engines'
import * as exporting from '@rankwright/export'
import * as node from '@rankwright/node'
import * as parquet from '@rankwright/parquet'
import { expect, test } from 'vitest'
import { targets } from '../torture/fuzz/targets.mjs'
import { root, sourceFiles } from './sourceFiles.ts'

const attacked = new Set(Object.values(targets).flatMap(({ reads }) => reads))

/** Names of functions that read. */
const reading = /^(?:parse|read)[A-Z]|(?:FromJson|Parser|From|OfContent|OfName)$/

test('every exported reader is attacked', () => {
  const readers = [browser, core, data, models, ontology, streaming, engines, exporting, node, parquet].flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (typeof value === 'function' && reading.test(name) ? [name] : [])),
  )
  expect(readers.length).toBeGreaterThan(30)
  expect([...new Set(readers)].filter((name) => !attacked.has(name))).toEqual([])
})

test('every format of data and of ontologies, and every kind of model, has a target that starts from it', () => {
  const names = Object.keys(targets)
  expect([...data.fileFormats, ...ontology.ontologyFormats].filter((format) => !names.includes(format))).toEqual([])
  const seeds = ['model', 'state'].flatMap((name) => targets[name].seeds())
  const kinds = new Set(seeds.map((seed) => JSON.parse(Buffer.from(seed).toString('utf8')).kind))
  expect(Object.keys(models.kinds).filter((kind) => !kinds.has(kind))).toEqual([])
})

/** Source files that take JSON or whole files apart by themselves, and the target that attacks them. */
const takenApart: Readonly<Record<string, string | { readonly reason: string }>> = {
  'cli/src/commands/worker.ts': 'question of a worker',
  'cli/src/overview.ts': { reason: 'reads our own package.json' },
  'cli/src/stream/expertWeights.ts': 'expert weights',
  'cli/src/thread/threadsEnding.ts': { reason: 'reads /proc' },
  'cli/src/thread/watched.ts': { reason: 'reads /proc' },
  'core/src/data/cells/cellVector.ts': 'csv',
  'core/src/data/encoders/requireEncoders.ts': { reason: 'reads what it has just written of an argument, to check it' },
  'core/src/data/letor/letorComment.ts': 'letor',
  'core/src/data/tables/jsonLine.ts': 'jsonl',
  'core/src/data/tables/jsonRow.ts': 'jsonl',
  'core/src/data/tables/jsonValues.ts': 'jsonl',
  'core/src/data/tables/tableSample.ts': 'jsonl',
  'core/src/data/tables/tableSchema.ts': 'schema',
  'core/src/documents/documentShape.ts': { reason: 'reads what it has just written of an argument, to check it' },
  'core/src/documents/jsonDocument.ts': 'model',
  'core/src/documents/jsonPlaces.ts': 'experiment',
  'core/src/experiments/experimentJson.ts': 'experiment',
  'core/src/experiments/experimentSettings.ts': 'files of an experiment',
  'core/src/models/kinds.ts': { reason: 'reads what it has just made of a model, to check it' },
  'core/src/ontology/reading/oboGraphs.ts': 'obographs',
  'engines/src/duckdb/writeScores.ts': { reason: 'reads the plan that DuckDB makes of a query' },
  'engines/src/packed/packedFile.ts': 'packed lists',
  'engines/src/packed/sectionLists.ts': 'packed lists',
  'engines/src/spark/connect/guardSession.ts': { reason: 'reads a line that our own process writes to it' },
  'engines/src/spark/parts/sparkParts.ts': { reason: 'reads our own worker, to send it' },
  'engines/src/spark/table/packedDirectory.ts': { reason: 'reads our own worker, to send it, and what that worker wrote' },
  'engines/src/worker/keptInFolder.ts': { reason: 'reads what it wrote, by checksum; its tests damage it' },
  'engines/src/worker/partFiles.ts': { reason: 'reads what a worker wrote, by checksum; its tests damage it' },
  'engines/src/worker/partReader.ts': 'parts for a worker',
  'engines/src/worker/tableRows.ts': { reason: 'reads texts that Spark writes as JSON, in a query of ours' },
  'engines/src/worker/wire.ts': 'question of a worker',
  'engines/src/worker/workerProgram.ts': 'question of a worker',
  'export/src/elasticsearch.ts': 'peer',
  'export/src/generated/encoderCode.ts': { reason: 'the code of core that reads cells, as text' },
  'export/src/readForeignModel.ts': 'peer',
  'export/src/imports/importModel.ts': 'imported trees',
  'export/src/imports/readElasticsearchModel.ts': 'imported trees',
  'export/src/trees/elasticsearchTrees.ts': { reason: 'reads what our own writer has just written, to compare it' },
  'export/src/trees/readForeignTrees.ts': { reason: 'reads what our own writer has just written, to compare it' },
  'node/src/experiments/experimentFolder.ts': 'files of an experiment',
  'node/src/files/fileLock.ts': 'lock',
  'node/src/outputs/commit.ts': 'journal',
  'node/src/outputs/journal.ts': 'journal',
  'node/src/outputs/matrixPair.ts': 'matrix and ids',
  'node/src/outputs/openFile.ts': { reason: 'reads /proc' },
  'node/src/outputs/owner.ts': 'journal',
  'node/src/streams/stateFile.ts': 'state',
  'report/src/subjects/subjectOfJson.ts': 'printed answer',
}

test('every source file that takes JSON or a whole file apart is attacked, or says why not', () => {
  const found = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /JSON\.parse\(|readFile(?:Sync)?\(/.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => path.replace('packages/', ''))
  expect(found.length).toBeGreaterThan(5)
  expect(found.sort()).toEqual(Object.keys(takenApart).sort())
  const named = Object.values(takenApart).filter((target) => typeof target === 'string')
  expect(named.filter((target) => targets[target] === undefined)).toEqual([])
})
