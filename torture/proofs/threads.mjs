// Every method trains random lists on one, two and three threads; the models are compared byte by byte.
import { methodNames, modelToJson, rankingLists, seededRandom, train } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'

export const proof = {
  name: 'threads',
  about: 'A model has the same bytes for any number of threads.',
  rounds: { test: 1, torture: 100 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const runtimes = [1, 2, 3].map((threads) => runtimeFor(threads))
    const failures = []
    let tried = 0
    try {
      for (let round = 0; round < rounds; round++) {
        const lists = randomLists(random)
        for (const method of methodNames) {
          const [one, ...others] = runtimes.map(({ runtime }) => modelToJson(train(lists, { method }, runtime)))
          if (others.some((other) => other !== one)) failures.push(`${method}, round ${round} of seed ${seed}`)
          tried++
        }
        log(`${round + 1} of ${rounds} rounds`)
      }
    } finally {
      for (const { close } of runtimes) close()
    }
    return { tried, failures }
  },
}

/** Between 20 and 80 lists of uneven lengths with tied labels, so that blocks of rows end anywhere. */
function randomLists(random) {
  const width = 1 + random.integer(30)
  const features = []
  const labels = []
  const lists = []
  const count = 20 + random.integer(60)
  for (let list = 0; list < count; list++) {
    const length = 1 + random.integer(list % 17 === 0 ? 120 : 12)
    for (let item = 0; item < length; item++) {
      features.push(Array.from({ length: width }, () => random.normal()))
      labels.push(random.integer(4))
      lists.push(String(list))
    }
  }
  return rankingLists({ features, labels, lists })
}
