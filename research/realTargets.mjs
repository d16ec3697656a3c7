// Exports trees, scores 100,000 rows in RankLib 2.10.1, RankyMcRankFace 0.1.1 and Solr LTR 8.11.4 themselves, and compares these scores with those of the imported file.
// Run: MAVEN=https://… node research/realTargets.mjs, with the address of a Maven repository, and Java with its compiler.
// Last run: all three gave the scores of the imported file, 0 of 100,000 differing; all differ from the model, which adds doubles, by 4e-6 at most.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sampleTrees } from '@rankwright/contracts'
import { rankingLists, score, seededRandom, train } from '@rankwright/core'
import { exportModel, importModel } from '@rankwright/export'

const ranklib = 'org/codelibs/ranklib/2.10.1/ranklib-2.10.1.jar'
/** The RankLib of the Elasticsearch and OpenSearch LTR plugins, which read models of the type model/ranklib with it. Its classes have the same names. */
const ranky = 'com/o19s/RankyMcRankFace/0.1.1/RankyMcRankFace-0.1.1.jar'
const solr = [
  'org/apache/solr/solr-ltr/8.11.4/solr-ltr-8.11.4.jar',
  'org/apache/solr/solr-core/8.11.4/solr-core-8.11.4.jar',
  'org/apache/solr/solr-solrj/8.11.4/solr-solrj-8.11.4.jar',
  'org/apache/lucene/lucene-core/8.11.3/lucene-core-8.11.3.jar',
  'org/apache/lucene/lucene-queries/8.11.3/lucene-queries-8.11.3.jar',
  'org/apache/lucene/lucene-analyzers-common/8.11.3/lucene-analyzers-common-8.11.3.jar',
  'org/apache/lucene/lucene-queryparser/8.11.3/lucene-queryparser-8.11.3.jar',
  'org/slf4j/slf4j-api/1.7.36/slf4j-api-1.7.36.jar',
  'com/google/guava/guava/31.1-jre/guava-31.1-jre.jar',
]
const folder = join(tmpdir(), 'rankwright-real-targets')
mkdirSync(folder, { recursive: true })
const pathOf = (jar) => join(folder, basename(jar))
for (const jar of [ranklib, ranky, ...solr]) {
  if (existsSync(pathOf(jar))) continue
  const answer = await fetch(`${process.env.MAVEN}/${jar}`)
  if (!answer.ok) throw new Error(`${jar}: ${answer.status}; give the address of a Maven repository in MAVEN`)
  writeFileSync(pathOf(jar), new Uint8Array(await answer.arrayBuffer()))
}

const random = seededRandom(7)
const few = Array.from({ length: 60 }, () => Array.from({ length: 4 }, () => (random.integer(41) - 20) / 4))
const boosted = train(
  rankingLists({ features: few, labels: few.map((_, row) => row % 3), lists: few.map((_, row) => Math.floor(row / 6)) }),
  {
    method: 'rankboost',
    iterations: 5,
  },
)
const model = { ...boosted, ...sampleTrees(5, { trees: 30, leaves: 20, width: 4 }) }
const value = () => (random.uniform() < 0.6 ? (random.integer(17) - 8) / 4 : Math.fround(2 * random.normal()))
const features = Array.from({ length: 100_000 }, () => Array.from({ length: 4 }, value))
const labels = features.map(() => 0)
writeFileSync(join(folder, 'rows.txt'), `${features.map((row) => row.join(' ')).join('\n')}\n`)
const ours = score(model, rankingLists({ features, labels, lists: labels }))

for (const { name, to, program, jars } of [
  { name: 'RankLib 2.10.1', to: 'ranklib', program: 'RanklibScores', jars: [ranklib] },
  { name: 'RankyMcRankFace 0.1.1', to: 'ranklib', program: 'RanklibScores', jars: [ranky] },
  { name: 'Solr LTR 8.11.4', to: 'solr', program: 'SolrScores', jars: solr },
]) {
  const { content } = await exportModel(model, { to })
  writeFileSync(join(folder, to), content)
  const { model: imported } = importModel(String(content), to)
  const named = typeof imported.features === 'number' ? {} : { featureNames: ['1', '2', '3', '4'] }
  const expected = score(imported, rankingLists({ features, labels, lists: labels, ...named }))
  const source = new URL(`./realTargets/${program}.java`, import.meta.url).pathname
  const out = join(folder, `${to}.scores`)
  execFileSync('java', ['-cp', jars.map(pathOf).join(':'), source, join(folder, to), join(folder, 'rows.txt'), out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const scores = readFileSync(out, 'utf8').trim().split('\n').map(Number)
  const differing = scores.filter((each, row) => each !== expected[row]).length
  const largest = scores.reduce((most, each, row) => Math.max(most, Math.abs(each - ours[row])), 0)
  console.log(`${name}: ${differing} of ${scores.length} scores differ from the imported file; from the model by ${largest} at most`)
}
