// Every reader of models, states, statistics, data, peers' models and ontologies, with a million changed inputs.
import { watchedFuzz } from '../fuzz/watched.mjs'

export const proof = {
  name: 'decoders',
  about: 'Whatever bytes a reader gets, it answers within a second with what it read or with a problem.',
  rounds: { test: 1500, torture: 1_000_000 },
  run: ({ rounds, seed, log }) => watchedFuzz({ rounds, seed, log }),
}
