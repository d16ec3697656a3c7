import { type ListModel, type Model, type RankingLists, RankwrightError } from '@rankwright/core'
import {
  callback,
  fields,
  flag,
  oneOf,
  options as optionsShape,
  requireArguments,
  required,
  requireLists,
  type ShapesOf,
  text,
} from '@rankwright/core/arguments'
import { kindOf, matchLists, requireListModel } from '@rankwright/core/models'
import { exportFormsOf, readsPatches } from './exportTable.ts'
import { type ExportTarget, exportTargets, type Made, targetOf, targetsFor } from './exportTargets.ts'
import { featuresToPrepare } from './featuresToPrepare.ts'
import type { Restated } from './missingRestated.ts'
import type { CRunner, OnnxRunner, Parity, SqlRunner } from './parity.ts'
import { probeObjects } from './probeObjects.ts'
import { type SqlDialect, sqlDialects } from './sql/sqlExpression.ts'

export interface ExportOptions {
  readonly to: ExportTarget
  /** What the model is called in Elasticsearch, Solr, ONNX or C. */
  readonly name?: string
  /** Solr: the feature store that the model belongs to. */
  readonly store?: string
  /** Rows to compare the export with the model on, beside those that are made up. */
  readonly probe?: RankingLists
  /** Hands an export out although the target, left to itself, scores some rows of `probe` otherwise than the model: see `limits`. */
  readonly acceptLimits?: boolean
  /** Runs ONNX models instead of our emulation. */
  readonly onnxRunner?: OnnxRunner
  /** SQL: `duckdb`, if left out, or `spark`. */
  readonly dialect?: SqlDialect
  /** Runs expressions of DuckDB instead of our emulation. */
  readonly sqlRunner?: SqlRunner
  /** Compiles headers of C instead of our emulation. */
  readonly cRunner?: CRunner
}

export interface Exported extends Restated {
  readonly target: ExportTarget
  /** The whole file. */
  readonly content: string | Uint8Array
  /** JavaScript: the text of a `.d.ts` file with its types. */
  readonly types?: string
  readonly parity: Parity
}

const optionShapes: ShapesOf<ExportOptions> = {
  to: text,
  name: text,
  store: text,
  probe: requireLists,
  acceptLimits: flag,
  onnxRunner: fields({ name: text, run: callback }),
  dialect: oneOf(...sqlDialects),
  sqlRunner: fields({ name: text, run: callback }),
  cRunner: fields({ name: text, run: callback }),
}
const shapes = { options: required(optionsShape(optionShapes), 'to') }

/** Exports that differ by more than this share of the spread of the scores are not handed out. */
const tolerance = 1e-3

/**
 * A model in the format of other software. The result is read back, run as the target runs it and compared with the model, missing
 * values included; what the target cannot express is an error, or listed in `limits` if it only concerns values outside the training range.
 */
export async function exportModel(given: Model, options: ExportOptions): Promise<Exported> {
  requireArguments({ options }, shapes)
  kindOf(given)
  const { to, probe } = options
  const made = madeOf(given, options)
  const file = { content: made.content, ...(made.types !== undefined && { types: made.types }) }
  const model = requireListModel(given)
  const rows = probeLists(model, made, probe)
  const unmapped = 'featureMap' in model ? {} : { unmapped: true as const }
  const checks: Parity[] = []
  for (const lists of rows) checks.push(await made.compared(model, lists))
  if (model.encoders !== undefined && made.comparedObjects) checks.push(await made.comparedObjects(model, probeObjects(model.encoders)))
  const parity = checks.reduce((a, b) => ({
    rows: a.rows + b.rows,
    maxDifference: Math.max(a.maxDifference, b.maxDifference),
    spread: Math.max(a.spread, b.spread),
    checkedIn: a.checkedIn,
  }))
  if (parity.maxDifference > tolerance * Math.max(parity.spread, 1e-30) && parity.maxDifference > 1e-12) {
    const { maxDifference: difference, spread } = parity
    throw new RankwrightError({ area: 'export', code: 'export-differs', target: to, difference, spread, ...unmapped })
  }
  const restatement = withoutRule(made, model)
  const differing = probe === undefined ? undefined : made.asIs?.(matchLists(model, probe).lists, tolerance)
  if (differing === undefined || differing.rows === 0) return { target: to, ...file, parity, ...restatement }
  if (options.acceptLimits !== true)
    throw new RankwrightError({
      area: 'export',
      code: 'probe-rows-differ',
      target: to,
      ...differing,
      ...unmapped,
    })
  const { rows: count, of, maxDifference } = differing
  const limit = `for these reasons ${count} of the ${of} probe rows are scored differently there, by up to ${maxDifference.toPrecision(2)}`
  return { target: to, ...file, parity, ...restatement, limits: [...restatement.limits, limit] }
}

const ruleLimit =
  'the model has a rule for what it leaves undecided, and the target only scores: every pair and every list is decided there'

/** What the target does otherwise; a rule or encoders that it cannot carry included. */
function withoutRule(made: Made, model: ListModel): Restated {
  const { missing, limits } = made.restated(model)
  const rule = model.abstention === undefined || made.carriesRule ? [] : [ruleLimit]
  return { missing, limits: [...limits, ...rule, ...(made.comparedObjects ? [] : featuresToPrepare(model))] }
}

function madeOf(model: Model, { to, name = 'rankwright', store, onnxRunner, dialect, sqlRunner, cRunner }: ExportOptions): Made {
  const target = targetOf(to)
  if (target === undefined) throw new RankwrightError({ area: 'export', code: 'unknown-target', found: to, known: exportTargets })
  const made = target.make(model, {
    name,
    ...(store !== undefined && { store }),
    ...(onnxRunner && { onnxRunner }),
    ...(dialect && { dialect }),
    ...(sqlRunner && { sqlRunner }),
    ...(cRunner && { cRunner }),
  })
  return made ?? refuse(model, target.title)
}

/** Says what the target cannot express, and which one could. */
function refuse(model: Model, target: string): never {
  if (readsPatches(model)) throw new RankwrightError({ area: 'export', code: 'export-patches' })
  const targets = targetsFor(model)
  if (targets.length === 0) throw new RankwrightError({ area: 'export', code: 'export-model-kind', title: kindOf(model).title })
  throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target, what: exportFormsOf(model).what, targets, kind: true })
}

function probeLists(model: ListModel, { asIs }: Made, probe: RankingLists | undefined): RankingLists[] {
  const named = typeof model.features === 'number' ? {} : { featureNames: model.features }
  const rows = exportFormsOf(model).probes?.(model, { outside: asIs === undefined })
  return [...(rows === undefined ? [] : [{ ...rows, ...named }]), ...(probe === undefined ? [] : [matchLists(model, probe).lists])]
}
