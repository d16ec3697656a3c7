// Tables of all kinds of columns are changed at random: quotes, line ends, marks, other encodings, empty or doubled columns, very wide headers.
// Reading one either gives every row and column, or says what is wrong.
import { RankwrightError, score, seededRandom, train } from '@rankwright/core'
import { readLists, readListsWithProblems } from '@rankwright/node'

/** No table takes longer, in milliseconds, on a busy machine. */
const patience = 20_000

export const proof = {
  name: 'messy-tables',
  about: 'A changed table is refused with a message, or none of its rows and columns is lost.',
  rounds: { test: 60, torture: 2000 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const failures = []
    const refused = new Map()
    for (let round = 0; round < rounds; round++) {
      const { bytes, name, change } = changedTable(random)
      const start = performance.now()
      const wrong = await faultOf(bytes, name, refused)
      if (wrong !== undefined) failures.push(`round ${round} of seed ${seed}, ${change}: ${wrong}`)
      if (performance.now() - start > patience) failures.push(`round ${round} of seed ${seed}, ${change}: it took too long`)
      if (round % 100 === 99) log(`${round + 1} of ${rounds} tables`)
    }
    log(`refused: ${[...refused].map(([code, count]) => `${code} ${count}`).join(', ')}`)
    return { tried: rounds, failures }
  },
}

async function faultOf(bytes, name, refused) {
  let columns = []
  const reading = { name, onColumns: (told) => void (columns = told) }
  try {
    const lists = await readLists(bytes, reading)
    const rows = rowsIn(bytes, name)
    if (rows !== undefined && lists.labels.length !== rows.count) return `${rows.count} rows became ${lists.labels.length}`
    const told = new Set(columns.map((column) => column.name))
    const lost = rows?.names.find((each) => !told.has(each))
    if (lost !== undefined) return `nothing is said of the column ${JSON.stringify(lost)}`
    if (lists.width > 0 && lists.width < 2000 && new Set(lists.labels).size > 1) {
      const scores = score(train(lists, { method: 'least-squares' }), lists)
      if (!scores.every(Number.isFinite)) return 'a score is not finite'
    }
    return undefined
  } catch (error) {
    if (!(error instanceof RankwrightError)) return `${error instanceof Error ? error.stack : error}`
    for (const { code } of error.problems) refused.set(code, (refused.get(code) ?? 0) + 1)
  }
  try {
    await readListsWithProblems(bytes, reading)
    return undefined
  } catch (error) {
    return error instanceof RankwrightError ? undefined : `with problems told: ${error instanceof Error ? error.stack : error}`
  }
}

/** How many rows a text has by the book, and the names of its columns; undefined where the book does not say. */
function rowsIn(bytes, name) {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  if (name.endsWith('.jsonl')) return { count: text.split('\n').filter((line) => line.trim() !== '').length, names: [] }
  const separator = name.endsWith('.tsv') ? '\t' : ','
  const lines = []
  let line = ''
  let quoted = false
  let cellStarts = true
  let quoteEnds = false // a second mark makes it one of the text
  for (const character of text.replaceAll('\r\n', '\n')) {
    const turns = character === '"' && (cellStarts || quoted || quoteEnds)
    if (turns) quoted = !quoted
    quoteEnds = turns && !quoted
    cellStarts = !quoted && character === separator
    if (character !== '\n' || quoted) line += character
    else {
      lines.push(line)
      line = ''
      cellStarts = true
    }
  }
  if (line !== '') lines.push(line)
  const [header = '', ...rows] = lines.filter((each) => each !== '')
  const names = header.includes('"') ? [] : header.split(separator).map((each) => each.trim())
  return { count: rows.length, names: new Set(names).size === names.length ? names : [] }
}

const cells = {
  number: (random) => String(Math.round(random.normal() * 100) / 10),
  price: (random) => `$${(random.uniform() * 2000).toFixed(2)}`,
  comma: (random) => `${random.integer(2000)},${random.integer(90) + 10}`,
  percent: (random) => `${random.integer(100)}%`,
  truth: (random) => ['yes', 'no', 'N/A'][random.integer(3)],
  date: (random) => `20${10 + random.integer(16)}-0${1 + random.integer(9)}-1${random.integer(10)}`,
  brand: (random) => ['Acme', 'Ibis', 'Ébène', '手机', 'O"Neil', ' a b ', 'N/A'][random.integer(7)],
  title: (random) =>
    Array.from(
      { length: 2 + random.integer(6) },
      () => ['red', 'wool', 'hat', '靴', 'naïve', 'x-ray', 'a,b', 'two\nlines'][random.integer(8)],
    ).join(' '),
  vector: (random) => `[${random.integer(9)},${random.integer(9)},1]`,
  code: (random) => `SKU-${random.bits()}`,
  empty: () => '',
}

