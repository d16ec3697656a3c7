import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import { explained } from './sparkParts.ts'

const failures = [
  ['no part is answered', new RankwrightError({ area: 'engine', code: 'parts-missing', missing: [0], total: 1 })],
  [
    'a worker ends',
    new RankwrightError({
      area: 'cluster',
      code: 'server-refused',
      address: 'spark://there',
      reason: 'Subprocess exited with status 126.',
    }),
  ],
] as const

test.each(failures)('where %s, the file that was sent along as Node is named', (_, failure) => {
  const { message } = explained(failure, { node: '/bin/true' }) as RankwrightError
  expect(message).toContain(
    ' Workers were run by /bin/true, which was sent along (?node=): it must be Node 20.19 or newer for the platform of the executors. ',
  )
})

test.each(failures)('where %s and the executors have a Node of their own, no file is named', (_, failure) => {
  const { message } = explained(failure, { node: undefined }) as RankwrightError
  expect(message).not.toMatch(/node/i)
})
