// Every command that writes, on small data, with what it leaves when it is done. A new command that writes gets its line here.
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rankwright/core'
import { diskOperations, openOutputs, readStreamState } from '@rankwright/node'
import { commandTable } from '../packages/cli/dist/commandTable.js'
import { runCommand } from '../packages/cli/dist/runCommand.js'
import { removeLeftOversIn } from '../packages/node/dist/outputs/leftOvers.js'

/** The built command line. */
export const cli = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))

/** Words of commands; `@` stands before every path. All outputs go to the folder `out`, which may hold what earlier runs left. */
export const writers = {
  train: 'train @data.txt --method least-squares --out @out/model.json',
  'train, packed': 'train @data.txt --method ranksvm --out @out/model.json.gz',
  'train, two files': 'train @data.txt --method elmrank --nodes 4 --seed 2 --statistics @out/sums.json --out @out/model.json',
  'update, two files': 'update @sums.json --add @more.txt --lambda 0.1 --statistics @out/sums.json --out @out/model.json',
  tune: 'tune @data.txt --method least-squares --lambda 0.1,1 --folds 2 --threads 1 --out @out/model.json',
  abstain: 'abstain @model.json @more.txt --rule margin --thresholds 0.1 --runs 1 --pairs 50 --out @out/model.json',
  score: 'score @model.json @more.txt --out @out/scores.txt',
  'score to parquet': 'score @model.json @more.txt --to parquet --out @out/scores.parquet',
  'score to csv': 'score @model.json @more.txt --to csv --out @out/scores.csv',
  'convert to csv': 'convert @more.txt @out/data.csv',
  'convert to parquet': 'convert @more.txt @out/data.parquet',
  'convert to packed text': 'convert @more.txt @out/data.txt.gz',
  split: 'split @data.txt --folds 3 --seed 2 --out @out/folds',
  'split into other folds': 'split @data.txt --folds 2 --seed 2 --out @out/other --force',
  'split into a new folder': 'split @data.txt --folds 2 --out @out/new/folds',
  'export to js': 'export @model.json --to js --out @out/model.js',
  'export to onnx': 'export @model.json --to onnx --out @out/model.onnx',
  report: 'report @model.json --out @out/report.html',
  'ontology train': 'ontology train @terms.csv --out @out/terms.json',
  'matrix and ids': 'ontology similar @terms.json --terms @chosen.txt --threads 1 --matrix @out/matrix.npy',
  'matrix of text': 'ontology baseline @terms.csv --measure path --terms @chosen.txt --threads 1 --matrix @out/matrix.tsv',
  stream: 'stream @data.txt --target utility --learner linear --state @out/state.json --save-every 3',
  'streams by key': 'stream @keyed.csv --key shop --target utility --learner linear --state @out/streams --save-every 3',
  demo: 'demo --out @out/demo',
}

/** What earlier runs left in `out`: other content of the same kinds. */
const earlier = [
  'train @more.txt --method least-squares --out @out/model.json',
  'train @more.txt --method ranksvm --out @out/model.json.gz',
  'train @more.txt --method elmrank --nodes 4 --statistics @out/sums.json --out @sums-model.json',
  'score @model.json @data.txt --out @out/scores.txt',
  'convert @data.txt @out/data.csv',
  'convert @data.txt @out/data.parquet',
  'convert @data.txt @out/data.txt.gz',
  'split @data.txt --folds 3 --seed 1 --out @out/folds',
  'split @data.txt --folds 4 --seed 1 --to csv --out @out/other',
  'export @elm.json --to js --out @out/model.js',
  'export @elm.json --to onnx --out @out/model.onnx',
  'ontology train @terms.csv --lambda 3 --out @out/terms.json',
  'ontology similar @terms.json --threads 1 --matrix @out/matrix.npy',
  'ontology baseline @terms.csv --measure path --threads 1 --matrix @out/matrix.tsv',
]

const inputs = [
  'train @data.txt --method least-squares --out @model.json',
  'train @data.txt --method elmrank --nodes 4 --statistics @sums.json --out @elm.json',
  'ontology train @terms.csv --out @terms.json',
]

