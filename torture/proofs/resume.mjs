// Streams with any ids are cut off anywhere, several times, and run again; the states are compared byte by byte.
import { seriesLists } from '@rankwright/contracts'
import { modelToJson, seededRandom } from '@rankwright/core'
import { streamStateFromJson } from '@rankwright/core/models'
import { RankingStream, resumedFeed, StreamFeed, streamLearnerNames, streamModel } from '@rankwright/core/streaming'

const ids = ['1', '2', '3', '2.5', '-1', '1e3', '007', 'a', 'b', '', ' ', '1', 'é']

export const proof = {
  name: 'resume',
  about: 'A stream that was cut off at any series, for any ids, and run again ends in the same bytes as one that was not.',
  rounds: { test: 6, torture: 1500 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const failures = []
    let tried = 0
    for (let round = 0; round < rounds; round++) {
      const learner = streamLearnerNames[round % streamLearnerNames.length]
      const numbered = random.integer(2) === 0
      const input = Array.from({ length: 1 + random.integer(16) }, (_, place) =>
        seriesLists({
          id: numbered ? String(place) : ids[random.integer(ids.length)],
          items: 1 + random.integer(5),
          seed: round * 100 + place,
        }),
      )
      const unbroken = fed(learner, input)
      const cuts = Array.from({ length: input.length + 1 }, (_, cut) => cut)
      for (const cut of cuts) {
        const before = fed(learner, input.slice(0, cut))
        const again = fed(learner, input, before)
        const rest = fed(learner, input.slice(cut), before)
        const twice = fed(learner, input, fed(learner, input.slice(0, Math.max(cut, random.integer(input.length + 1))), before))
        for (const [how, state] of [
          ['repeated', again],
          ['continued', rest],
          ['cut twice', twice],
        ])
          if (state !== unbroken) failures.push(`${learner}, round ${round} of seed ${seed}, ${how} after ${cut} of ${input.length} series`)
        tried += 3
      }
      if (round % 100 === 99) log(`${round + 1} of ${rounds} streams`)
    }
    return { tried, failures }
  },
}

/** The state after an input, from an earlier state or from nothing. */
function fed(learner, input, before) {
  const feed = before === undefined ? new StreamFeed(new RankingStream({ options: { learner } }), { target: 'rank' }) : resumed(before)
  for (const lists of input) feed.take(lists)
  return modelToJson(streamModel(feed.stream, feed.features, feed))
}

function resumed(text) {
  return resumedFeed(streamStateFromJson(text, 'state.json'))
}
