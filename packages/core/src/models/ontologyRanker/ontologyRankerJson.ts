import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { textWords } from '../../ontology/graph/textBits.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import { linearFromDocument, linearToDocument } from '../linear/linearJson.ts'
import { keptFrom } from '../ontologyLine/ontologyModelJson.ts'
import { termNameKeys, termNamesFromJson, termNamesToJson } from '../ontologyTerms/termNamesJson.ts'
import type { LinePlaces } from './lineFeatures.ts'
import {
  exampleKinds,
  type LearnedExamples,
  type MeasuredFigure,
  type OntologyRanker,
  type RankerBound,
  type RankerEdges,
  type RankerValidation,
} from './ontologyRanker.ts'

export const rankerMethod = 'learned-from-examples'

export function rankerToDocument(model: OntologyRanker): DocumentParts {
  const { relations, edges, counted, places, ranker, slope, offset, examples, validation, heldOut } = model
  return {
    method: rankerMethod,
    options: { slope, offset },
    relations,
    examples: { kind: examples.kind, terms: examples.terms, rows: examples.rows, lists: examples.lists, skipped: examples.skipped },
    validation: {
      metric: validation.metric,
      folds: validation.folds,
      units: validation.units,
      learned: figureToJson(validation.learned),
      features: validation.features.map((each) => ({ feature: each.feature, ...figureToJson(each) })),
      gain: figureToJson(validation.gain),
      parts: validation.parts.map(({ name, learned, feature, best, gain }) => ({
        ...{ name, feature },
        ...{ learned: figureToJson(learned), best: figureToJson(best), gain: figureToJson(gain) },
      })),
    },
    ...(heldOut && { heldOut: { ...heldOut } }),
    ranker: linearToDocument(ranker),
    edges: {
      children: encodeArray('i32', edges.children),
      parents: encodeArray('i32', edges.parents),
      relations: encodeArray('i32', edges.relations),
      weights: encodeArray('f64', edges.weights),
    },
    ...(counted && { counted: { model: counted.model, scale: counted.scale, values: encodeArray('f64', counted.values) } }),
    ...(places && {
      places: {
        ...{ lines: places.lines, textShare: places.textShare },
        ...{ kept: encodeArray('i32', places.kept), widths: encodeArray('f32', places.widths), bits: encodeArray('i32', places.bits) },
      },
    }),
    ...termNamesToJson(model),
  }
}

function figureToJson({ value, low, high }: MeasuredFigure): MeasuredFigure {
  return { value, low, high }
}

export function rankerFromDocument(document: DocumentParts, read: DocumentReader): OntologyRanker {
  const own = ['examples', 'validation', 'heldOut?', 'ranker', 'edges', 'counted?', 'places?']
  const top = read.object(document, 'the top', ['format', 'version', 'kind', 'method', 'options', 'relations', ...own, ...termNameKeys])
  read.choice(top['method'], 'method', [rankerMethod])
  const { slope, offset } = read.object(top['options'], 'options', ['slope', 'offset'])
  const names = termNamesFromJson(top, read)
  const relations = read.texts(top['relations'], 'relations')
  const nested = read.object(top['ranker'], 'ranker')
  return {
    kind: 'ontology-ranker',
    ...names,
    relations,
    edges: edgesFrom(top['edges'], names.ids.length, relations.length, read),
    ...(top['counted'] !== undefined && { counted: countedFrom(top['counted'], names.ids.length, read) }),
    ...(top['places'] !== undefined && { places: placesFrom(top['places'], names.ids.length, read) }),
    ranker: linearFromDocument({ format: '', version: 1, kind: 'linear', ...nested }, within('ranker', read)),
    slope: read.number(slope, 'options.slope', { above: 0 }),
    offset: read.number(offset, 'options.offset'),
    examples: examplesFrom(top['examples'], read),
    validation: validationFrom(top['validation'], read),
    ...(top['heldOut'] !== undefined && { heldOut: boundFrom(top['heldOut'], read) }),
  }
}

/** The same reader, whose messages name the part that is read. */
function within(part: string, read: DocumentReader): DocumentReader {
  const at = (where: string) => `${part}.${where}`
  return {
    object: (value, where, keys) => read.object(value, at(where), keys),
    number: (value, where, allowed) => read.number(value, at(where), allowed),
    count: (value, where, allowed) => read.count(value, at(where), allowed),
    text: (value, where) => read.text(value, at(where)),
    texts: (value, where) => read.texts(value, at(where)),
    choice: (value, where, of) => read.choice(value, at(where), of),
    items: (value, where) => read.items(value, at(where)),
    float64: (value, where, length) => read.float64(value, at(where), length),
    float32: (value, where, length) => read.float32(value, at(where), length),
    int32: (value, where, length) => read.int32(value, at(where), length),
    fail: (where, reason) => read.fail(at(where), reason),
  }
}

