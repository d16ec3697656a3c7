// What people are told when something is wrong: it names what can be done with this command, and doing it helps.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn, rankwright } from './rankwright.ts'

const { folder, run, json } = commandsIn('advice')
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)

/** Lists of four items, with the best first. */
const rows = (lists: number) =>
  Array.from(
    { length: 4 * lists },
    (_, row) => `${[2, 1, 0, 0][row % 4]} qid:${Math.floor(row / 4)} 1:${(row * 7) % 11} 2:${(row * 3) % 5}`,
  )

beforeAll(async () => {
  write('best.txt', `${rows(40).join('\n')}\n`)
  write(
    'equal.txt',
    `${rows(40)
      .map(() => 1)
      .join('\n')}\n`,
  )
  write(
    'rising.txt',
    `${rows(40)
      .map((_, row) => row)
      .join('\n')}\n`,
  )
  write('utf16.txt', Buffer.from(rows(2).join('\n'), 'utf16le'))
  write('empty.txt', '')
  expect(await run('train best.txt --method listnet --out m.json')).toMatchObject({ status: 0 })
}, 60_000)

test('equal scores on a file with the best items first: evaluate and compare say that they measure the file', async () => {
  const evaluated = await run('evaluate --scores equal.txt best.txt --profile lightgbm --metrics ndcg@10')
  expect(evaluated.stderr).toMatch(/decides 40 of 40 lists\. There the best items stand first.*--profile rankwright/)
  const compared = await run('compare --scores equal.txt,rising.txt best.txt --profile lightgbm')
  expect(compared.stderr).toContain('equal.txt: ndcg@10: items with equal scores stay in the order of the file')
  expect((await run('evaluate --scores equal.txt best.txt --metrics ndcg@10')).stderr).not.toContain('order of the file')
})

test('rank says where the model does not tell items apart', async () => {
  write('flat.txt', '0 qid:1 1:1 2:1\n0 qid:1 1:1 2:1\n0 qid:2 1:1 2:1\n0 qid:2 1:2 2:1\n')
  const { stdout, stderr } = await run('rank m.json flat.txt')
  expect(stdout).toContain('list 1 (equal scores, in the order of the file)')
  expect(stdout).not.toContain('list 2 (equal')
  expect(stderr).toContain('note: in 1 of 2 lists all items shown have equal scores')
  expect((await run('rank m.json flat.txt --json')).stderr).toContain('in 1 of 2 lists')
})

test.each([
  ['convert best.txt out.json', 2, /Give --to letor\|csv/],
  ['inspect m.json', 1, /^m\.json: this is a rankwright model, not a file of lists\. "rankwright show" describes it\..*\n$/],
  ['ontology inspect m.json', 1, /^m\.json: this is a rankwright model, not an ontology\./],
  ['show best.txt', 1, /^best\.txt: this is not a rankwright model: it is not JSON\. .* A model comes before data\.\n$/],
  ['update m.json --out x.json', 1, /these are not statistics of rankwright: it holds a model\./],
  ['show empty.txt', 1, /this is not a rankwright model: the file is empty\./],
  ['inspect utf16.txt', 1, /^utf16\.txt:1:1: the file is UTF-16 text\. Save it as UTF-8\.\n$/],
  ['evaluate --scores utf16.txt best.txt', 1, /^utf16\.txt:1:1: the file is UTF-16 text\./],
  ['compare', 2, /needs DATA\. Call it as: rankwright compare MODEL MODEL \[MODEL…\] DATA…\.\n/],
  ['certify m.json best.txt', 2, /takes MODEL and options, so "best\.txt" is one word too many\. .*--train DATA or --held-out DATA/],
  ['plan q-t5 --epsilon 0.1', 2, /takes options alone, so "q-t5" is one word too many\. To give it, write --theorem NAME\./],
  ['plan --theorem q-t5 --epsilon 0.1 --set lambda=1', 2, /q-t5 has no input lambda\. Its inputs are G, W, R/],
  ['bound q-t5 --set g=1', 2, /q-t5 has no input g\. Did you mean G\? Its inputs are/],
  ['stream best.txt --sate s.json', 2, /has no option --sate\. Did you mean --state\?/],
  ['stream best.txt --lambda 3', 2, /has no option --lambda\.\n/],
  ['train best.txt --method listnet --out', 2, /--out needs a value/],
  ['stream best.txt --learner linear --against mean-rank,mean-rank', 2, /--against names mean-rank twice/],
  ['certify m.json --held-out best.txt --ties keep', 2, /--ties would change nothing: it only works with a model with a rule for pairs\./],
])('%s: says what this command takes', async (words, status, message) => {
  const outcome = await run(words)
  expect(outcome.stderr).toMatch(message)
  expect(outcome.status).toBe(status)
})

