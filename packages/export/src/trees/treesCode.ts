/** A sum of trees as a module of plain JavaScript. It gives the same bits as the model. */
import type { TreesModel } from '@rankwright/core'
import { featureNamesOf } from '@rankwright/core/models'
import { everyRowCode, readingCode } from '../javascript.ts'
import { encodersCode, type GivenCode, givenCode, givenRemarks, rankObjectsCode } from '../javascriptEncoders.ts'
import { javascriptLiteral } from '../javascriptLiteral.ts'
import { numbers as array, number, singles } from '../javascriptOutputs.ts'
import { ruleCode } from '../javascriptRule.ts'

export function treesCode(model: TreesModel): string {
  const { base, starts, columns, thresholds, left, right, missingLeft, leaves, categorical, setStarts, sets } = model
  const given = givenCode(model)
  const parts = [
    `// A ranking model of the method ${javascriptLiteral(model.method)}, written by rankwright: ${starts.length - 1} trees. It needs nothing else.`,
    ...givenRemarks(model),
    '// What is missing (undefined, null, NaN) has a side of its own in every split.',
    '',
    `export const features = ${javascriptLiteral(featureNamesOf(model))}`,
    `export const missing = 'own-branch'`,
    '',
    ...encodersCode(model),
    '// Tree t has the splits starts[t] .. starts[t + 1]; x goes left where x <= threshold. A side is a split of the tree, or -1 - leaf.',
    `const base = ${number(base)}`,
    `const starts = ${array(starts)}`,
    `const columnOf = ${array(columns)}`,
    `const thresholds = ${singles(thresholds)}.map(Math.fround)`,
    `const left = ${array(left)}`,
    `const right = ${array(right)}`,
    `const missingLeft = ${array(missingLeft)}`,
    `const leaves = ${array(leaves)}`,
    '// Splits on categories: x goes left where its whole part is in the set.',
    `const sets = new Map(${javascriptLiteral(Array.from(categorical, (split, set) => [split, Array.from(sets.subarray(setStarts[set], setStarts[set + 1]))]))})`,
    '',
    readingCode,
    treeCode(model.sums === 'float32', given),
    everyRowCode(given),
    ...ruleCode(model),
    ...rankObjectsCode(model),
  ]
  return `${parts.join('\n')}\n`
}

function treeCode(single: boolean, { parameter, row }: GivenCode): string {
  return `const greatest = (2 - 2 ** -23) * 2 ** 127

function goesLeft(split, value) {
  if (Number.isNaN(value)) return missingLeft[split] === 1
  const set = sets.get(split)
  if (set === undefined) return Math.min(Math.max(value, -greatest), greatest) <= thresholds[split]
  const category = Math.trunc(value)
  return category >= 0 && category < 32 * set.length && ((set[Math.floor(category / 32)] >>> (category % 32)) & 1) === 1
}

export function score(given${parameter}) {
  const row = ${row('given')}
  let sum = base
  for (let tree = 0; tree + 1 < starts.length; tree++) {
    const first = starts[tree]
    let at = first === starts[tree + 1] ? -1 : 0
    while (at >= 0) at = goesLeft(first + at, valueOf(row, columnOf[first + at])) ? left[first + at] : right[first + at]
    sum = ${single ? 'Math.fround(sum + leaves[first + tree - 1 - at])' : 'sum + leaves[first + tree - 1 - at]'}
  }
  return sum
}
`
}
