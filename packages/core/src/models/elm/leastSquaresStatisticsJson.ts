/** Sums in a file: one JSON document like a model's, so that a fit can be resumed, sharded and brought together elsewhere. */

import { requireText } from '../../arguments/requireKind.ts'
import { type DocumentReader, documentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { type DocumentFormat, documentText, parsedDocument } from '../../documents/jsonDocument.ts'
import { lowerTriangle, symmetricFromTriangle } from '../../numeric/dense/lowerTriangle.ts'
import { featuresFrom } from '../common/commonParts.ts'
import { featureMapFromDocument, featureMapToDocument } from '../common/featureMapJson.ts'
import { seenListsDocument, seenListsFrom } from '../common/seenListsJson.ts'
import { hiddenNodesFromDocument, hiddenNodesToDocument } from './hiddenNodesJson.ts'
import type { HiddenSpace, LeastSquaresStatistics, StatisticsChange } from './leastSquaresStatistics.ts'
import { requireStatistics } from './requireStatistics.ts'

export const statisticsFormat: DocumentFormat = { format: 'rankwright-statistics', version: 1, sealed: true }

export function statisticsToJson(statistics: LeastSquaresStatistics): string {
  requireStatistics('statistics', statistics)
  const { space, gram, moments, nodeMeans, seen, used, ...numbers } = statistics
  const { features, featureMap, nodes, centre, pairs } = space
  return documentText({
    format: statisticsFormat.format,
    version: statisticsFormat.version,
    features,
    featureMap: featureMapToDocument(featureMap),
    nodes: hiddenNodesToDocument(nodes),
    centre,
    pairs,
    ...numbers,
    seen: seenListsDocument(seen),
    used: seenListsDocument(used),
    nodeMeans: encodeArray('f64', nodeMeans),
    moments: encodeArray('f64', moments),
    gram: encodeArray('f64', lowerTriangle(nodes.count, gram)),
  })
}

/** `file` is the name that errors speak of. */
export function statisticsFromJson(text: string, file: string): LeastSquaresStatistics {
  requireText('text', text, 'the text of a file with statistics')
  requireText('file', file, 'the name that messages speak of')
  const document = parsedDocument(text, file, statisticsFormat)
  const read = documentReader(file)
  const parts = read.object(document, 'the top', [
    ...['format', 'version', 'features', 'featureMap', 'nodes', 'centre', 'pairs', 'lists', 'rows', 'weight', 'rowWeight', 'nodeMeans'],
    ...['labelMean', 'gram', 'moments', 'labelSquares', 'freedom', 'freedomWeight', 'history', 'seen', 'used'],
  ])
  const space = spaceFrom(parts, read)
  const { count } = space.nodes
  const number = (key: string) => read.number(parts[key], key, { atLeast: 0 })
  return {
    space,
    lists: read.count(parts['lists'], 'lists'),
    rows: read.count(parts['rows'], 'rows'),
    weight: number('weight'),
    rowWeight: number('rowWeight'),
    nodeMeans: read.float64(parts['nodeMeans'], 'nodeMeans', count),
    labelMean: read.number(parts['labelMean'], 'labelMean'),
    gram: symmetricFromTriangle(count, read.float64(parts['gram'], 'gram', (count * (count + 1)) / 2)),
    moments: read.float64(parts['moments'], 'moments', count),
    labelSquares: number('labelSquares'),
    freedom: read.count(parts['freedom'], 'freedom'),
    freedomWeight: number('freedomWeight'),
    history: read.items(parts['history'], 'history').map((change, index) => changeFrom(change, `history[${index}]`, read)),
    seen: seenListsFrom(parts['seen'], 'seen', read),
    used: seenListsFrom(parts['used'], 'used', read),
  }
}

function spaceFrom(parts: Readonly<Record<string, unknown>>, read: DocumentReader): HiddenSpace {
  const features = featuresFrom(parts['features'], read)
  const width = typeof features === 'number' ? features : features.length
  return {
    features,
    featureMap: featureMapFromDocument(parts['featureMap'], 'featureMap', width, read),
    nodes: hiddenNodesFromDocument(parts['nodes'], 'nodes', width, read),
    centre: read.choice(parts['centre'], 'centre', ['list', 'global']),
    pairs: read.choice(parts['pairs'], 'pairs', ['mean', 'sum']),
  }
}

function changeFrom(value: unknown, where: string, read: DocumentReader): StatisticsChange {
  const { change, data } = read.object(value, where, ['change', 'data'])
  return { change: read.choice(change, `${where}.change`, ['added', 'removed']), data: read.text(data, `${where}.data`) }
}
