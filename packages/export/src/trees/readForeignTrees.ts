import { readElasticsearchTrees } from './elasticsearchTrees.ts'
import type { ForeignTrees } from './foreignTrees.ts'
import { readRanklibTrees } from './ranklibTrees.ts'
import { readSolrTrees } from './solrTrees.ts'

/** The trees of a text that one of our writers wrote; which of them is seen from the text. */
export function readForeignTrees(text: string, file: string): ForeignTrees {
  if (text.startsWith('##')) return readRanklibTrees(text, file)
  const document = JSON.parse(text)
  return 'class' in document ? readSolrTrees(document, file) : readElasticsearchTrees(document, file)
}
