import { plainRuntime } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import * as ontology from '@rankwright/core/ontology'
import { made, options, row } from '../attempts.mjs'
import * as s from '../samples.mjs'

export const functions = ontology

const runtime = made(plainRuntime)
const compute = made(plainCompute)
const hierarchy = made(s.hierarchy)
const annotations = made(s.annotations)
const line = made(s.line)
const bytes = (text) => s.bytesOf(text)
// They may stand among those of whoever calls the reader, who refuses other names.
const reader = () => ({ onProblem: () => {}, onNote: () => {}, definitions: true })
const parser = row(() => ({ file: 'a file', options: reader() }))
const obographs = '{"graphs":[{"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"sub":"a","pred":"is_a","obj":"b"}]}]}'

export const rows = {
  annotationCounts: row(() => ({ hierarchy, annotations })),
  answerWarnings: row(() => ({ model: made(s.severalLines) })),
  auditOntology: row(() => ({ line, options: options({ replacements: 1, seed: 1 }), runtime })),
  benjaminiHochberg: row(() => ({ pValues: Float64Array.of(0.1, 0.02) })),
  comparePairs: row(
    () => ({
      pairs: [{ a: 't1', b: 't2', first: ['t1'], second: ['t2'], rating: 1, at: { file: 'a file' } }],
      finder: made(s.finder),
      similarity: made(s.similarity),
      options: options({ skipUnknown: true, shared: () => ({ ancestor: null, ancestorName: null, ic: null }) }),
    }),
    { strange: 'a correlation of one pair is undefined' },
  ),
  drawLine: row(() => ({ line, around: 1, layout: 'narrow' })),
  edgeListParser: parser,
  enrichment: row(() => ({
    hierarchy,
    annotations,
    study: Uint32Array.of(0),
    options: options({ background: Uint32Array.of(0, 1), direction: 'over', smallest: 1 }),
  })),
  explainSimilarity: row(() => ({ hierarchy, options: options({ measure: 'path' }) })),
  gatherOboGraphs: row(() => ({ file: 'a file', bytes: bytes(obographs), options: reader() }), {
    strange: 'an edge without a weight has NaN',
  }),
  graphOfHierarchy: row(() => ({ hierarchy })),
  groupSimilarity: row(() => ({ hierarchy, annotations, options: options({ measure: 'path', sets: 'bma' }) })),
  hierarchyOf: row(() => ({ ontology: made(s.ontology), options: options({ relations: ['is_a'], onNote: () => {} }) }), {
    strange: 'an edge without a weight has NaN',
  }),
  informationOf: row(() => ({ hierarchy, model: 'seco', counts: undefined }), {
    strange: 'a term without occurrences has infinite information',
  }),
  inspectOntology: row(() => ({ hierarchy })),
  learnedSimilarity: row(() => ({ model: line })),
  learnSimilarity: row(() => ({
    hierarchy,
    examples: made({ kind: 'pairs', pairs: s.ratedPairs }),
    options: options({ method: 'least-squares', folds: 2, heldOut: 0 }),
    inputs: options({}),
    runtime,
  })),
  nearestTerms: row(() => ({ hierarchy, options: options({ measure: 'path' }) })),
  objectFinder: row(() => ({ annotations })),
  objectSimilarity: row(() => ({ hierarchy, annotations, options: options({ measure: 'path', sets: 'bma' }) })),
  oboParser: parser,
  ontologyBuilder: row(() => ({ options: { definitions: true } })),
  ontologyFormatOfContent: row(() => ({ head: bytes('format-version: 1.2\n') })),
  ontologyFormatOfName: row(() => ({ name: 'a.obo' })),
  ontologySample: row(() => ({ parts: made(s.parts), seed: 1, count: 5 })),
  parseAnnotations: row(() => ({ file: 'a file', bytes: bytes('o,t1;t2\n'), terms: made(s.ontology), options: options({}) })),
  parseClicks: row(() => ({ file: 'a file', bytes: bytes('t1,t2,1,2\n') })),
  parseNeighbours: row(() => ({ file: 'a file', bytes: bytes('t1,t2;t3\n') })),
  parseOboGraphs: row(() => ({ file: 'a file', bytes: bytes(obographs), options: reader() }), {
    strange: 'an edge without a weight has NaN',
  }),
  parsePairs: row(() => ({ file: 'a file', bytes: bytes('a,b\nt1,t2\n') })),
  parseRates: row(() => ({ file: 'a file', bytes: bytes('t1,1\n') })),
  parseTermCounts: row(() => ({ file: 'a file', bytes: bytes('t1,3\n'), hierarchy })),
  parseTermVectors: row(() => ({ file: 'a file', bytes: bytes('t1,3,4\n'), terms: made(s.ontology) }), {
    strange: 'a term without numbers has NaN',
  }),
  termVectorsFrom: row(
    () => ({ source: made(s.source('t1,3,4\n', 'v.csv')), terms: made(s.ontology), options: options({}), readers: made(s.readers) }),
    { strange: 'a term without numbers has NaN' },
  ),
  partiteError: row(() => ({ line })),
  partsOf: row(() => ({ hierarchy, shared: 'nearest', root: 0, level: 1 })),
  populationLoss: row(() => ({ line })),
  precisionOfNeighbours: row(
    () => ({
      experts: [{ term: 't1', neighbours: ['t2'], at: { file: 'a file' } }],
      finder: made(s.finder),
      similarity: made(s.similarity),
      size: 13,
      options: options({ at: 1, skipUnknown: true }),
    }),
    { strange: 'without known terms there is no precision' },
  ),
  setSimilarity: row(() => ({ rule: 'bma', first: 2, second: 2, similarity: () => 0.5 })),
  sharedAncestor: row(() => ({ hierarchy, options: options({ measure: 'path' }) })),
  termFinder: row(() => ({ terms: made(s.ontology) })),
  termSimilarity: row(() => ({ hierarchy, options: options({ measure: 'path', sets: 'bma' }) })),
  trainOntology: row(() => ({ hierarchy, options: options({ kernel: 'rbf', sample: 8 }), inputs: options({ root: 0 }), runtime })),
  tripleCollector: parser,
  vertexKernel: row(() => ({ graph: made(s.graph), kernel: { kind: 'diffusion', beta: 0.5 }, descriptors: undefined, compute })),
  wordNetParser: row(() => ({ files: { data: 'data.noun', index: 'index.noun' }, options: reader() })),
}
