// Imports models of LightGBM and XGBoost, with and without missing values and categories, scores 100,000 rows, and compares with the scores of these
// programs. Then exports the import, and scores it in the program that the model came from, in ONNX Runtime and in all other targets that run here.
// Run: PYTHON=python3 node research/peerImports.mjs, with lightgbm and xgboost installed for that Python.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rankingLists, score } from '@rankwright/core'
import { exportModel, importModel } from '@rankwright/export'

const program = new URL('./peerImports.py', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'rankwright-imports-'))
const python = (...given) =>
  execFileSync(process.env.PYTHON ?? 'python3', [program, ...given], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

try {
  const { models, ...versions } = JSON.parse(python('train', folder))
  for (const { file, by, name, width, rows: count } of models) {
    const ending = by === 'lightgbm' ? 'txt' : 'json'
    const path = join(folder, `${file}.${ending}`)
    const { model } = importModel(readFileSync(path, 'utf8'), path)
    const values = numbersOf(`${file}.rows`, Float32Array)
    const rows = Array.from({ length: count }, (_, row) => Array.from(values.subarray(row * width, (row + 1) * width)))
    const names = typeof model.features === 'number' ? {} : { featureNames: model.features }
    const data = rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1), ...names })
    const ours = score(model, data)
    tell(`${by} ${versions[by]}, ${name}, imported`, numbersOf(`${file}.scores`, Float64Array), ours)
    const { content } = await exportModel(model, { to: by })
    writeFileSync(join(folder, `${file}.back.${ending}`), content)
    python('score', folder, file)
    tell(`${by} ${versions[by]}, ${name}, imported and exported`, numbersOf(`${file}.scores-back`, Float64Array), ours)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function numbersOf(name, Kind) {
  const bytes = readFileSync(join(folder, name))
  return new Kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

function tell(title, theirs, ours) {
  let differing = 0
  let largest = 0
  for (const [row, each] of theirs.entries()) {
    if (each !== ours[row]) differing++
    largest = Math.max(largest, Math.abs(each - ours[row]))
  }
  console.log(`${title}: ${differing} of ${theirs.length} scores differ, by ${largest} at most; ${new Set(ours).size} different scores`)
}
