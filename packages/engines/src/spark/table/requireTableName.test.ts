import { expect, test } from 'vitest'
import { requireTableName } from './requireTableName.ts'

test.each(['sc', 'shop.sc', 'shop . sc', 'catalog.shop.sc', 'Größe_1', '`my table`', 'db.`my table`', '`a.b`.c', '`a``b`'])(
  '%s is a name',
  (name) => {
    expect(() => requireTableName(name)).not.toThrow()
  },
)

test.each([
  ['my table', '`my table`'],
  ['db.my-table', 'db.`my-table`'],
  ['sc ', 'db.`my table`'],
  ['db .my table', 'db.`my table`'],
  ['a b.c; d', '`a b`.`c; d`'],
  ['', 'db.`my table`'],
  ['a..b', 'db.`my table`'],
  ['`my table', 'db.`my table`'],
  ['`my table`s', 'db.`my table`'],
])('%j is no name, and %s is shown', (name, shown) => {
  expect(() => requireTableName(name)).toThrow(
    `With the engine spark, "${name}" is no name of a table. Put each part with blanks or signs into back quotes, as in ${shown}, and`,
  )
})
