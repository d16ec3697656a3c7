// Single bits of models, states and statistics are turned over; every file must be refused.
import { modelFromJson, RankwrightError, seededRandom } from '@rankwright/core'
import { statisticsFromJson, streamStateFromJson } from '@rankwright/core/models'
import { sampleModels, sampleStates, sampleStatistics } from '../fuzz/samples.mjs'

export const proof = {
  name: 'flipped-bits',
  about: 'No file of ours with a flipped bit is accepted.',
  rounds: { test: 2000, torture: 300_000 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const files = [
      ...sampleModels().map((text) => [text, modelFromJson]),
      ...sampleStates().map((text) => [text, streamStateFromJson]),
      ...sampleStatistics().map((text) => [text, statisticsFromJson]),
    ].map(([text, read]) => ({ bytes: Buffer.from(text), read }))
    const failures = []
    for (let round = 0; round < rounds; round++) {
      const { bytes, read } = files[round % files.length]
      const at = random.integer(bytes.length)
      const bit = 1 << random.integer(8)
      bytes[at] ^= bit
      const reason = refusal(() => read(decoded(bytes), 'f.json'))
      if (reason !== undefined) failures.push(`file ${round % files.length}, byte ${at}, bit ${bit}: ${reason}`)
      bytes[at] ^= bit
      if (round % 20_000 === 19_999) log(`${round + 1} of ${rounds} bits`)
    }
    return { tried: rounds, failures }
  },
}

/** As readers of files decode them: bytes that are not UTF-8 are refused. */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return ''
  }
}

/** What went wrong; undefined if the file was refused as it should be. */
function refusal(read) {
  try {
    read()
    return 'it was accepted'
  } catch (error) {
    return error instanceof RankwrightError ? undefined : String(error)
  }
}
