// The attacks of `npm run torture` in a short form.
import { expect, test } from 'vitest'
import { allProofs } from '../torture/proofs.mjs'

const proofs = await allProofs()

for (const { name, about, rounds, run } of proofs) {
  test(`${name}: ${about}`, async () => {
    const { tried, failures } = await run({ rounds: rounds.test, seed: 1, log: () => {} })
    expect(failures).toEqual([])
    expect(tried).toBeGreaterThan(0)
  }, 300_000)
}

test('names of proofs are unique', () => {
  expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length)
})
