import { textHash } from '../cells/wordReader.ts'
import type { EncoderKind } from './encoderKind.ts'

/** Features that many categories share: each category belongs to one by its hash. Missing cells belong to none. */
export interface HashedEncoder {
  readonly kind: 'hashed'
  readonly column: string
  readonly buckets: number
}

export const hashedKind: EncoderKind<HashedEncoder> = {
  names: ({ column, buckets }) => Array.from({ length: buckets }, (_, bucket) => `${column}#${bucket}`),
  becomes: ({ buckets }) => `one of ${buckets} features that categories share by hash`,
  open:
    ({ buckets }) =>
    (cell, first, row) => {
      if (cell !== undefined) row.put(first + (textHash(cell as string) % buckets), 1)
    },
  toDocument: ({ buckets }) => ({ buckets }),
  fromDocument(column, document, where, read) {
    const parts = read.object(document, where, ['kind', 'column', 'buckets'])
    return { kind: 'hashed', column, buckets: read.count(parts['buckets'], `${where}.buckets`, { atLeast: 1, atMost: 2 ** 20 }) }
  },
}
