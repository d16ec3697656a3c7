import { finish } from '@rankwright/core'
import { auditOntology, type StabilityAudit } from '@rankwright/core/ontology'
import type { OptionTable } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import { runtimeFor } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { firstLineNote, readLineModel } from '../ontology.ts'
import { counted, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'

const auditOptions = {
  replacements: {
    kind: 'integer',
    default: 20,
    atLeast: 1,
    doc: 'How often a term of the sample is replaced and the model learned again.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of what is replaced by what.' },
} as const satisfies OptionTable

function auditText({ replacements, worst, bound, slack, loss, parts }: StabilityAudit, { good, bad }: Style): string {
  const verdict = (holds: boolean) => (holds ? good('it holds') : bad('it does not hold'))
  const closest = parts.reduce((most, part) => (part.worst / part.bound > most.worst / most.bound ? part : most))
  return [
    `${counted(replacements, 'replacement')}: no score moved by more than ${readable(worst)}`,
    `Theorem 14 allows ${readable(bound)}, and the duality gaps ${readable(slack, 2)} more: ${verdict(worst <= bound + slack)}`,
    `No hinge of a pair moved by more than ${readable(loss.worst)}; Corollary 17 allows ${readable(loss.bound)}: ${verdict(loss.holds)}`,
    `Part by part, the closest is ${shownText(closest.id)}: ${readable(closest.worst)} of ${readable(closest.bound)}: ${verdict(parts.every((part) => part.holds))}`,
    '',
  ].join('\n')
}

export const ontologyAudit = command({
  summary: 'Replace terms of the sample, learn again, and compare with what the theory allows.',
  inputs: { model: 'Model file of ontology train.' },
  options: auditOptions,
  example: 'rankwright ontology audit go.json --replacements 100',
  reads: ['model'],
  async run({ model: path, options }, around): Promise<Answer<StabilityAudit>> {
    const { model, line } = await readLineModel(path)
    const about = firstLineNote(model)
    if (about !== undefined) around.note(about)
    const audit = finish(auditOntology(line, options, runtimeFor().runtime), around.progress)
    return { document: audit, text: (style) => auditText(audit, style), exitCode: audit.holds ? 0 : 1 }
  },
})
