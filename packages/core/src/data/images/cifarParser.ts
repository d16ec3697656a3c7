import { allocate, grown } from '../../numeric/allocate.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { RankingLists } from '../lists/rankingLists.ts'

const pixels = 3072
const record = 1 + pixels

/**
 * CIFAR-10's binary layout (Krizhevsky 2009, "Learning multiple layers of features from tiny images"): records of one class byte
 * and 3072 pixel bytes. The label is the class number, features are pixels / 255, and the file is one list. `size` is that of the file, where
 * it is known.
 */
export function cifarParser(file: string, size = 0): { push(chunk: Uint8Array): void; finish(): RankingLists } {
  const broken = (reason: string, column: number) =>
    new RankwrightError({ area: 'data', code: 'broken-images', at: { file, line: 1, column }, reason })
  let images = Math.max(1, Math.ceil(size / record))
  let values = allocate(Float32Array, images * pixels)
  let labels = allocate(Float64Array, images)
  let position = 0
  return {
    push(chunk) {
      if (position + chunk.length > images * record) {
        images = Math.ceil((position + chunk.length) / record) * 2
        values = grown(Float32Array, values, values.length, images * pixels)
        labels = grown(Float64Array, labels, labels.length, images)
      }
      for (const byte of chunk) {
        const image = Math.floor(position / record)
        const place = position - image * record
        position++
        if (place > 0) values[image * pixels + place - 1] = byte / 255
        else if (byte < 10) labels[image] = byte
        else throw broken(`record ${image + 1} starts with the byte ${byte}, which is no class from 0 to 9`, position)
      }
    },
    finish() {
      const count = Math.floor(position / record)
      if (position === 0) throw broken('it is empty', 1)
      if (count * record !== position) throw broken(`the last record has ${position - count * record} bytes`, position + 1)
      return oneList(values.subarray(0, count * pixels), labels.subarray(0, count))
    },
  }
}

function oneList(values: Float32Array, labels: Float64Array): RankingLists {
  return { features: { kind: 'dense', values }, width: pixels, labels, offsets: Uint32Array.of(0, labels.length), listIds: ['1'] }
}