/** A folder with the inputs, and `out` as earlier runs left it. The caller removes it. */
export async function preparedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-torture-'))
  writeFileSync(join(folder, 'data.txt'), letor(1, 12))
  writeFileSync(join(folder, 'more.txt'), letor(2, 9))
  writeFileSync(join(folder, 'terms.csv'), Array.from({ length: 20 }, (_, term) => `t${term + 1},t${term >> 1}\n`).join(''))
  writeFileSync(join(folder, 'chosen.txt'), 't1\nt2\nt3\nt7\n')
  writeFileSync(join(folder, 'keyed.csv'), keyedTable())
  mkdirSync(join(folder, 'out'))
  for (const words of [...inputs, ...earlier]) {
    const { error } = await runHere(words, folder)
    if (error !== undefined) throw new Error(`${words}: ${error}`)
  }
  mkdirSync(join(folder, 'out', 'folds', 'Fold1', 'mine'))
  writeFileSync(join(folder, 'out', 'folds', 'notes.txt'), 'my own notes\n')
  writeFileSync(join(folder, 'out', 'other', 'Fold4', 'notes.txt'), 'my own notes\n')
  return folder
}

/** Runs a command in this process, on a disk that may be a faulty one. */
export async function runHere(words, folder, files) {
  const known = Object.keys(commandTable).find((command) => words.startsWith(`${command} `))
  const rest = words.slice(known.length + 1).replaceAll('@', `${folder}/`)
  const stage = {
    commands: commandTable,
    look: { columns: 100, color: false, terminal: false },
    output: async () => {},
    note() {},
    progress() {},
    ...(files && { files }),
  }
  try {
    await runCommand(known, rest.split(' '), stage)
    return {}
  } catch (error) {
    return { error }
  }
}

/** Everything in a folder, hidden files too: names, permissions and content. */
export function snapshot(folder, leftOut = () => false) {
  const found = {}
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    if (leftOut(name)) continue
    const stat = lstatSync(join(folder, name))
    found[name] = stat.isFile() ? `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(folder, name)).toString('base64')}` : 'folder'
  }
  return JSON.stringify(found)
}

/** Brings `out` back to what it was. */
export function restore(folder, kept) {
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  cpSync(kept, join(folder, 'out'), { recursive: true, preserveTimestamps: true })
}

/** What the next run does before it writes. */
export async function tidy(out) {
  const files = [
    'model.json',
    'model.json.gz',
    'sums.json',
    'scores.txt',
    'scores.parquet',
    'data.csv',
    'data.parquet',
    'data.txt.gz',
    'model.js',
    'model.d.ts',
    'report.html',
    'model.onnx',
    'terms.json',
    'matrix.npy',
    'matrix.npy.ids.txt',
    'matrix.tsv',
    'state.json',
  ]
  const folders = ['folds', 'other', 'new/folds', 'demo'].filter((name) => existsSync(join(out, name, '..')))
  const declared = [
    ...files.map((name) => ({ path: join(out, name), holds: 'anything' })),
    ...folders.map((name) => ({ folder: join(out, name), files: [] })),
  ]
  ;(await openOutputs(declared, { files: Object.create(diskOperations) })).discard()
  if (existsSync(join(out, 'streams'))) await removeLeftOversIn(diskOperations, join(out, 'streams'))
  // A folder that was made for a new one stays if its maker was killed.
  if (existsSync(join(out, 'new')) && readdirSync(join(out, 'new')).length === 0) rmSync(join(out, 'new'), { recursive: true })
}

/** Which files two snapshots differ in, for a message. */
export function differences(before, after) {
  const [a, b] = [JSON.parse(before), JSON.parse(after)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).join(', ')
}

/** Series of three shops in turn. */
function keyedTable() {
  const random = seededRandom(3)
  const rows = Array.from({ length: 36 }, (_, row) =>
    [`s${(row >> 2) % 3}`, row >> 2, random.integer(3), random.uniform().toFixed(4)].join(),
  )
  return `shop,qid,label,a\n${rows.join('\n')}\n`
}

function letor(seed, lists) {
  const random = seededRandom(seed)
  let text = ''
  for (let list = 1; list <= lists; list++)
    for (let item = 0; item < 5; item++) {
      const [a, b] = [random.uniform(), random.uniform()]
      text += `${Math.round(2 * a + b)} qid:${list} 1:${a.toFixed(4)} 2:${b.toFixed(4)} # d${list}-${item}\n`
    }
  return text
}

/** Whether a writer saves as it goes: what it has saved stays. */
export function isStream(name) {
  return name.startsWith('stream')
}

/** Undefined when every state of a stream in `out` can be read and no hidden file is left, else what is wrong. */
export async function brokenStates(out) {
  const names = readdirSync(out, { recursive: true })
  const left = names.filter((name) => /(?:^|\/)\./.test(name))
  if (left.length > 0) return `left ${left.join(', ')}`
  for (const name of names.filter((each) => /^state\.json$|^streams\/.*\.json$/.test(each))) await readStreamState(join(out, name))
  return undefined
}
