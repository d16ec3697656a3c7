import { profileNames } from '../metrics/profiles.ts'
import type { OptionTable } from '../options/optionTable.ts'

export const certifyOptions = {
  delta: { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which each statement may fail.' },
  metrics: { kind: 'texts', default: ['ndcg@10', 'map', 'mrr'], placeholder: 'NAME,…', doc: 'The metrics to bound on the held-out lists.' },
  profile: { kind: 'choice', default: 'rankwright', of: profileNames, doc: 'The conventions of the metrics.' },
  joint: { kind: 'flag', doc: 'Divide delta among all held-out statements, so that they hold together and the best may be quoted.' },
  abstainRadius: {
    kind: 'number',
    atLeast: 0,
    leftOut: 'nothing is said about abstaining',
    doc: 'Abstention radius, for models of the method abstaining.',
  },
  gamma: {
    kind: 'number',
    above: 0,
    leftOut: 'it is 1',
    doc: 'Width of the gamma loss in Theorem 12, for ontology models.',
  },
  printed: { kind: 'flag', doc: "The papers' own formulas and constants where ours differ and theirs hold; see docs/errata.md." },
} as const satisfies OptionTable
