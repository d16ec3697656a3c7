import { type DocumentPart, objectPart } from '../../documents/documentPart.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { anytimeLeadPart } from '../../streaming/anytimeLead.ts'
import { fedSeriesPart } from '../../streaming/fedSeries.ts'
import { pairedDifferencePart } from '../../streaming/pairedDifference.ts'
import type { RankingStreamState } from '../../streaming/rankingStream.ts'
import { rememberedSeriesPart } from '../../streaming/rememberedSeries.ts'
import type { RivalStreamState } from '../../streaming/rivalStreams.ts'
import { seriesReadingPart } from '../../streaming/seriesReading.ts'
import { featuresFrom } from '../common/commonParts.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { rankingStreamFromDocument, rankingStreamKeys, rankingStreamToDocument } from './rankingStreamJson.ts'
import type { StreamModel } from './streamModel.ts'

/** Reading it back gives the same stream to the bit. */
export function streamToDocument({ method, features, target, state, fed, remembered, rivals, reading }: StreamModel): DocumentParts {
  const { options, given, ...rest } = rankingStreamToDocument(state)
  return {
    method,
    options,
    features,
    target,
    given,
    ...(reading && { reading: seriesReadingPart.write(reading) }),
    ...rest,
    ...(fed && { fed: fedSeriesPart.write(fed) }),
    ...(remembered && { remembered: rememberedSeriesPart.write(remembered) }),
    ...(rivals && { rivals: rivals.map((rival) => rivalPart.write(rival)) }),
  }
}

const keys = ['format', 'version', 'kind', 'method', 'features', 'target', 'reading?', 'fed?', 'remembered?', 'rivals?']

export function streamFromDocument(document: DocumentParts, read: DocumentReader): StreamModel {
  const parts = read.object(document, 'the top', [...keys, ...rankingStreamKeys])
  const { options, state } = rankingStreamFromDocument(parts, (part) => part, read)
  return {
    kind: 'stream',
    method: read.choice(parts['method'], 'method', ['stream']),
    options,
    features: columnsFrom(parts['features'], read),
    target: read.choice(parts['target'], 'target', ['rank', 'utility']),
    state,
    ...(parts['reading'] !== undefined && { reading: seriesReadingPart.read(parts['reading'], 'reading', read) }),
    ...(parts['fed'] !== undefined && { fed: fedSeriesPart.read(parts['fed'], 'fed', read) }),
    ...(parts['remembered'] !== undefined && { remembered: rememberedSeriesPart.read(parts['remembered'], 'remembered', read) }),
    ...(parts['rivals'] !== undefined && { rivals: rivalsFrom(parts['rivals'], state, read) }),
  }
}

const rankingStreamPart: DocumentPart<RankingStreamState> = {
  write: rankingStreamToDocument,
  read: (value, where, reader) =>
    rankingStreamFromDocument(reader.object(value, where, rankingStreamKeys), (part) => `${where}.${part}`, reader).state,
}

const rivalPart: DocumentPart<RivalStreamState> = objectPart<RivalStreamState>({
  stream: rankingStreamPart,
  difference: pairedDifferencePart,
  lead: anytimeLeadPart,
})

function rivalsFrom(value: unknown, { metrics }: RankingStreamState, read: DocumentReader): readonly RivalStreamState[] {
  return read.items(value, 'rivals').map((item, index) => {
    const rival = rivalPart.read(item, `rivals[${index}]`, read)
    if (rival.stream.metrics.join() !== metrics.join()) read.fail(`rivals[${index}].stream.metrics`, 'they are not those of the stream')
    return rival
  })
}

/** Series have dense rows: no stream has more features. */
const mostFeatures = 1e6

function columnsFrom(value: unknown, read: DocumentReader): readonly string[] | number {
  const features = featuresFrom(value, read)
  return typeof features === 'number' ? read.number(features, 'features', { atMost: mostFeatures }) : features
}