test('an empty value is refused as such', async () => {
  const outcome = await rankwright(['train', 'best.txt', '--method', 'listnet', '--out', ''], { folder })
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining('--out is empty; give --out MODEL.\n') })
  expect(await rankwright(['score', 'm.json', ''], { folder })).toMatchObject({ status: 2, stderr: expect.stringContaining('is empty') })
  expect(await rankwright(['inspect', ''], { folder })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('A word for DATA is empty; give the name of a file, or - for standard input.'),
  })
})

test('import has no --limit, and does not advise it; inspect has one', async () => {
  write('bomb.gz', gzipSync(Buffer.alloc(300 << 20)))
  const shown = await run('import bomb.gz --out no.json')
  expect(shown.status).toBe(1)
  expect(shown.stderr).toMatch(/unpack to more than 256 MB\.\n$/)
  write('bomb.txt.gz', gzipSync(`1 qid:1 1:1${' '.repeat(300 << 20)}\n`))
  expect((await run('inspect bomb.txt.gz')).stderr).toContain('raise the limit with --limit MB')
})

test('the advice on a model changed by hand works', async () => {
  const text = readFileSync(join(folder, 'm.json'), 'utf8').replace('"intercept": 0', '"intercept": 1')
  write('changed.json', text)
  expect((await run('show changed.json')).stderr).toContain('remove its last part, "checksum", and the comma before it')
  write('changed.json', text.replace(/,\n"checksum": "[^"]*"\n/, '\n'))
  expect(await run('show changed.json')).toMatchObject({ status: 0 })
})

test('names with line breaks and colours are shown on one line, without colour, also where there is some', async () => {
  mkdirSync(join(folder, 'odd'))
  const name = 'odd/a\n\u001b[31mb.txt'
  write(name, `${rows(3).join('\n')}\n`)
  const colourful = { folder, environment: { NO_COLOR: '', FORCE_COLOR: '1' } }
  const inspected = await rankwright(['inspect', name], colourful)
  expect(inspected.stdout).toContain('odd/a␊␛[31mb.txt\u001b[22m: 3 lists')
  const trained = await rankwright(['train', name, '--method', 'least-squares', '--out', 'odd/m\n.json'], colourful)
  expect(trained.stdout).toContain('Model written to odd/m␊.json\n')
  expect((await rankwright(['inspect', 'odd/no\nsuch.txt'], { folder })).stderr.trimEnd()).not.toContain('\n')
})

test('a model with a guaranteed rule is told in short lines, and show tells what it rests on', async () => {
  const pairs = 'abstain m.json best.txt --rule margin --thresholds 0,1 --guarantee 0.9 --out ruled.json'
  write(
    'more.txt',
    `${rows(90)
      .map((row, place) => row.replace('qid:', 'qid:x').replace(/2:\d/, `2:${(place * 5) % 7}`))
      .join('\n')}\n`,
  )
  await json(pairs.replace('best.txt', 'more.txt'))
  const { stderr } = await run('rank ruled.json best.txt --top 1')
  expect(stderr.split('\n').every((line) => line.length < 220)).toBe(true)
  expect(stderr).toContain('note: what the guarantee rests on: rankwright show ruled.json')
  expect((await run('show ruled.json')).stdout).toContain('  - The held-out lists, and future ones, are drawn independently')
})

test('a table without a known column of labels is described all the same, and what people did is a label before what they rated', async () => {
  const rowOf = (row: number) => `s${row >> 1},Hotel ${row % 3},${row % 5},${row % 2}\n`
  const table = (label: string) => `search_id,hotel,rating,${label}\n${Array.from({ length: 12 }, (_, row) => rowOf(row)).join('')}`
  write('outcomes.csv', table('outcome').replace('rating', 'mark'))
  const without = await run('inspect outcomes.csv')
  expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('Say which column holds the label with --label') })
  expect(without.stdout).toContain('6 lists, 12 rows')
  expect(without.stdout).toMatch(/hotel +category/)
  expect(without.stdout).not.toContain('share')
  write('booked.csv', table('booked'))
  expect((await run('inspect booked.csv')).stdout).toMatch(/rating +number.*\n +booked +label +it is called booked/)
})

