import { finish } from '@rankwright/core'
import { requireLine } from '@rankwright/core/models'
import { auditOntology, type StabilityAudit } from '@rankwright/core/ontology'
import type { OptionTable } from '@rankwright/core/options'
import { readModel, runtimeFor } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { counted, readable } from '../terminal/numbers.ts'

const auditOptions = {
  replacements: {
    kind: 'integer',
    default: 20,
    atLeast: 1,
    doc: 'How often a term of the sample is replaced and the model learned again.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of what is replaced by what.' },
} as const satisfies OptionTable

export const ontologyAudit = command({
  summary: 'Replace terms of the sample, learn again, and compare with what the theory allows.',
  inputs: { model: 'Model file of ontology train.' },
  options: auditOptions,
  example: 'rankwright ontology audit go.json --replacements 100',
  reads: ['model'],
  async run({ model: path, options }, around): Promise<Answer<StabilityAudit>> {
    const line = requireLine(await readModel(path), path)
    const audit = finish(auditOntology(line, options, runtimeFor().runtime), around.progress)
    const { replacements, worst, bound, slack, holds } = audit
    return {
      document: audit,
      text: ({ good, bad }) =>
        `${counted(replacements, 'replacement')}: no score moved by more than ${readable(worst)}\n` +
        `Theorem 14 allows ${readable(bound)}, and the duality gaps ${readable(slack, 2)} more: ${holds ? good('it holds') : bad('it does not hold')}\n`,
      exitCode: holds ? 0 : 1,
    }
  },
})
