import type { AbstainReport } from '../abstention/choice/abstain.ts'
import { madeBy, optional, requireArguments, text } from '../arguments/shapes.ts'
import { toldRule } from '../models/common/abstentionRule.ts'

/** What `abstain` answers: the report, what was chosen, and the file that the model with the rule is in. */
export type AbstainDocument = Readonly<Record<string, unknown>> & { readonly model?: string }

/** A threshold with a guarantee is chosen, too. The curve of a calibration is in the model, not here. */
export function abstainDocument(report: AbstainReport, model: string | undefined): AbstainDocument {
  requireArguments({ report, model }, { report: madeBy('abstain', 'rule'), model: optional(text) })
  const { stored, ...rest } = report
  const chosen =
    stored === undefined || report.chosen !== undefined
      ? undefined
      : { ...toldRule(stored), ...('norm' in stored && { radius: stored.threshold }) }
  const calibration =
    'calibration' in rest && rest.calibration ? { lists: rest.calibration.lists, pairs: rest.calibration.pairs } : undefined
  return { ...rest, ...(chosen && { chosen }), ...(calibration && { calibration }), ...(model !== undefined && { model }) }
}
