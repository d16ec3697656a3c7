import type { ModelFacts } from '../common/modelFacts.ts'
import { linearKind } from '../linear/linearKind.ts'
import type { TermKind } from '../ontologyTerms/termKind.ts'
import type { MeasuredFigure, OntologyRanker } from './ontologyRanker.ts'
import { rankerFromDocument, rankerMethod, rankerToDocument } from './ontologyRankerJson.ts'
import { closerByRanker, hierarchyOfRanker, similarByRanker, similarityByRanker } from './rankedTerms.ts'

export const ontologyRankerKind: TermKind<OntologyRanker> = {
  title: 'a similarity learned from examples',
  arrays: [],
  toDocument: rankerToDocument,
  fromDocument: rankerFromDocument,
  facts,
  similar: similarByRanker,
  similarity: similarityByRanker,
  hierarchy: hierarchyOfRanker,
  setting: ({ examples, ranker }) => ({ examples: examples.kind, method: ranker.method }),
  closer: closerByRanker,
  comparesNames: true,
}

function facts(model: OntologyRanker): ModelFacts {
  const { ids, relations, ranker, examples, validation, heldOut, counted } = model
  const { learned, gain, features: single } = validation
  const ranked = linearKind.facts(ranker)
  return {
    method: rankerMethod,
    options: { method: ranker.method, ...ranked.options },
    features: ranked.features,
    parts: {
      terms: ids.length,
      relations,
      examples,
      ...(counted && { counted: counted.model }),
      validation,
      ...(heldOut && { heldOut }),
    },
    sizes: [
      { count: ids.length, of: 'term' },
      { count: ranker.weights.length, of: 'feature' },
    ],
    figures: {
      'learned from': `${examples.rows} rows of ${examples.kind}, ${examples.terms} terms`,
      method: ranker.method,
      'cross-validated gain over the best feature': shown(gain),
      ...(heldOut && { 'held-out bound': `${heldOut.lower.toFixed(4)} (${heldOut.value.toFixed(4)} on ${heldOut.units})` }),
    },
    table: {
      headings: [`${validation.metric}, cross-validated`, '95 % interval', ''],
      rows: [
        [learned.value.toFixed(4), interval(learned), 'learned'],
        ...single.map((each) => [each.value.toFixed(4), interval(each), `${each.feature} alone`]),
      ],
      of: { of: 'feature' },
    },
  }
}

function shown(figure: MeasuredFigure): string {
  return `${figure.value.toFixed(4)} ${interval(figure)}`
}

function interval({ low, high }: MeasuredFigure): string {
  return `[${low.toFixed(4)}, ${high.toFixed(4)}]`
}
