import { largeListsContract, shardedLists } from '@rankwright/contracts'
import { plainRuntime } from '@rankwright/core'

largeListsContract('a slow cluster of seven shards', {
  hold: (lists, seed, section) => shardedLists(lists, { shards: 7, seed, section, runtime: () => plainRuntime }),
  runtime: plainRuntime,
})
