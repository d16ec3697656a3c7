import type { EncoderKind } from './encoderKind.ts'

/** A column without features of its own: it is compared with others, as the text of a query is. */
export interface SourceEncoder {
  readonly kind: 'source'
  readonly column: string
}

export const sourceKind: EncoderKind<SourceEncoder> = {
  names: () => [],
  becomes: () => 'compared with other columns alone',
  open: () => () => {},
  toDocument: () => ({}),
  fromDocument(column, document, where, read) {
    read.object(document, where, ['kind', 'column'])
    return { kind: 'source', column }
  },
}
