// Writes packages/core/src/data/cells/characterTables.ts: which characters belong to words, and which letters count as the same. The tables
// are kept in the repository, because those of an engine change with its version: node scripts/characterTables.mjs
import { writeFileSync } from 'node:fs'

const letter = /[\p{L}\p{M}\p{Nd}\p{Nl}\p{No}]/u
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}\p{Script=Tai_Tham}\p{Script=Javanese}\p{Script=Balinese}\u30fc]/u
const [none, spaced, withoutSpaces] = [0, 1, 2]
/** Accents over Latin, Greek and Cyrillic letters. They are left out of words. */
const isAccent = (code) => code >= 0x300 && code <= 0x36f

function classOf(code) {
  if (code >= 0xd800 && code <= 0xdfff) return none
  const character = String.fromCodePoint(code)
  if (!letter.test(character)) return none
  return unspaced.test(character) ? withoutSpaces : spaced
}

/** In lower case, without accents, wide and compatible forms as the plain letter; only where that is one character. */
function foldOf(code) {
  if (code >= 0xd800 && code <= 0xdfff) return code
  if (isAccent(code)) return 0
  let found = String.fromCodePoint(code)
  if (!letter.test(found)) return code
  const hasAccents = code < 0x590 || (code >= 0x1e00 && code <= 0x1fff)
  const isWide = (code >= 0xff00 && code <= 0xffef) || (code >= 0x2c60 && code <= 0x2c7f)
  if (hasAccents || isWide) found = [...found.normalize('NFKD')].filter((part) => !isAccent(part.codePointAt(0))).join('')
  const lower = [...found.toLowerCase()].filter((part) => !isAccent(part.codePointAt(0))).join('')
  if ([...lower].length !== 1)
    return [...String.fromCodePoint(code).toLowerCase()].length === 1 ? String.fromCodePoint(code).toLowerCase().codePointAt(0) : code
  return lower.codePointAt(0)
}

const classes = []
let before = none
let last = 0
for (let code = 0; code <= 0x10ffff; code++) {
  const found = classOf(code)
  if (found === before) continue
  classes.push(`${(code - last).toString(36)}${'nsu'[found]}`)
  before = found
  last = code
}

const folds = []
for (let code = 0; code <= 0xffff; code++) {
  const to = foldOf(code)
  if (to === code || to > 0xffff) continue
  const open = folds.at(-1)
  const isConstant = to === 0
  const next = open && open.from + open.step * open.count
  if (open && open.count > 1 && code === next && (isConstant ? open.offset === 'x' : open.offset === to - code)) open.count++
  else if (open && open.count === 1 && code - open.from <= 2 && (isConstant ? open.offset === 'x' : open.offset === to - code)) {
    open.step = code - open.from
    open.count = 2
  } else folds.push({ from: code, step: 1, count: 1, offset: isConstant ? 'x' : to - code })
}
let place = 0
const written = folds.map(({ from, step, count, offset }) => {
  const text = [from - place, count, step, offset].map((part) => (typeof part === 'number' ? part.toString(36) : part)).join(':')
  place = from
  return text
})

function lines(parts) {
  const rows = []
  let row = ''
  for (const part of parts) {
    if (row.length + part.length > 130) {
      rows.push(row)
      row = ''
    }
    row += `${part} `
  }
  return [...rows, row.trimEnd()].map((each) => `  '${each}'`).join(' +\n')
}

const target = new URL('../packages/core/src/data/cells/characterTables.ts', import.meta.url)
writeFileSync(
  target,
  `/** Made by scripts/characterTables.mjs from Unicode ${process.versions.unicode}. Numbers are written with the base 36. */

/** Where the class of characters changes, each counted from the one before: n is none, s part of a word, u written without spaces. */
export const classChanges: string =
${lines(classes)}

/** Runs of characters that count as others: how far from the run before, how many, the step between them, and how far to the other; x is left out. */
export const foldRuns: string =
${lines(written)}
`,
)
