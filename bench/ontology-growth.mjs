// All pairs of more and more GO terms, row by row, so that no matrix is held; and semsimian at 2,000, which takes minutes.
import { allPairs, chosenTerms } from './harness/geneOntology.mjs'

export const title = 'Ontologies: all pairs of 2,000 to 20,000 terms'
export const tolerance = 1e-9
export const python = 'ontology'
export const rounds = 1
export const warmUp = false
export const cases = [2000, 5000, 10_000, 20_000].map((terms) => ({
  name: `Resnik, all pairs of ${terms} GO terms`,
  measure: 'resnik',
  terms,
}))
export const setup = chosenTerms
export const peerInput = ({ terms, edges }) => ({ terms, edges })
export const variants = [{ name: 'rankwright', goals: { semsimian: 5 }, run: allPairs }]
export const peers = [{ name: 'semsimian', python: 'semsimian_pairs', when: ({ terms }) => terms === 2000 }]
