// Every command of the command line, on data that keeps it busy for a while. A command without a row here fails the proof `cancelling`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** Words after the command, in a folder with the files of `makeInputs`. All that they write begins with `out`. */
export const cancelledCommands = {
  demo: ['--out out-demo'],
  inspect: ['train.txt', 'train.parquet', 'large.parquet', 'train.txt --engine local'],
  convert: ['train.txt out.parquet', 'train.txt out.jsonl.gz', 'large.parquet out.csv.gz'],
  split: ['train.txt --folds 5 --out out-folds', 'train.txt --folds 3 --to parquet --out out-new/folds'],
  train: [
    'train.txt --method listnet --out out.json',
    'train.txt --method elmrank --threads 2 --out out.json --statistics out.statistics',
    'train.txt --method rankrls --kernel rbf --basis 200 --lambda 1 --out out.json',
    'large.parquet --method least-squares --out out.json',
    'train.txt --engine local --method listnet --out out.json',
    'large.parquet --engine duckdb: --method least-squares --out out.json',
    'train.txt --budget 3 --threads 2 --out out.json',
  ],
  retrain: ['model.json --data valid.txt --out out.json'],
  update: ['sums.json --add train.txt --lambda 0.1 --statistics out.statistics --out out.json'],
  tune: [
    'train.txt --method least-squares --folds 3 --threads 2 --out out.json',
    'train.txt --engine local --method least-squares --folds 2 --out out.json',
  ],
  experiment: ['train.txt --methods least-squares,listnet --folds 3 --threads 2 --out out-experiment'],
  show: ['model.json'],
  score: ['model.json train.txt --out out.txt', 'model.json train.txt --engine local --out out.txt'],
  rank: ['model.json train.txt'],
  abstain: ['model.json train.txt --rule margin --thresholds 0.1,0.5 --choose --cost 0.1 --out out.json'],
  evaluate: ['model.json train.txt', 'model.json train.txt --engine local'],
  compare: ['model.json other.json train.txt'],
  fuse: ['first.run second.run --out out.run', 'first.run second.run --qrels judged.qrels --metric map --out out.run'],
  certify: ['model.json --train train.txt --held-out valid.txt', 'model.json --held-out valid.txt --engine local'],
  bound: ['q-t5 --set G=1,W=1,R=1,n=1000'],
  plan: ['--theorem q-t9 --epsilon 0.1 --set G=1,W=1,R=1,B=1,m=10'],
  stream: ['series.txt --target utility --learner kernel --state out.state --save-every 1'],
  import: ['lightgbm.txt --out out.json'],
  export: ['model.json --to js --out out.js', 'model.json --to onnx --out out.onnx'],
  'ontology inspect': ['terms.csv'],
  'ontology train': ['terms.csv --out out.json'],
  'ontology learn': ['terms.csv --pairs rated.csv --out out.json'],
  'ontology similar': ['terms.json --threads 2 --matrix out.npy'],
  'ontology evaluate': ['terms.json --pairs pairs.csv'],
  'ontology audit': ['sampled.json --replacements 5'],
  'ontology draw': ['terms.json --around t9 --out out.svg'],
  'ontology groups': ['terms.csv --annotations annotations.csv --matrix out.csv'],
  'ontology match': ['terms.csv t9 t20 --annotations annotations.csv'],
  'ontology enrich': ['terms.csv study.txt --annotations annotations.csv'],
  'ontology baseline': ['terms.csv --measure path --threads 2 --matrix out.npy'],
  report: ['model.json --data train.txt --out out.html'],
  worker: ['--op summary'],
  completion: ['bash'],
}

/** What a cancelled command may leave: a stream keeps what it has learned, an experiment the parts that are finished. */
export const keptWhenCancelled = { stream: /^out\.state$/, experiment: /^out-experiment(?:\/(?!(?:.*\/)?\.)|$)/ }