test('a column that a file names and the table lacks is told with that file and its key', async () => {
  write('plain.csv', `qid,label,price\n${Array.from({ length: 24 }, (_, row) => `${row >> 2},${row % 3},${(row * 7) % 11}\n`).join('')}`)
  const column = (name: string, role: string) => ({ name, role, reason: 'given' })
  const schema = { format: 'rankwright-schema', version: 1, columns: [column('qid', 'list'), column('prise', 'ignored')] }
  write('schema.json', JSON.stringify(schema))
  const train = 'train plain.csv --method least-squares --out x.json'
  const bySchema = await run(`${train} --schema schema.json`)
  expect(bySchema).toMatchObject({ status: 1, stderr: expect.stringContaining('"ignored" in schema.json names a column "prise"') })
  write('schema.json', JSON.stringify({ ...schema, columns: [column('qid', 'list')] }))
  expect((await run(`${train} --schema schema.json --ignore prise`)).stderr).toContain('--ignore names a column "prise"')
  const trial = { data: [{ file: 'plain.csv', folds: 3, read: { list: 'session' } }], methods: ['least-squares'] }
  write('trial.json', JSON.stringify({ format: 'rankwright-experiment', version: 1, ...trial }))
  expect((await run('experiment trial.json --out trial')).stderr).toContain('"list" in trial.json names a column "session"')
  expect((await run('experiment plain.csv --methods least-squares --list session --out trial')).stderr).toContain('--list names a column')
})

test('retrain says which columns neither model uses, unless they were left out by name', async () => {
  const table = (first: number, names: string, cells: (row: number) => string) =>
    `qid,label,price${names}\n${Array.from({ length: 80 }, (_, row) => `${first + (row >> 2)},${row % 3},${(row * (first + 7)) % 31}${cells(row)}\n`).join('')}`
  const brand = (row: number) => (row % 3 === 0 ? 'Acme' : 'Ibis')
  write(
    'first.csv',
    table(1, ',brand', (row) => `,${brand(row)}`),
  )
  write(
    'second.csv',
    table(40, ',brand,colour,stock', (row) => `,${brand(row)},red,${row % 5}`),
  )
  for (const [name, options] of [['encoded', ''] as const, ['numbers', ' --ignore brand'] as const]) {
    expect(await run(`train first.csv --method least-squares${options} --out ${name}.json`)).toMatchObject({ status: 0 })
    const again = `retrain ${name}.json --data second.csv --force --out again-${name}.json`
    const unused = name === 'encoded' ? 'colour, stock' : 'brand, colour, stock'
    expect((await run(again)).stderr).toContain(`so ${unused} are not used. To use them, train a new model`)
    const silent = await run(`${again} --ignore ${unused.replaceAll(' ', '')}`)
    expect(silent.status).toBe(0)
    expect(silent.stderr).not.toContain('not used')
  }
})

test('retrain and certify read the weights of lists from the column of the old model, or from another', async () => {
  const table = (first: number, names: string) =>
    `qid,label,price${names}\n${Array.from({ length: 80 }, (_, row) => `${first + (row >> 2)},${row % 3},${(row * (first + 7)) % 31}${names && `,${(row >> 2) % 2}`}\n`).join('')}`
  write('weighed.csv', table(1, ',heavy'))
  write('weighed-next.csv', table(40, ',heavy'))
  write('weighed-else.csv', table(80, ',load'))
  write('even.csv', table(120, ''))
  expect(await run('train weighed.csv --method listnet --weight heavy --out weighed.json')).toMatchObject({ status: 0 })
  expect((await run('certify weighed.json --train weighed.csv')).stderr).not.toContain('not the data that this model was trained on')
  const again = 'retrain weighed.json --force --out weighed-again.json --data'
  const kept = await run(`${again} weighed-next.csv`)
  expect(kept.status).toBe(0)
  expect(kept.stderr).toContain('Lists have weights')
  expect(kept.stderr).not.toContain('not used')
  expect((await run(`${again} even.csv`)).stderr).toMatch(
    /even\.csv:1:1: the lists of the model had weights from a column "heavy".*--weight/,
  )
  expect(await run(`${again} weighed-else.csv --weight load`)).toMatchObject({ status: 0 })
  expect(JSON.parse(readFileSync(join(folder, 'weighed-again.json'), 'utf8')).sideColumns).toEqual({ weight: 'load' })
  expect((await run('evaluate weighed.json even.csv')).stderr).toContain('All lists count the same here.')
  expect(await run('train weighed.csv --method least-squares --ignore heavy --out unweighed.json')).toMatchObject({ status: 0 })
  for (const models of ['weighed.json unweighed.json', 'unweighed.json weighed.json'])
    expect((await run(`compare ${models} weighed-next.csv`)).stderr).toContain('Lists have weights')
  expect(await run('train weighed.csv --method least-squares --out feature.json')).toMatchObject({ status: 0 })
  expect(await run('compare weighed.json feature.json weighed-next.csv')).toMatchObject({ status: 0 })
})

