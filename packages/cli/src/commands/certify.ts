import { type Assumption, type Certified, certify as certifyModel, certifyOptions, parseMetric } from '@rankwright/core'
import { readModel, runtimeFor } from '@rankwright/node'
import { command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { counted, decimals } from '../terminal/numbers.ts'
import { paragraph } from '../terminal/paragraph.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

export const certify = command({
  summary: 'Say what can be guaranteed about a model on new lists.',
  inputs: { model: 'Model file.' },
  options: {
    train: { kind: 'text', placeholder: 'DATA', doc: 'The lists that the model was trained on.' },
    heldOut: { kind: 'text', placeholder: 'DATA', doc: 'Lists that had no part in training or tuning.' },
    ...certifyOptions,
    ...dataOptions,
  },
  usage: ['MODEL --train DATA --held-out DATA'],
  example: 'rankwright certify model.json --train train.txt --held-out test.txt --delta 0.05',
  async run({ model: path, options }, around) {
    const { delta, metrics, profile, joint } = options
    if (options.train === undefined && options.heldOut === undefined) throw new UsageError('Give --train DATA, --held-out DATA or both.')
    metrics.forEach(parseMetric)
    const model = await readModel(path)
    const train = options.train === undefined ? undefined : await readData(options.train, options, around)
    const heldOut = options.heldOut === undefined ? undefined : await readData(options.heldOut, options, around)
    around.progress({ stage: 'bounding', done: 0 })
    const { runtime, close } = runtimeFor()
    const certified = certifyModel(model, { delta, metrics, profile, joint, ...(train && { train }), ...(heldOut && { heldOut }) }, runtime)
    close()
    for (const note of certified.notes) around.note(`note: ${note}`)
    return { document: certified, text: (style) => certifiedText(certified, style) }
  },
})

function certifiedText({ heldOut, certificates }: Certified, style: Style): string {
  if (heldOut.length === 0) return 'Nothing can be guaranteed from what was given.\n'
  const { bold, dim } = style
  const table = textTable(
    ['metric', 'mean', 'at least', 'except with probability', 'method'],
    ['left', 'right', 'right', 'right', 'left'],
    heldOut.map(({ metric, value, lower, method, delta }) => [metric, decimals(value), decimals(lower), String(delta), dim(method)]),
  )
  const counts = new Set(heldOut.map(({ n }) => n))
  const lists = counts.size === 1 ? counted(heldOut[0].n, 'held-out list') : 'the held-out lists'
  const vacuous = certificates.filter(({ verdict }) => verdict === 'vacuous').length
  const sections = [
    `${bold('What to expect on new lists')}, from ${lists}\n${table}`,
    ...(vacuous > 0 ? [`${counted(vacuous, 'statement')} of these say nothing: more held-out lists would help.`] : []),
    `${bold('Assuming')}\n${assumptionsOf(
      certificates.flatMap(({ assumptions }) => assumptions),
      style,
    )}`,
  ]
  return `${sections.join('\n\n')}\n`
}

/** Each assumption once, with what is known about it. */
function assumptionsOf(assumptions: readonly Assumption[], { good, bad, caution, columns }: Style): string {
  const marks = { true: good('holds  '), false: bad('FAILS  '), unknown: caution('unknown') }
  const byText = new Map(assumptions.map(({ text, holds }) => [text, holds]))
  return [...byText]
    .map(([text, holds]) => {
      const [first, ...rest] = paragraph(text, columns - 11)
      return [`  ${marks[String(holds) as keyof typeof marks]}  ${first}`, ...rest.map((line) => `           ${line}`)].join('\n')
    })
    .join('\n')
}
