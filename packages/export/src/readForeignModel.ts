import { RankwrightError } from '@rankwright/core'
import { options as optionsShape, requireArguments, text as textShape, texts } from '@rankwright/core/arguments'
import { readElasticsearch } from './elasticsearch.ts'
import type { JsonObject } from './foreignDocument.ts'
import type { ForeignLinearModel } from './foreignModel.ts'
import { readRanklib } from './ranklib.ts'
import { readSolr } from './solr.ts'

export interface ReadForeignOptions {
  /** The features that there are where the model is to run; a model with others is an error. */
  readonly knownFeatures?: readonly string[]
}

const shapes = { text: textShape, file: textShape, options: optionsShape({ knownFeatures: texts }) }

/**
 * A linear model from the text of a RankLib, Elasticsearch LTR or Solr LTR file; which of them is seen from the text. Trees and networks
 * are recognised, and the error names them. `file` is the name in errors.
 */
export function readForeignModel(text: string, file: string, options: ReadForeignOptions = {}): ForeignLinearModel {
  requireArguments({ text, file, options }, shapes)
  const { knownFeatures } = options
  const content = text.replace(/^\uFEFF/, '')
  if (/^\s*##/.test(content)) return readRanklib(content.trimStart(), file)
  const kindOf = (found: string): never => {
    throw new RankwrightError({ area: 'export', code: 'foreign-model-kind', at: { file }, found })
  }
  if (/^(#.*\n|\s)*- tree:/.test(content)) kindOf('a listing of trees')
  const document = parsed(content, file)
  if (Array.isArray(document) && document.some((tree) => isObject(tree) && 'nodeid' in tree)) kindOf('an XGBoost model of trees')
  if (isObject(document)) {
    if ('class' in document) return readSolr(document, file, knownFeatures)
    if ('model' in document || '_source' in document) return readElasticsearch(document, file, knownFeatures)
    if ('splits' in document) kindOf('an XGBoost model of trees')
  }
  const reason = 'neither the "class" of a Solr model nor the "model" of an Elasticsearch one is in it'
  throw new RankwrightError({ area: 'export', code: 'not-a-foreign-model', at: { file }, reason })
}

function parsed(content: string, file: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    const reason = 'it starts like no RankLib model, and it is not JSON'
    throw new RankwrightError({ area: 'export', code: 'not-a-foreign-model', at: { file }, reason })
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