test('commands find the list, the label and the item under the names that the model was trained with', async () => {
  const rows = (from: number) =>
    Array.from(
      { length: 40 },
      (_, row) => `r${from + (row >> 2)},${row & 1},h${row},${((row + from) * 7) % 37},${(row * row + from) % 23}`,
    ).join('\n')
  writeFileSync(join(folder, 'races.csv'), `race,won,horse,speed,age\n${rows(0)}\n`)
  writeFileSync(join(folder, 'more-races.csv'), `race,won,horse,speed,age\n${rows(50)}\n`)
  const columns = '--list race --label won --item horse'
  expect(await run(`train races.csv ${columns} --method least-squares --out races.json`)).toMatchObject({ status: 0 })
  expect(await run(`train races.csv ${columns} --ignore age --method least-squares --out speed.json`)).toMatchObject({ status: 0 })
  for (const words of [
    'evaluate races.json',
    'rank races.json',
    'score races.json',
    'compare races.json speed.json',
    'certify races.json --held-out',
    'show races.json --data',
    'export races.json --to js --out races.js --probe',
    'retrain races.json --out again.json --data',
  ])
    expect([words, await run(`${words} more-races.csv`)]).toMatchObject([words, { status: 0 }])
})

test('inspect has one line for the faults of a column, and one for features by hash that nothing fell on', async () => {
  const cells = (row: number) => `${row % 3 === 0 ? 'x' : row},town${row % 7}`
  write('faulty.csv', `qid,label,a,town\n${Array.from({ length: 60 }, (_, row) => `${row >> 2},${row % 2},${cells(row)}\n`).join('')}`)
  const { stdout, stderr } = await run('inspect faulty.csv --category-encoding hash')
  expect(stderr.match(/not a number/g)).toHaveLength(1)
  expect(stderr).toContain('and 19 more problems like it in column a')
  expect(stdout).toMatch(/town: \d+ more features by hash, 0 in all rows/)
  expect(stdout).not.toContain('constant feature')
})

test('evaluate says where labels look like counts', async () => {
  write('counts.txt', `${rows(40).join('\n').replaceAll(/^2 /gm, '158 ')}\n`)
  const { stderr } = await run('evaluate --scores rising.txt counts.txt --metrics ndcg@10')
  expect(stderr).toContain('labels go up to 158, as counts do, and ndcg@10 counts a label as 2^label - 1')
  expect(stderr).toContain('rankwright train --grades log')
  expect((await run('evaluate --scores rising.txt counts.txt --metrics ndcg@10 --profile sklearn')).stderr).not.toContain('as counts do')
})

test('scores are measured whatever the cells of other columns are', async () => {
  write('rooms.csv', 'qid,label,rooms\n1,0,2\n1,1,3\n2,1,studio\n2,0,4\n')
  write('rooms.scores', '1\n2\n2\n1\n')
  const { status, stdout, stderr } = await run('evaluate --scores rooms.scores rooms.csv --metrics map --json')
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout).metrics).toEqual({ map: 1 })
})

test('inspect tells the same fault of many rows once, and what a key holds that is an object elsewhere', async () => {
  write('longer.csv', `qid,label,a\n${'1,0,2,\n'.repeat(5)}1,1,3\n`)
  const longer = await run('inspect longer.csv')
  expect(longer.stderr).toMatch(/^longer\.csv:2:7: the row has 4 cells, .*\nand 4 more problems like it, on lines 3, 4, 5 …\n$/)
  write('places.jsonl', '{"qid":1,"label":1,"geo":{"lat":1}}\n{"qid":1,"label":0,"geo":"far"}\n')
  const { stderr } = await run('inspect places.jsonl')
  expect(stderr).toContain('places.jsonl:2:26: the key "geo" holds "far", and an object in other rows.')
  expect(stderr).toContain('leave it out with --ignore geo.')
})
