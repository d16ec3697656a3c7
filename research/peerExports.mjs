// Exports trees to LightGBM, XGBoost and ONNX Runtime, scores 100,000 rows in these programs themselves, and compares with the model. Rows lie on thresholds, one
// float32 beside them, and are missing; categories are those of the splits and others.
// Run: PYTHON=python3 node research/peerExports.mjs [golden/exportedTrees.json], with lightgbm, xgboost and onnxruntime installed for that Python. With a file, 100 rows
// of each export and their scores are written to it.
// Last run, LightGBM 4.7.0 and XGBoost 3.2.0: 0 of 100,000 scores differ from the imported file in all seven exports, splits on categories included. From the
// model, which adds doubles, LightGBM differs by 0 and XGBoost, which adds floats, by 1.5e-6 at most; ONNX Runtime 1.31.1, which adds floats, by 1.2e-6;
// JavaScript, C and SQL by 0.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleTrees } from '@rankwright/contracts'
import { modelToJson, rankingLists, score, seededRandom, train } from '@rankwright/core'
import { exportModel, importModel } from '@rankwright/export'

const width = 4
const count = 100_000
const random = seededRandom(7)

/** The last column holds categories. */
const drawn = () => [
  ...Array.from({ length: width - 1 }, () => (random.uniform() < 0.1 ? Number.NaN : (random.integer(41) - 20) / 7)),
  random.uniform() < 0.1 ? Number.NaN : random.integer(70),
]
const training = Array.from({ length: 1200 }, drawn)
const grade = ([a, b, , shop]) => Math.min(3, Math.max(0, Math.round(1 + (a || 0) * (b || 0) + (shop % 3 === 0 ? 1 : 0))))
const lists = rankingLists({ features: training, labels: training.map(grade), lists: training.map((_, row) => row >> 3) })
/** LightGBM has no side for missing categories, so one model never meets any. */
const whole = training.map((row) => row.with(width - 1, row[width - 1] || 0))
const wholeLists = rankingLists({ features: whole, labels: whole.map(grade), lists: whole.map((_, row) => row >> 3) })
const options = { method: 'lambdamart', trees: 12, leaves: 15, minRows: 5 }
const models = {
  lambdamart: train(lists, options),
  categories: train(lists, { ...options, categories: [String(width)] }),
  'categories, none missing': train(wholeLists, { ...options, categories: [String(width)] }),
  shapes: { ...train(lists, { method: 'rankboost', iterations: 2 }), ...sampleTrees(5, { trees: 12, leaves: 20, width }) },
}

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)
function near(value, step) {
  single[0] = value
  if (value !== 0) bits[0] += step
  return single[0]
}

function rowsFor({ columns, thresholds, categorical }) {
  const points = Array.from({ length: width }, () => [0, 1, -1])
  // The limits of these exports name values next to 0 and the greatest number: they are left out here.
  for (const [split, column] of columns.entries())
    if (thresholds[split] === 0 || (Math.abs(thresholds[split]) > 1e-30 && Math.abs(thresholds[split]) < 3e38))
      points[column].push(thresholds[split])
  const ofCategories = new Set(Array.from(categorical, (split) => columns[split]))
  const values = new Float32Array(count * width)
  for (let at = 0; at < values.length; at++) {
    const column = at % width
    const own = points[column]
    if (random.uniform() < 0.1) values[at] = Number.NaN
    else if (ofCategories.has(column)) values[at] = random.integer(80)
    else values[at] = near(own[random.integer(own.length)], random.integer(3) - 1)
  }
  return { values, kinds: Array.from({ length: width }, (_, column) => (ofCategories.has(column) ? 'c' : 'q')).join('') }
}

const command = new URL('../packages/cli/bin/rankwright.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'rankwright-peers-'))
const cases = []
for (const [name, model] of Object.entries(models)) {
  const { values, kinds } = rowsFor(model)
  writeFileSync(join(folder, 'rows'), values)
  const rows = Array.from({ length: count }, (_, row) => Array.from(values.subarray(row * width, (row + 1) * width)))
  const data = rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1) })
  const ours = score(model, data)
  for (const to of ['lightgbm', 'xgboost', 'onnx']) {
    if (name === 'categories' && to === 'lightgbm') continue // refused: see the model without missing categories
    const { content } = await exportModel(model, { to })
    writeFileSync(join(folder, `${to}.json`), content)
    // ONNX is not imported: its scores are those of floats, added up in an order that the runtime chooses.
    const expected =
      to === 'onnx' ? undefined : score({ ...importModel(String(content), to, { firstFeature: 1 }).model, features: width }, data)
    const program = new URL('./peerExports.py', import.meta.url).pathname
    const out = join(folder, 'scores')
    const given = [program, to, join(folder, `${to}.json`), join(folder, 'rows'), String(width), kinds, out]
    const version = execFileSync(process.env.PYTHON ?? 'python3', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
    const bytes = readFileSync(out)
    const scores = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    const largest = scores.reduce((most, each, row) => Math.max(most, Math.abs(each - ours[row])), 0)
    const from = `from the model by ${largest} at most`
    if (expected === undefined) {
      console.log(`${to} ${version}, ${name}: ${from}`)
      continue
    }
    const differing = scores.reduce((sum, each, row) => sum + (each === expected[row] ? 0 : 1), 0)
    console.log(`${to} ${version}, ${name}: ${differing} of ${count} scores differ from the imported file; ${from}`)
    const kept = rows.slice(0, 100).map((row) => row.map((value) => (Number.isNaN(value) ? null : value)))
    cases.push({ by: `${to} ${version}`, name, content: String(content), rows: kept, scores: Array.from(scores.subarray(0, 100)) })
  }
  // These run here: the command compiles C, and asks DuckDB for SQL.
  writeFileSync(join(folder, 'model.json'), modelToJson(model))
  const cells = rows.map((row, place) => [place >> 4, 0, ...row.map((value) => (Number.isNaN(value) ? '' : value))].join(','))
  writeFileSync(join(folder, 'rows.csv'), `qid,label,1,2,3,4\n${cells.join('\n')}\n`)
  for (const to of ['js', 'c', 'sql']) {
    const given = ['export', 'model.json', '--to', to, '--out', `model.${to}`, '--probe', 'rows.csv', '--force', '--json']
    const told = execFileSync(process.execPath, [command, ...given], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const { parity } = JSON.parse(told)
    console.log(`${to}, ${name}, in ${parity.checkedIn}: from the model by ${parity.maxDifference} at most, on ${parity.rows} rows`)
  }
}
rmSync(folder, { recursive: true })
if (process.argv[2]) writeFileSync(process.argv[2], `${JSON.stringify({ cases })}\n`)
