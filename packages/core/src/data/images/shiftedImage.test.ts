import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { shiftedImage } from './shiftedImage.ts'

const shape = { channels: 2, height: 5, width: 6 }
const size = 60
const image = Float32Array.from({ length: 2 * size }, (_, at) => at + 1)

/** Where pixel (row, column) of a channel stands. */
const place = (channel: number, row: number, column: number) => (channel * 5 + row) * 6 + column

test('an image is moved by up to four pixels each way, with 0 behind it, and mirrored every other time', () => {
  const random = seededRandom(1)
  const seen = new Set<string>()
  for (let trial = 0; trial < 3000; trial++) {
    const into = new Float32Array(size + 3).fill(-1)
    shiftedImage(image, size, shape, random, into, 2)
    expect([into[0], into[1], into[size + 2]]).toEqual([-1, -1, -1])
    const moved = into.subarray(2, size + 2)
    const fits = candidates().filter(({ pixels }) => pixels.every((value, at) => value === moved[at]))
    expect(fits).toHaveLength(1)
    seen.add(fits[0].name)
  }
  expect(seen.size).toBe(2 * 9 * 9)
})

interface Candidate {
  readonly name: string
  readonly pixels: readonly number[]
}

let all: readonly Candidate[] | undefined

/** All 162 outcomes, pixel by pixel. */
function candidates(): readonly Candidate[] {
  if (all !== undefined) return all
  const made: Candidate[] = []
  for (const mirrored of [false, true]) {
    for (let along = -4; along <= 4; along++) {
      for (let across = -4; across <= 4; across++) {
        const pixels = Array.from({ length: size }, () => 0)
        for (let channel = 0; channel < 2; channel++) {
          for (let row = 0; row < 5; row++) {
            for (let column = 0; column < 6; column++) {
              const [toRow, toColumn] = [row + along, (mirrored ? 5 - column : column) + across]
              if (toRow < 0 || toRow > 4 || toColumn < 0 || toColumn > 5) continue
              pixels[place(channel, toRow, toColumn)] = image[size + place(channel, row, column)]
            }
          }
        }
        made.push({ name: `${mirrored} ${along} ${across}`, pixels })
      }
    }
  }
  all = made
  return made
}
