import { type ArgumentProblem, explainArgumentProblem } from './argumentProblem.ts'
import { type ClusterProblem, explainClusterProblem } from './clusterProblem.ts'
import { type DataProblem, explainDataProblem } from './dataProblem.ts'
import { type EngineProblem, explainEngineProblem } from './engineProblem.ts'
import { type ExperimentProblem, explainExperimentProblem } from './experimentProblem.ts'
import { type ExportProblem, explainExportProblem } from './exportProblem.ts'
import { explainGuaranteeProblem, type GuaranteeProblem } from './guaranteeProblem.ts'
import { explainMetricProblem, type MetricProblem } from './metricProblem.ts'
import { explainModelProblem, type ModelProblem } from './modelProblem.ts'
import { explainOntologyProblem, type OntologyProblem } from './ontologyProblem.ts'
import { explainOptionProblem, type OptionProblem } from './optionProblem.ts'
import { shownText } from './shownText.ts'
import { explainStreamProblem, type StreamProblem } from './streamProblem.ts'
import { explainTableProblem, type TableProblem } from './tableProblem.ts'

/** Everything that can go wrong for a user. A problem is data: the terminal prints it, a server sends it with its code. */
export type Problem =
  | ({ readonly area: 'argument' } & ArgumentProblem)
  | ({ readonly area: 'data' } & DataProblem)
  | ({ readonly area: 'table' } & TableProblem)
  | ({ readonly area: 'option' } & OptionProblem)
  | ({ readonly area: 'model' } & ModelProblem)
  | ({ readonly area: 'metric' } & MetricProblem)
  | ({ readonly area: 'guarantee' } & GuaranteeProblem)
  | ({ readonly area: 'experiment' } & ExperimentProblem)
  | ({ readonly area: 'export' } & ExportProblem)
  | ({ readonly area: 'cluster' } & ClusterProblem)
  | ({ readonly area: 'ontology' } & OntologyProblem)
  | ({ readonly area: 'stream' } & StreamProblem)
  | ({ readonly area: 'engine' } & EngineProblem)

/** What is wrong, where, and what to do about it. What comes from data is shown without control characters. */
export function explain(problem: Problem): string {
  if (typeof problem !== 'object' || problem === null || typeof problem.area !== 'string') {
    throw new RankwrightError({
      area: 'argument',
      code: 'argument-of-wrong-kind',
      argument: 'problem',
      found: typeof problem,
      expected: 'a problem of a RankwrightError',
    })
  }
  return explained(shownParts(problem))
}

function explained(problem: Problem): string {
  switch (problem.area) {
    case 'argument':
      return explainArgumentProblem(problem)
    case 'data':
      return explainDataProblem(problem)
    case 'table':
      return explainTableProblem(problem)
    case 'option':
      return explainOptionProblem(problem)
    case 'model':
      return explainModelProblem(problem)
    case 'metric':
      return explainMetricProblem(problem)
    case 'guarantee':
      return explainGuaranteeProblem(problem)
    case 'experiment':
      return explainExperimentProblem(problem)
    case 'export':
      return explainExportProblem(problem)
    case 'cluster':
      return explainClusterProblem(problem)
    case 'ontology':
      return explainOntologyProblem(problem)
    case 'stream':
      return explainStreamProblem(problem)
    case 'engine':
      return explainEngineProblem(problem)
  }
}

/** The problem with every text in it as it may be shown. `failure` is a message already. */
function shownParts<Part>(part: Part): Part {
  if (typeof part === 'string') return shownText(part) as Part
  if (Array.isArray(part)) return part.map(shownParts) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, key === 'failure' ? value : shownParts(value)])) as Part
}

/** Thrown for every fault of the input; a fault of ours is any other error. */
export class RankwrightError extends Error {
  readonly problems: readonly [Problem, ...Problem[]]
  constructor(...problems: [Problem, ...Problem[]]) {
    super(problems.map(explain).join('\n'))
    this.name = 'RankwrightError'
    this.problems = problems
  }
}

export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
