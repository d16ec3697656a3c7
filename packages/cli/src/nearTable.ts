import { decimals } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

/** What is near, and what both have in common. */
interface Near {
  readonly similarity: number
  readonly id: string
  readonly name: string
  readonly ic: number | null
  readonly ancestor: string | null
  readonly ancestorName: string | null
}

export function nearTable(similar: readonly Near[], noun: string, common: string): string {
  const rows = similar.map((each) => [
    decimals(each.similarity),
    each.id,
    each.name,
    each.ic === null ? '' : decimals(each.ic, 2),
    each.ancestor === null ? 'none' : `${each.ancestor} ${each.ancestorName}`.trim(),
  ])
  return `${textTable(['similarity', noun, '', 'content', common], ['right', 'left', 'left', 'right', 'left'], rows)}\n`
}
