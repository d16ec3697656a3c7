/** Models of the LTR plugins of Elasticsearch and OpenSearch: the body of `_createmodel`, what the plugin gives back, or the definition alone. */
import { readElasticsearch } from '../elasticsearch.ts'
import { foreignDocument, type JsonObject } from '../foreignDocument.ts'
import type { Imported } from './imported.ts'
import { importedSum } from './importedForeign.ts'
import { readRanklibModel } from './readRanklibModel.ts'
import { readXgboost } from './readXgboost.ts'
import { readXgboostDump } from './readXgboostDump.ts'

export function readElasticsearchModel(content: unknown, file: string): Imported {
  if (typeof content === 'string') return readRanklibModel(content, file, 'elasticsearch')
  if (Array.isArray(content)) return readXgboostDump(content, file, 'elasticsearch', false)
  const read = foreignDocument('Elasticsearch', file)
  const document = read.object(content, 'the top')
  if ('splits' in document) return readXgboostDump(document, file, 'elasticsearch', false)
  const stored = read.object(document['_source'] ?? document, 'the top')
  const model = read.object(stored['model'], 'model')
  const { type, definition } = read.object(model['model'] ?? model, 'model.model')
  const where = 'model.model.definition'
  const parsed = (): unknown => {
    if (typeof definition === 'object' && definition !== null) return definition
    if (typeof definition !== 'string') return read.fail(where, 'it is neither a text nor a document')
    try {
      return JSON.parse(definition)
    } catch {
      return read.fail(where, 'this text is not JSON')
    }
  }
  switch (type) {
    case 'model/xgboost+json':
      return readXgboostDump(parsed(), file, 'elasticsearch', false)
    case 'model/xgboost+json+raw':
      return { ...readXgboost(read.object(parsed(), where) as JsonObject, file), from: 'elasticsearch' }
    case 'model/ranklib':
      return readRanklibModel(read.text(definition, where), file, 'elasticsearch')
    default:
      return importedSum(readElasticsearch(document, file), 'elasticsearch')
  }
}
