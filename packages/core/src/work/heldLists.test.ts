import { heldListsContract, shardedLists } from '@rankwright/contracts'
import { plainRuntime } from '@rankwright/core'
import { LocalLists } from '@rankwright/core/runtime'

heldListsContract('one process', { hold: (lists) => LocalLists.of(lists, plainRuntime), runtime: plainRuntime })

heldListsContract('a slow cluster of seven shards', {
  hold: (lists, seed, section) => shardedLists(lists, { shards: 7, seed, section, runtime: () => plainRuntime }),
  runtime: plainRuntime,
})
