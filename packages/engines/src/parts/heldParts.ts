import { madeBy, requireArguments, type Shape } from '@rankwright/core/arguments'
import { BLOCK_ROWS } from '@rankwright/core/numeric'
import { type AnswerOf, type AskedOf, combineParts, type HeldLists, type OperationName, type Training } from '@rankwright/core/runtime'
import type { AboutLists, ChosenColumns, PackedParts } from './packedParts.ts'

export const partsShape: Shape = madeBy('the pack of an engine', 'about', 'sizes', 'run', 'repack', 'close')

/** Packed lists as trainers take them, with `finishLater`. What was packed on the way is closed with the parts. */
export function heldParts(parts: PackedParts): HeldLists {
  requireArguments({ parts }, { parts: partsShape })
  return held(parts, parts.about, undefined)
}

function held(parts: PackedParts, about: AboutLists, columns: ChosenColumns | undefined): HeldLists {
  return {
    ...about,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      const all = (yield { waitingFor: parts.run(name, asked, columns) }) as Awaited<ReturnType<typeof parts.run<Name>>>
      return combineParts(name, all, asked)
    },
    withColumns(from, featureNames) {
      const selected = selectedColumns(columns, from, featureNames)
      const known = aboutColumns(about, from.length, featureNames)
      // A block is as tall as a row is wide: where that matters, lists of another width are packed anew.
      const sameBlocks = Math.max(parts.about.width, from.length) <= BLOCK_ROWS
      return sameBlocks ? held(parts, known, selected) : repacked(parts, known, selected, undefined)
    },
    someLists: (chosen) => repacked(parts, about, columns, chosen),
  }
}

/** Some of the lists, or other columns, packed anew when they are first asked for something. */
function repacked(parts: PackedParts, about: AboutLists, columns: ChosenColumns | undefined, chosen: Uint32Array | undefined): HeldLists {
  let packed: Promise<PackedParts> | undefined
  return {
    ...about,
    *ask<Name extends OperationName>(name: Name, asked: AskedOf<Name>): Training<AnswerOf<Name>> {
      packed ??= parts.repack(chosen, columns)
      const own = (yield { waitingFor: packed }) as PackedParts
      return yield* held(own, about, undefined).ask(name, asked)
    },
    withColumns: (from, featureNames) =>
      repacked(parts, aboutColumns(about, from.length, featureNames), selectedColumns(columns, from, featureNames), chosen),
    someLists: (places) => repacked(parts, about, columns, chosen === undefined ? places : places.map((place) => chosen[place])),
    async close() {
      const own = packed
      packed = undefined
      await (await own)?.close()
    },
  }
}

function selectedColumns(columns: ChosenColumns | undefined, from: Int32Array, names: readonly string[] | undefined): ChosenColumns {
  const sources = columns === undefined ? from : from.map((column) => (column < 0 ? -1 : columns.from[column]))
  return { from: sources, ...(names && { names }) }
}

function aboutColumns(about: AboutLists, width: number, featureNames: readonly string[] | undefined): AboutLists {
  const { width: _, featureNames: __, othersAreZero: ___, ...rest } = about
  return { ...rest, width, featureNames }
}
