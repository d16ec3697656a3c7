// All pairs of more and more GO terms, row by row, so that no matrix is held; with peers as far as they get in minutes.
import { allPairs, chosenTerms } from './harness/geneOntology.mjs'

export const title = 'Ontologies: all pairs of 2,000 to 20,000 terms'
export const tolerance = 1e-9
export const python = 'ontology'
export const rounds = 1
export const warmUp = false
export const cases = [{ measure: 'lin', terms: 2000 }, ...[2000, 5000, 10_000, 20_000].map((terms) => ({ measure: 'resnik', terms }))].map(
  (given) => ({ ...given, name: `${given.measure}, all pairs of ${given.terms} GO terms` }),
)
export const setup = chosenTerms
export const peerInput = ({ terms, edges }) => ({ terms, edges })
export const variants = [{ name: 'rankwright', leastRatios: { semsimian: 5, nxontology: 100 }, run: allPairs }]
export const peers = [
  { name: 'nxontology', python: 'nxontology_pairs', when: ({ measure }) => measure === 'lin' },
  { name: 'semsimian', python: 'semsimian_pairs', when: ({ measure, terms }) => measure === 'resnik' && terms === 2000 },
]
