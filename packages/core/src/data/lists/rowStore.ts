import { grown } from '../../numeric/allocate.ts'
import { numberedFeature } from './featureNumbers.ts'
import { FeatureStore, probeRows } from './featureStore.ts'
import type { Features } from './features.ts'
import { permuteDense, permuteSparse } from './layout.ts'
import { ListRuns } from './listRuns.ts'
import type { RankingLists } from './rankingLists.ts'
import { usedPart } from './usedPart.ts'

/** What a reader knows about the rows besides their content. */
export interface Finishing {
  readonly featureNames?: readonly string[]
  readonly width?: number
  /** Features are known by numbers, and those that a row does not name are 0. */
  readonly numbered?: true
  readonly listWeights?: ReadonlyMap<string, number>
}

/**
 * Where rows gather in file order before they are lists. Every array is reserved once for the number of rows expected, with
 * some to spare (memory that is never touched costs nothing), so that reading needs little more than the result.
 */
export class RowStore {
  /** How many rows the reader thinks there will be in all, asked whenever room is made; 0 when it cannot know. */
  expectedRows: () => number = () => 0
  private readonly runs = new ListRuns()
  private readonly features: FeatureStore = new FeatureStore(() => this.rowsToReserve())
  private labels: Float64Array = new Float64Array(probeRows)
  /** Undefined once a row has come without an item id. */
  private itemIds: string[] | undefined = []

  get rows(): number {
    return this.features.rows
  }

  get listIds(): readonly string[] {
    return this.runs.listIds
  }

  /** So many rows of so many features will come. */
  expect(rows: number, width: number): void {
    this.expectedRows = () => rows
    this.features.expect(rows, width)
  }

  /** The number of a list, given out in the order in which lists first appear. */
  listNumber(id: string): number {
    return this.runs.numberOf(id)
  }

  /** Adds columns[0 .. count] with their values, columns ascending; `width` is one more than the greatest column that the row names. */
  add(
    list: number,
    label: number,
    count: number,
    columns: Uint32Array,
    values: Float32Array,
    width: number,
    item: string | undefined,
  ): void {
    this.addHead(list, label, item)
    this.features.add(count, columns, values, width)
  }

  addDense(list: number, label: number, values: ArrayLike<number>, item: string | undefined): void {
    this.addHead(list, label, item)
    this.features.addDense(values)
  }

  /** To be called once: the store gives its arrays away. */
  finish({ featureNames, width: least = 0, numbered, listWeights }: Finishing = {}): RankingLists {
    const { rows, listIds, itemIds } = this
    const { features, width, numbers } = this.finishFeatures(Math.max(least, this.features.width), numbered)
    const { offsets, sourceRows } = this.runs.layOut(rows)
    const labels = usedPart(this.labels, rows)
    return {
      features: sourceRows === undefined ? features : reordered(features, width, sourceRows),
      width,
      labels: sourceRows === undefined ? labels : Float64Array.from(sourceRows, (row) => labels[row]),
      offsets,
      ...(sourceRows && { sourceRows }),
      listIds,
      ...(itemIds && rows > 0 && { itemIds: sourceRows ? Array.from(sourceRows, (row) => itemIds[row]) : itemIds }),
      ...(featureNames && { featureNames }),
      ...(numbers && { featureNames: Array.from(numbers, numberedFeature), othersAreZero: true }),
      ...(listWeights && { listWeights: Float64Array.from(listIds, (id) => listWeights.get(id) ?? 1) }),
    }
  }

  private finishFeatures(width: number, numbered: true | undefined): ReturnType<FeatureStore['finishNumbered']> {
    return numbered ? this.features.finishNumbered(width) : { features: this.features.finish(width), width }
  }

  private addHead(list: number, label: number, item: string | undefined): void {
    const { rows } = this.features
    this.runs.add(list, rows)
    if (rows === this.labels.length) this.labels = grown(Float64Array, this.labels, rows, this.rowsToReserve())
    this.labels[rows] = label
    if (item === undefined) this.itemIds = undefined
    else this.itemIds?.push(item)
  }

  private rowsToReserve(): number {
    const expected = Math.ceil(this.expectedRows() * 1.08) + 64
    return expected > this.rows + 1 ? expected : this.rows * 2 + 64
  }
}

/** The rows in the order of `sourceRows`. Dense ones are moved in place. */
function reordered(features: Features, width: number, sourceRows: Uint32Array): Features {
  if (features.kind === 'sparse') return permuteSparse(features, sourceRows)
  permuteDense(features.values, width, sourceRows)
  return features
}
