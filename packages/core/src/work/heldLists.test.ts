import { heldListsContract, shardedLists } from '@rankwright/contracts'
import { LocalLists, plainRuntime } from '@rankwright/core'

heldListsContract('one process', { hold: (lists) => LocalLists.of(lists, plainRuntime), runtime: plainRuntime })

heldListsContract('a slow cluster of seven shards', {
  hold: (lists, seed) => shardedLists(lists, { shards: 7, seed, runtime: () => plainRuntime }),
  runtime: plainRuntime,
})
