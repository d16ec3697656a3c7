/**
 * A slow stand-in for a cluster: lists cut into shards of whole blocks, each with memory of its own. Everything that goes to a shard or comes
 * back from it is copied, as over a wire. The shards answer in their own time and in any order.
 */
import { finish, type RankingLists, type Runtime, seededRandom, selectLists } from '@rankwright/core'
import { type FeatureMap, selectColumns } from '@rankwright/core/data'
import { listBlocks } from '@rankwright/core/numeric'
import {
  type AnswerOf,
  type AskedOf,
  combineParts,
  type HeldLists,
  LocalLists,
  type OperationName,
  type PartOf,
  type Training,
} from '@rankwright/core/runtime'

export interface ShardingOptions {
  /** How many shards at most; there are never more than blocks. */
  readonly shards: number
  readonly seed: number
  /** Shards are cut after a multiple of so many blocks only; 1 where absent. Some sums are taken per section, see `SECTION_BLOCKS`. */
  readonly section?: number
  /** What each shard computes on; shards share nothing. */
  readonly runtime: () => Runtime
}

export function shardedLists(lists: RankingLists, options: ShardingOptions): HeldLists {
  const shards = cut(lists, options)
  const random = seededRandom(options.seed)
  const pause = () => random.integer(2)
  const asShard = <Name extends OperationName>(name: Name, asked: AskedOf<Name>): Promise<PartOf<Name>[][]> =>
    Promise.all(shards.map((shard) => later(pause(), () => shard.answer(name, asked))))
  return {
    width: lists.width,
    ...(lists.featureNames && { featureNames: lists.featureNames }),
    othersAreZero: lists.othersAreZero,
    layout: lists.features.kind,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      const parts = (yield { waitingFor: asShard(name, asked) }) as PartOf<Name>[][]
      return combineParts(name, parts.flat(), asked)
    },
    withColumns: (from, featureNames) =>
      shardedLists({ ...selectColumns(lists, from), ...(featureNames && { featureNames }) }, { ...options, seed: options.seed + 1 }),
    someLists: (chosen) => shardedLists(selectLists(lists, chosen), { ...options, seed: options.seed + 2 }),
  }
}

interface Shard {
  answer<Name extends OperationName>(name: Name, asked: AskedOf<Name>): PartOf<Name>[]
}

/** Runs of whole sections of blocks; where they are cut is drawn. */
function cut(lists: RankingLists, { shards, seed, section = 1, runtime }: ShardingOptions): Shard[] {
  const blocks = listBlocks(lists.offsets, lists.width)
  const inner = Array.from({ length: Math.ceil((blocks.length - 1) / section) - 1 }, (_, place) => (place + 1) * section)
  const chosen = seededRandom(seed)
    .shuffle(Uint32Array.from(inner))
    .subarray(0, shards - 1)
  const cuts = [0, ...[...chosen].sort((a, b) => a - b), blocks.length - 1]
  return cuts.slice(1).map((end, index) => {
    const [from, to] = [blocks[cuts[index]], blocks[end]]
    const own = selectLists(
      lists,
      Array.from({ length: to - from }, (_, list) => from + list),
    )
    const held = LocalLists.of(own, runtime(), { lists: from, rows: lists.offsets[from], blocks: cuts[index] })
    const maps = new WeakMap<FeatureMap, FeatureMap>()
    return {
      answer(name, asked) {
        const copied = copyOf(asked, maps)
        return structuredClone(finish(held.parts(name, copied)))
      },
    }
  })
}

/** What is asked, copied; a feature map that came before is known again. */
function copyOf<Asked>(asked: Asked, maps: WeakMap<FeatureMap, FeatureMap>): Asked {
  const copied = structuredClone(asked)
  if (!hasMap(asked) || !hasMap(copied)) return copied
  const known = maps.get(asked.map)
  if (known !== undefined) return { ...copied, map: known }
  maps.set(asked.map, copied.map)
  return copied
}

function hasMap(asked: unknown): asked is { readonly map: FeatureMap } {
  return typeof asked === 'object' && asked !== null && 'map' in asked
}

function later<Value>(milliseconds: number, value: () => Value): Promise<Value> {
  return new Promise((settle, fail) => {
    setTimeout(() => {
      try {
        settle(value())
      } catch (error) {
        fail(error)
      }
    }, milliseconds)
  })
}
