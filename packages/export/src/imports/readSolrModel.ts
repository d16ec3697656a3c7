import type { JsonObject } from '../foreignDocument.ts'
import { readSolr } from '../solr.ts'
import { readSolrTrees, solrTreesClass } from '../trees/solrTrees.ts'
import type { Imported } from './imported.ts'
import { importedForeign, importedSum } from './importedForeign.ts'

/** A MultipleAdditiveTreesModel or a LinearModel of Solr's LTR module. */
export function readSolrModel(document: JsonObject, file: string): Imported {
  if (document['class'] === solrTreesClass) return importedForeign(readSolrTrees(document, file), 'solr')
  return importedSum(readSolr(document, file), 'solr')
}