function changedTable(random) {
  const kinds = Object.keys(cells)
  const columns = Array.from({ length: 1 + random.integer(8) }, (_, at) => ({
    name: `c${at}`,
    cell: cells[kinds[random.integer(kinds.length)]],
  }))
  const rows = Array.from({ length: 1 + random.integer(60) }, (_, row) => [
    `query ${Math.floor(row / 4)} of mine`,
    String(random.integer(4)),
    ...columns.map(({ cell }) => cell(random)),
  ])
  const names = ['query', 'label', ...columns.map(({ name }) => name)]
  const ending = ['csv', 'tsv', 'jsonl'][random.integer(3)]
  const text = ending === 'jsonl' ? jsonOf(names, rows) : textOf(names, rows, ending === 'csv' ? ',' : '\t')
  const change = Object.keys(changes)[random.integer(Object.keys(changes).length)]
  return { bytes: changes[change](text, random), name: `messy.${ending}`, change: `${change} of ${ending}` }
}

function textOf(names, rows, separator) {
  const cell = (text) => (/[",\n\t]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return `${[names, ...rows].map((row) => row.map(cell).join(separator)).join('\n')}\n`
}

function jsonOf(names, rows) {
  return `${rows.map((row) => JSON.stringify(Object.fromEntries(row.map((cell, at) => [names[at], at === 1 ? Number(cell) : cell])))).join('\n')}\n`
}

const utf8 = (text) => new TextEncoder().encode(text)
const at = (text, random) => random.integer(text.length + 1)
const putIn = (text, random, what) => {
  const place = at(text, random)
  return utf8(text.slice(0, place) + what + text.slice(place))
}

const changes = {
  nothing: (text) => utf8(text),
  'a quote more': (text, random) => putIn(text, random, '"'),
  'a quote less': (text) => utf8(text.replace('"', '')),
  'a mark at the start': (text) => utf8(`\ufeff${text}`),
  'UTF-16': (text) => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0)).buffer),
  Latin: (text) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255),
  'line ends of Windows': (text) => utf8(text.replaceAll('\n', '\r\n')),
  'line ends of old Macs': (text) => utf8(text.replaceAll('\n', '\r')),
  'no last line end': (text) => utf8(text.trimEnd()),
  'a line end more': (text, random) => putIn(text, random, '\n'),
  'a cell more': (text, random) => putIn(text, random, ','),
  'a NUL': (text, random) => putIn(text, random, '\0'),
  'half of it': (text, random) => utf8(text.slice(0, at(text, random))),
  'half a character': (text, random) => putIn(text, random, 'é').slice(0, -1),
  'two columns of one name': (text) => utf8(text.replaceAll('c1', 'c0')),
  'a column without a name': (text) => utf8(text.replace('c0', '')),
  'another word for a number': (text) => utf8(text.replace(/\d+\.\d+/, 'ask us')),
  'many columns': (text, random) => wide(text, 1000 + random.integer(random.integer(20) === 0 ? 100_000 : 3000)),
  'another letter': (text, random) => {
    const bytes = utf8(text)
    bytes[random.integer(bytes.length)] = random.integer(256)
    return bytes
  },
}

/** The first row, or object, with very many columns more. */
function wide(text, count) {
  const more = Array.from({ length: count }, (_, place) => place)
  if (text.startsWith('{')) return utf8(text.replace('}', `,${more.map((place) => `"w${place}":${place}`).join()}}`))
  const separator = text.slice(0, text.indexOf('\n')).includes('\t') ? '\t' : ','
  const [header, ...rows] = text.trimEnd().split('\n')
  const first = rows.slice(0, 3).map((row) => `${row}${separator}${more.map(() => '1').join(separator)}`)
  return utf8(`${[`${header}${separator}${more.map((place) => `w${place}`).join(separator)}`, ...first].join('\n')}\n`)
}