/** What the commands read: made by hand, then by commands. `size` is 1 for the whole proof, less for a short one. */
export async function makeInputs(folder, size, random) {
  const lists = Math.ceil(3000 * size)
  writeFileSync(join(folder, 'train.txt'), letor(random, lists, 30))
  writeFileSync(join(folder, 'valid.txt'), letor(random, Math.ceil(lists / 10), 30))
  writeFileSync(join(folder, 'series.txt'), letor(random, Math.ceil(400 * size), 5))
  for (const name of ['first', 'second']) writeFileSync(join(folder, `${name}.run`), runLines(random, lists))
  writeFileSync(join(folder, 'judged.qrels'), qrelsLines(random, lists))
  const terms = Math.ceil(4000 * size)
  writeFileSync(join(folder, 'terms.csv'), Array.from({ length: terms }, (_, term) => `t${term + 1},t${term >> 2}\n`).join(''))
  writeFileSync(join(folder, 'pairs.csv'), Array.from({ length: 50 }, (_, pair) => `t${pair + 1},t${2 * pair + 1},${pair % 4}\n`).join(''))
  const rated = Array.from({ length: 200 }, (_, pair) => `t${pair + 1},t${pair + 3},${pair % 4}\n`)
  writeFileSync(join(folder, 'rated.csv'), rated.join(''))
  const annotated = Array.from({ length: 200 }, (_, object) => `o${object},t${object + 1};t${2 * object + 7};t${(31 * object) % terms}\n`)
  writeFileSync(join(folder, 'annotations.csv'), annotated.join(''))
  writeFileSync(join(folder, 'study.txt'), Array.from({ length: 40 }, (_, object) => `o${object}\n`).join(''))
  writeFileSync(join(folder, 'lightgbm.txt'), stumps(Math.ceil(20_000 * size)))
  await makeLargeParquet(join(folder, 'large.parquet'), Math.ceil(100_000 * size))
  return [
    'convert train.txt train.parquet',
    'train train.txt --method least-squares --out model.json',
    'train train.txt --method ogd --out other.json',
    'train valid.txt --method elmrank --nodes 20 --lambda 1 --statistics sums.json --out elm.json',
    'ontology train terms.csv --out terms.json',
    'ontology train terms.csv --sample 40 --out sampled.json',
  ]
}

/** In a compression that only DuckDB reads, so that its work is cancelled, too. */
async function makeLargeParquet(path, rows) {
  const columns = Array.from({ length: 40 }, (_, feature) => `random()::FLOAT AS f${feature}`).join(', ')
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  try {
    await connection.run(
      `COPY (SELECT (range // 20)::VARCHAR AS qid, (range % 4)::DOUBLE AS label, ${columns} FROM range(${rows})) TO '${path}' (FORMAT parquet, COMPRESSION lz4_raw)`,
    )
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}

/** A model as LightGBM writes it, of trees with one split each. */
function stumps(count) {
  const head = 'tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx=29\nobjective=lambdarank\n'
  const names = Array.from({ length: 30 }, (_, feature) => `Column_${feature}`).join(' ')
  const trees = Array.from(
    { length: count },
    (_, tree) =>
      `Tree=${tree}\nnum_leaves=2\nnum_cat=0\nsplit_feature=${tree % 30}\nthreshold=0.${tree + 1}\ndecision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-0.1 0.1\nis_linear=0\nshrinkage=1\n\n\n`,
  )
  return `${head}feature_names=${names}\n\n${trees.join('')}end of trees\n`
}

function runLines(random, topics) {
  const rows = []
  for (let topic = 0; topic < topics; topic++) {
    for (let document = 0; document < 20; document++) rows.push(`${topic} Q0 d${document} 1 ${random.uniform()} tag\n`)
  }
  return rows.join('')
}

function qrelsLines(random, topics) {
  const rows = []
  for (let topic = 0; topic < topics; topic++) {
    for (let document = 0; document < 20; document++) rows.push(`${topic} 0 d${document} ${random.integer(3)}\n`)
  }
  return rows.join('')
}

function letor(random, lists, features) {
  const rows = []
  for (let list = 0; list < lists; list++) {
    for (let item = 0; item < 20; item++) {
      const values = Array.from({ length: features }, (_, feature) => `${feature + 1}:${random.uniform().toFixed(4)}`)
      rows.push(`${random.integer(4)} qid:${list} ${values.join(' ')}\n`)
    }
  }
  return rows.join('')
}
