import { RankwrightError } from '@rankwright/core'
import { hierarchyOfModel, requireTermModel, type TermModel } from '@rankwright/core/models'
import { drawLine, type Hierarchy, neighbourhoodOptions } from '@rankwright/core/ontology'
import type { OptionsOf, OptionTable, Resolved } from '@rankwright/core/options'
import { type DrawnTermsReport, drawTerms } from '@rankwright/core/reports'
import { readModel } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { oneTerm, ontologyOptions, readHierarchy, readLineModel } from '../ontology.ts'
import { counted, grouped } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const drawOptions = {
  around: { kind: 'text', placeholder: 'TERM', leftOut: '--line draws all terms', doc: 'Id or name of the term in the middle.' },
  line: { kind: 'flag', doc: 'Draw the learned line with its parts; with --around, and where a term stands on it.' },
  out: { kind: 'text', placeholder: 'FILE.svg', required: true, doc: 'Where the picture goes; - is standard output.' },
  ontology: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'the hierarchy in the model',
    doc: 'The ontology, to draw its hierarchy instead of the one in the model.',
  },
  ...neighbourhoodOptions,
  ...ontologyOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof drawOptions>
type DrawnReport = Partial<DrawnTermsReport> & { readonly out: string; readonly bytes: number }

export const ontologyDraw = command({
  summary: 'Draw what is around a term, with learned and classical similarities, or the learned line.',
  inputs: { file: 'Model file of ontology train or ontology learn, or an ontology.' },
  options: drawOptions,
  usage: ['MODEL|FILE --around TERM --out FILE.svg', 'MODEL --line [--around TERM] --out FILE.svg'],
  example: 'rankwright ontology draw go.json --around GO:0006915 --out apoptosis.svg',
  reads: ['file', 'ontology', 'import'],
  writes: { out: 'svg' },
  async run({ file, options, given }, around): Promise<Answer<DrawnReport>> {
    requireFittingOptions(given)
    const { svg, report, what } = options.line ? await lineOf(file, options, around) : await termsOf(file, options, around)
    await around.outputs.write(options.out, [svg])
    const bytes = Buffer.byteLength(svg)
    return {
      document: { ...report, out: options.out, bytes },
      text: () => `${what}: ${grouped(bytes)} bytes of SVG written to ${options.out}\n`,
    }
  },
})

/** No option is taken and then not used. */
function requireFittingOptions(given: OptionsOf<typeof drawOptions>): void {
  const { around, line, out: _out, ...others } = given
  if (line !== true && around === undefined) throw new UsageError('Give --around TERM, or --line for the learned line.')
  const [unused] = Object.keys(others)
  if (line === true && unused !== undefined)
    throw new UsageError('With --line give --around and --out alone: the line comes from the model.')
}

interface Drawn {
  readonly svg: string
  readonly report: Partial<DrawnTermsReport>
  readonly what: string
}

async function lineOf(file: string, { around: text }: Options, around: Surroundings): Promise<Drawn> {
  const { line } = await readLineModel(file)
  const term = text === undefined ? undefined : oneTerm(line, text, around)
  return {
    svg: drawLine(line, term),
    report: term === undefined ? {} : { term: line.ids[term], name: line.names[term] },
    what: `The line of ${counted(line.ids.length, 'term')} in ${counted(line.parts.length, 'part')}`,
  }
}

async function termsOf(file: string, options: Options, around: Surroundings): Promise<Drawn> {
  const { hierarchy, model } = await opened(file, options, around)
  const term = oneTerm(hierarchy.ontology, options.around ?? '', around)
  const { siblings, children, top } = options
  const { svg, report } = drawTerms(hierarchy, term, model, { siblings, children, top })
  return { svg, report, what: `${report.term} ${report.name}`.trim() }
}

/** An ontology alone, or a model with its own hierarchy or one that is given beside it. */
async function opened(file: string, options: Options, around: Surroundings): Promise<{ hierarchy: Hierarchy; model?: TermModel }> {
  const { ontology } = options
  if (ontology === undefined) {
    try {
      return { hierarchy: await readHierarchy(file, options, around) }
    } catch (error) {
      if (!(error instanceof RankwrightError) || error.problems[0].code !== 'ours-not-data') throw error
    }
  }
  const model = requireTermModel(await readModel(file), file)
  const unread = ontology === undefined && [options.format, options.relations, options.import].some((option) => option !== undefined)
  if (unread) throw new UsageError('--format, --relations and --import go with an ontology: give its file with --ontology.')
  return { hierarchy: ontology === undefined ? hierarchyOfModel(model, file) : await readHierarchy(ontology, options, around), model }
}
