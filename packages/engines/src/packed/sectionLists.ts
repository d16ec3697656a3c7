import type { RankingLists } from '@rankwright/core'
import { aligned, arrayBytes, type PackedAbout, type SectionCounts } from './packedFormat.ts'

/** The lists of a section. Their arrays are the bytes themselves. */
export function sectionLists(about: PackedAbout, section: SectionCounts, buffer: ArrayBuffer): RankingLists {
  const starts: number[] = []
  arrayBytes(about, section).reduce((at, length) => {
    starts.push(at)
    return at + aligned(length)
  }, 0)
  const { width, layout, weighted, featureNames, othersAreZero, featuresChosen } = about
  const { lists, rows, values = 0 } = section
  const ids = Buffer.from(buffer, starts[starts.length - 1], section.idBytes).toString('utf8')
  return {
    width,
    offsets: new Uint32Array(buffer, starts[0], lists + 1),
    labels: new Float64Array(buffer, starts[1], rows),
    ...(weighted && { listWeights: new Float64Array(buffer, starts[2], lists) }),
    features:
      layout === 'dense'
        ? { kind: 'dense', values: new Float32Array(buffer, starts[3], rows * width) }
        : {
            kind: 'sparse',
            rowStarts: new Uint32Array(buffer, starts[3], rows + 1),
            columns: new Uint32Array(buffer, starts[4], values),
            values: new Float32Array(buffer, starts[5], values),
          },
    listIds: JSON.parse(ids),
    ...(featureNames && { featureNames }),
    ...(othersAreZero && { othersAreZero }),
    ...(featuresChosen && { featuresChosen }),
  }
}
