import type { ComputeExports } from './generated/computeExports.ts'

/**
 * Work that is cut into pieces. Any thread may run any piece, in any order: no two pieces write the same number, so the result does
 * not depend on which thread did what.
 *
 * The fields are named once, in the definition of the task. Callers give numbers by these names and pieces get them by these names;
 * only between threads do they travel as plain numbers, in the order of `fields`.
 */
export interface Task<Field extends string = string, Name extends TaskName = TaskName> {
  readonly name: Name
  readonly fields: readonly Field[]
  /** `thread` is the number of the thread that runs the piece, 0 for the owner of the pool. */
  run(wasm: ComputeExports, given: Given<Field>, piece: number, thread: number): void
}

/** Every task there is. The table of tasks in simdCompute.ts has one for each name. */
export type TaskName =
  | 'argsort'
  | 'bestSplits'
  | 'binRows'
  | 'choleskyBelow'
  | 'choleskyUpdate'
  | 'closePoints'
  | 'columnSums'
  | 'compactTrees'
  | 'cos'
  | 'exp'
  | 'gemm'
  | 'gemm32'
  | 'gemmSingle'
  | 'gemv'
  | 'gemvTransposed'
  | 'histogram'
  | 'lambdas'
  | 'listNetPass'
  | 'mapColumns'
  | 'mirror'
  | 'ndcg'
  | 'packColumns'
  | 'packSingleColumns'
  | 'partitionRows'
  | 'quickTrees'
  | 'quantise'
  | 'relu'
  | 'rowHashes'
  | 'shiftRows'
  | 'sigmoid'
  | 'softmax'
  | 'squaredDistances'
  | 'syrk'
  | 'syrkSingle'
  | 'walkTrees'

/** The numbers of a task, by name. */
export type Given<Field extends string> = Readonly<Record<Field, number>>

export function defineTask<const Field extends string, Name extends TaskName>(
  name: Name,
  fields: readonly Field[],
  run: Task<Field>['run'],
): Task<Field, Name> {
  return { name, fields, run }
}

export function packFields<Field extends string>({ fields }: Task<Field>, given: Given<Field>, into: Float64Array): void {
  for (let i = 0; i < fields.length; i++) into[i] = given[fields[i]]
}

export function unpackFields({ fields }: Task, packed: Float64Array): Given<string> {
  const given: Record<string, number> = {}
  for (let i = 0; i < fields.length; i++) given[fields[i]] = packed[i]
  return given
}
