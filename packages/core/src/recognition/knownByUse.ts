import { SKETCH_WORDS } from '../data/lists/listSketch.ts'
import type { SeenLists } from '../data/lists/seenLists.ts'
import type { KnownAs } from '../problems/guaranteeProblem.ts'
import { type Excess, type SharedLists, type Sharing, sharedLists } from './sharedLists.ts'

/** How lists are known from data of one kind, such as training data. */
export interface Known {
  readonly sharing: readonly Sharing[]
  /** How many are the same, share most rows, hold some rows; and all of them. */
  readonly same: number
  readonly similar: number
  readonly rows: number
  readonly found: number
  /** Whether single rows were compared with all of the data. */
  readonly byRows: boolean
  readonly usual?: SharedLists['usual']
  readonly excess?: Excess
}

/** How lists are known, by what the data that knows them was used for. */
export type KnownByUse = Readonly<Record<KnownAs, Known>>

export const uses: readonly KnownAs[] = ['training', 'validation', 'calibration', 'choice']

export function isNew(known: KnownByUse, list: number): boolean {
  return uses.every((as) => known[as].sharing[list] === 'new')
}

/** From any of the sources, by any of the forms that the lists have there. */
export function knownFrom(forms: readonly Int32Array[], sources: readonly SeenLists[]): Known {
  const all = sources.flatMap((source) => forms.map((sketches) => sharedLists(sketches, source)))
  const sharing = Array.from({ length: forms[0].length / SKETCH_WORDS }, (_, list) => strongest(all.map((each) => each.sharing[list])))
  const counted = (kind: Sharing) => sharing.filter((each) => each === kind).length
  const [same, similar, rows] = [counted('same'), counted('similar'), counted('rows')]
  const byRows = all.every((each) => each.byRows)
  const usual = all.find((each) => each.usual !== undefined)?.usual
  const excess = all.find((each) => each.excess !== undefined)?.excess
  return { sharing, same, similar, rows, found: same + similar + rows, byRows, ...(usual && { usual }), ...(excess && { excess }) }
}

/** From the surest. */
const kinds: readonly Sharing[] = ['same', 'similar', 'rows', 'new']

function strongest(found: readonly Sharing[]): Sharing {
  return kinds.find((kind) => found.includes(kind)) ?? 'new'
}
