import { requireObject } from '../../arguments/requireKind.ts'
import { requireRuntime } from '../../runtime/runtime.ts'
import { requireTrainingLists } from '../../work/heldLists.ts'

/** Throws unless a trainer can be given this. What its options may be is said by its table. */
export function requireTrainerArguments(lists: unknown, options: unknown, runtime: unknown): void {
  requireTrainingLists(lists)
  requireObject('options', options, 'an object with options of the method')
  const { valid } = options as { readonly valid?: unknown }
  if (valid !== undefined) requireTrainingLists(valid, 'options.valid')
  requireRuntime(runtime)
}
