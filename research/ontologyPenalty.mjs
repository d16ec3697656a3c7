// λ = M^(−1/4), really trained: the remark after Theorem 5 says that the error goes to the least one in the space of the kernel.
// On an ontology, the Plant Ontology of the data folder if none is given, whose roots or top terms are the branches, M terms are drawn, a line is learned with that λ, and its hinge and its share of
// pairs in the wrong order are computed over all terms, beside the bound o-t5 against scores that are all 0.
//
//   npm run build && node research/ontologyPenalty.mjs [draws] [FILE]          about a minute with 20 draws for each M
import { join } from 'node:path'
import { certify, finish } from '@rankwright/core'
import { hierarchyOf, partiteError, trainOntology } from '@rankwright/core/ontology'
import { readOntology } from '@rankwright/node'
import { dataSets } from '../bench/harness/geneOntology.mjs'

const [draws, file] = [Number(process.argv[2] ?? 20), process.argv[3] ?? join(dataSets, 'ontology-po', 'po.obo.gz')]
const hierarchy = hierarchyOf(await readOntology(file))
console.log(
  '| M | λ | hinge, all terms | hinge, sample | pairs in the wrong order | all-equal scores | `o-t5` |\n|---|---|---|---|---|---|---|',
)
for (const M of [100, 1000, 10_000, 100_000]) {
  const lambda = M ** -0.25
  const found = Array.from({ length: draws }, (_, draw) => {
    const model = finish(trainOntology(hierarchy, { parts: 'branches', lines: 1, epsilon: 1, lambda, sample: M, seed: draw + 1 }))
    const { population, certificates } = certify(model)
    const bound = certificates.find(({ theorem }) => theorem === 'o-t5')?.bound ?? Number.NaN
    return { all: population.hinge, pairs: population.pairs, sample: model.fit.error, wrong: partiteError(model).all, bound }
  })
  const mean = (of) => found.reduce((sum, each) => sum + of(each), 0) / draws
  const cells = [
    mean(({ all }) => all),
    mean(({ sample }) => sample),
    mean(({ wrong }) => wrong),
    mean(({ pairs }) => pairs),
    mean(({ bound }) => bound),
  ]
  console.log(`| ${M.toLocaleString('en')} | ${lambda.toFixed(3)} | ${cells.map((cell) => cell.toFixed(4)).join(' | ')} |`)
}
