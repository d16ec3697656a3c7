/** What makes the answers of an ontology model poor, in words; empty if nothing was found. */
import { namedOption } from '../problems/namedOption.ts'
import type { OntologyModel } from './ontologyLine/ontologyModel.ts'
import { requireLine } from './requireModel.ts'
import { similarTerms } from './similarTerms.ts'

/** A part with more than this share of the terms says too little about them. */
const mostShare = 0.5
/** Terms that are asked about. */
const asked = 50
/** A question is answered in a tie if more than this many others are equally the most similar. */
const shown = 10

/** Similarities closer than this are equal: scores are not known so well. */
const closest = 1e-9

export function answerWarnings(model: OntologyModel): string[] {
  requireLine(model)
  return [...largePart(model), ...tiedAnswers(model)]
}

function largePart({ parts, cut }: OntologyModel): string[] {
  const total = new Set(parts.flatMap(({ members }) => Array.from(members))).size // a term may be in several parts
  const largest = parts.reduce((most, part) => (part.members.length > most.members.length ? part : most))
  if (largest.members.length <= mostShare * total) return []
  return [
    `one part, ${largest.id}, holds ${largest.members.length} of ${total} terms, which rates do not tell apart. ${cut === 'rated' ? 'Rate more of the terms below it.' : `${namedOption({ parts: 'terms' })} makes each term a part.`}`,
  ]
}

function tiedAnswers(model: OntologyModel): string[] {
  const size = model.ids.length
  if (size <= shown + 1) return []
  const similar = similarTerms(model)
  const step = Math.max(1, Math.floor(size / asked))
  let [questions, tied] = [0, 0]
  for (let term = 0; term < size; term += step, questions++) {
    const answers = similar.top(term, shown + 1)
    if (answers.length > shown && answers[0].similarity - answers[shown].similarity <= closest) tied++
  }
  if (tied <= questions / 10) return []
  return [
    `of ${questions} terms, ${tied} have more than ${shown} others that are equally the most similar: their order in an answer says nothing. ${whatTellsApart(model)}`,
  ]
}

function whatTellsApart({ cut, lines, textShare }: OntologyModel): string {
  if (cut === 'rated') return 'Rate more terms.'
  if (cut !== 'terms') return `${namedOption({ parts: 'terms' })} tells terms apart.`
  if (lines === 1) return `Several lines tell more terms apart (${namedOption({ lines: 32 })}).`
  if (textShare > 0) return 'Neither the hierarchy nor the texts tell them apart.'
  return `The hierarchy does not tell them apart; names and definitions in the ontology would, or numbers of the terms (${namedOption('vectors')}).`
}
