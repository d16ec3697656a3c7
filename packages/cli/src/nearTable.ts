import type { SharedAncestor } from '@rankwright/core/ontology'
import { decimals } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

/** What is near, and what both have in common. */
interface Near extends SharedAncestor {
  readonly similarity: number
  readonly id: string
  readonly name: string
}

export function nearTable(similar: readonly Near[], noun: string, common: string): string {
  const rows = similar.map((each) => [decimals(each.similarity), each.id, each.name, ...sharedCells(each)])
  return `${textTable(['similarity', noun, '', 'content', common], ['right', 'left', 'left', 'right', 'left'], rows)}\n`
}

/** The content of what both have in common, and what that is. */
export function sharedCells({ ancestor, ancestorName, ic }: Partial<SharedAncestor>): string[] {
  return [typeof ic === 'number' ? decimals(ic, 2) : '', typeof ancestor === 'string' ? `${ancestor} ${ancestorName ?? ''}`.trim() : 'none']
}
