import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { arrangedRun } from './arrangedRun.ts'

/** The definition, step by step: of the items without an unplaced decided item above them, the one of least rank. */
function stepByStep(run: readonly number[], isUndecided: (item: number, other: number) => boolean, rank: readonly number[]): number[] {
  const left = [...run]
  const arranged: number[] = []
  while (left.length > 0) {
    const free = left.filter((item, place) => left.slice(0, place).every((above) => isUndecided(above, item)))
    const next = free.reduce((best, item) => (rank[item] < rank[best] ? item : best))
    arranged.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return arranged
}

test('the first places are those of the definition, whichever pairs are undecided', () => {
  const random = seededRandom(4)
  for (let round = 0; round < 400; round++) {
    const count = 1 + random.integer(20)
    const share = random.uniform()
    const open = new Set<string>()
    for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) if (random.uniform() < share) open.add(`${j} ${i}`)
    const isUndecided = (a: number, b: number) => open.has(`${Math.min(a, b)} ${Math.max(a, b)}`)
    const run = random.shuffle(Array.from({ length: count }, (_, item) => item))
    const rank = Array.from({ length: count }, () => random.uniform())
    const wanted = stepByStep(run, isUndecided, rank)
    const shown = 1 + random.integer(count)
    expect([...arrangedRun(Uint32Array.from(run), shown, isUndecided, (item) => rank[item])]).toEqual(wanted.slice(0, shown))
  }
})

test('no pair is looked at twice', () => {
  const seen = new Set<string>()
  const isUndecided = (a: number, b: number) => {
    expect(seen.has(`${a} ${b}`)).toBe(false)
    seen.add(`${a} ${b}`)
    return (a * b) % 3 !== 0
  }
  arrangedRun(
    Uint32Array.from({ length: 60 }, (_, item) => item),
    60,
    isUndecided,
    (item) => -item,
  )
  expect(seen.size).toBeGreaterThan(100)
})