function edgesFrom(value: unknown, terms: number, relations: number, read: DocumentReader): RankerEdges {
  const given = read.object(value, 'edges', ['children', 'parents', 'relations', 'weights'])
  const children = read.int32(given['children'], 'edges.children')
  const numbers = (key: 'parents' | 'relations') => read.int32(given[key], `edges.${key}`, children.length)
  const edges = {
    children,
    parents: numbers('parents'),
    relations: numbers('relations'),
    weights: read.float64(given['weights'], 'edges.weights', children.length),
  }
  const outside = (values: Int32Array, most: number) => values.some((each) => each < 0 || each >= most)
  if (outside(edges.children, terms) || outside(edges.parents, terms)) read.fail('edges', 'an edge leads to a term that is not there')
  if (outside(edges.relations, relations)) read.fail('edges.relations', 'an edge has a relation that is not there')
  if (edges.weights.some((weight) => weight < 0)) read.fail('edges.weights', 'a weight is below 0')
  return edges
}

function countedFrom(value: unknown, terms: number, read: DocumentReader): NonNullable<OntologyRanker['counted']> {
  const given = read.object(value, 'counted', ['model', 'scale', 'values'])
  return {
    model: read.choice(given['model'], 'counted.model', ['corpus', 'annotation']),
    scale: read.number(given['scale'], 'counted.scale', { above: 0 }),
    values: read.float64(given['values'], 'counted.values', terms),
  }
}

function placesFrom(value: unknown, terms: number, read: DocumentReader): LinePlaces {
  const given = read.object(value, 'places', ['lines', 'textShare', 'kept', 'widths', 'bits'])
  const lines = read.count(given['lines'], 'places.lines', { atLeast: 1 })
  const textShare = read.number(given['textShare'], 'places.textShare', { atLeast: 0, atMost: 1 })
  const widths = read.float32(given['widths'], 'places.widths', lines * terms)
  if (widths.some((width) => !(width >= 0 && width <= terms))) read.fail('places.widths', 'a number is not the width of a subtree')
  const bits = read.int32(given['bits'], 'places.bits', textShare === 0 ? 0 : textWords * terms)
  return { lines, textShare, kept: keptFrom(given['kept'], 'places.kept', lines, terms, read), widths, bits }
}

function examplesFrom(value: unknown, read: DocumentReader): LearnedExamples {
  const given = read.object(value, 'examples', ['kind', 'terms', 'rows', 'lists', 'skipped'])
  const count = (key: 'terms' | 'rows' | 'lists' | 'skipped') => read.count(given[key], `examples.${key}`)
  return {
    kind: read.choice(given['kind'], 'examples.kind', exampleKinds),
    terms: count('terms'),
    rows: count('rows'),
    lists: count('lists'),
    skipped: count('skipped'),
  }
}

function validationFrom(value: unknown, read: DocumentReader): RankerValidation {
  const given = read.object(value, 'validation', ['metric', 'folds', 'units', 'learned', 'features', 'gain', 'parts'])
  return {
    metric: read.text(given['metric'], 'validation.metric'),
    folds: read.count(given['folds'], 'validation.folds', { atLeast: 2 }),
    units: read.count(given['units'], 'validation.units', { atLeast: 1 }),
    learned: figureFrom(given['learned'], 'validation.learned', [], read),
    features: read.items(given['features'], 'validation.features').map((each, place) => {
      const where = `validation.features[${place}]`
      const { feature } = read.object(each, where)
      return { feature: read.text(feature, `${where}.feature`), ...figureFrom(each, where, ['feature'], read) }
    }),
    gain: figureFrom(given['gain'], 'validation.gain', [], read),
    parts: read.items(given['parts'], 'validation.parts').map((each, place) => {
      const where = `validation.parts[${place}]`
      const part = read.object(each, where, ['name', 'feature', 'learned', 'best', 'gain'])
      const figure = (key: 'learned' | 'best' | 'gain') => figureFrom(part[key], `${where}.${key}`, [], read)
      return {
        name: read.text(part['name'], `${where}.name`),
        feature: read.text(part['feature'], `${where}.feature`),
        ...{ learned: figure('learned'), best: figure('best'), gain: figure('gain') },
      }
    }),
  }
}

function figureFrom(value: unknown, where: string, others: readonly string[], read: DocumentReader): MeasuredFigure {
  const given = read.object(value, where, [...others, 'value', 'low', 'high'])
  return {
    value: read.number(given['value'], `${where}.value`),
    low: read.number(given['low'], `${where}.low`),
    high: read.number(given['high'], `${where}.high`),
  }
}

function boundFrom(value: unknown, read: DocumentReader): RankerBound {
  const given = read.object(value, 'heldOut', ['metric', 'value', 'lower', 'delta', 'units', 'statement'])
  return {
    metric: read.text(given['metric'], 'heldOut.metric'),
    value: read.number(given['value'], 'heldOut.value', { atLeast: 0, atMost: 1 }),
    lower: read.number(given['lower'], 'heldOut.lower', { atLeast: 0, atMost: 1 }),
    delta: read.number(given['delta'], 'heldOut.delta', { above: 0, atMost: 1 }),
    units: read.count(given['units'], 'heldOut.units', { atLeast: 1 }),
    statement: read.text(given['statement'], 'heldOut.statement'),
  }
}
