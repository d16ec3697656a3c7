import type { EnsembleModel, LinearModel, Model, RankingLists, TreesModel } from '@rankwright/core'
import type { MappedModel } from '@rankwright/core/models'
import { ensembleCode } from './ensembleCode.ts'
import { javascriptText } from './javascript.ts'
import { elmCode, kernelCode, linearCode } from './javascriptOutputs.ts'
import type { OnnxGraph } from './onnx/onnxFile.ts'
import { onnxGraph } from './onnx/onnxGraph.ts'
import { hiddenValues, kernelValues } from './onnx/onnxOutputs.ts'
import type { TableInputs } from './onnx/tableInputs.ts'
import { type ProbeOptions, probeRows } from './probeRows.ts'
import { onnxTrees } from './trees/onnxTrees.ts'
import { treeProbes } from './trees/treeProbes.ts'
import { treesCode } from './trees/treesCode.ts'

/** What a kind of model can become in other software. A form that it cannot take is absent. */
export interface ExportForms<Kind> {
  /** Completes "the model …": what a target has to express. */
  readonly what: string
  /** Rows to try the model on. A kind without any has no other form. */
  probes?(model: Kind, options?: ProbeOptions): RankingLists
  /** A weighted sum of features, for RankLib, Elasticsearch and Solr. */
  weightedSum?(model: Kind): LinearModel
  /** A sum of trees, for the same. */
  trees?(model: Kind): TreesModel
  /** A module of plain JavaScript. */
  javascript?(model: Kind): string
  /** `given` says what goes into the graph. */
  onnx?(model: Kind, name: string, given: TableInputs): OnnxGraph
}

/** The names of the forms. */
export type ExportForm = Exclude<keyof ExportForms<Model>, 'what' | 'probes'>

const exportTable: { readonly [Kind in Model['kind']]: ExportForms<Extract<Model, { kind: Kind }>> } = {
  linear: {
    what: 'is a weighted sum of features',
    probes: mappedProbes,
    weightedSum: (model) => model,
    javascript: (model) => javascriptText(model, linearCode(model)),
    onnx: (model, name, given) => onnxGraph(model, name, given, (_, rows) => [rows, model.weights]),
  },
  elm: {
    what: 'sends features through hidden nodes',
    probes: mappedProbes,
    javascript: (model) => javascriptText(model, elmCode(model)),
    onnx: (model, name, given) => onnxGraph(model, name, given, (graph, rows) => [hiddenValues(graph, model, rows), model.weights]),
  },
  kernel: {
    what: 'is a sum of kernels around training rows',
    probes: mappedProbes,
    javascript: (model) => javascriptText(model, kernelCode(model)),
    onnx: (model, name, given) => onnxGraph(model, name, given, (graph, rows) => [kernelValues(graph, model, rows), model.coefficients]),
  },
  network: { what: 'sends features through rectifiers' },
  trees: {
    what: 'is a sum of trees',
    probes: treeProbes,
    trees: (model) => model,
    javascript: treesCode,
    onnx: onnxTrees,
  },
  ensemble: {
    what: 'is a weighted sum of models, whose scores are standardised in each list',
    probes: memberProbes,
    javascript: (model) => ensembleCode(model, (member) => exportFormsOf(member).javascript!(member)),
  },
  stream: { what: 'ranks each list as a series' },
  ontology: { what: 'compares the terms of an ontology' },
  'ontology-ranker': { what: 'compares the terms of an ontology' },
}

/** Fewer rows where a row takes longer. */
function mappedProbes({ featureMap: map }: MappedModel, options: ProbeOptions = {}): RankingLists {
  const pieces = map.scale.kind === 'quantile' ? map.scale.knots.length / Math.max(1, map.width) + 1 : 1
  return probeRows(map, { ...options, rows: Math.min(256, Math.max(16, Math.round(200_000 / Math.max(1, map.width * pieces)))) })
}

/** The rows of all members, one after the other. */
function memberProbes({ members }: EnsembleModel, options: ProbeOptions = {}): RankingLists {
  return members.map((member) => exportFormsOf(member).probes!(member, options)).reduce(appended)
}

function appended(one: RankingLists, two: RankingLists): RankingLists {
  const rows = one.labels.length
  const lists = one.listIds.length
  const values = new Float32Array([...one.features.values, ...two.features.values])
  return {
    features: { kind: 'dense', values },
    width: one.width,
    labels: new Float64Array(rows + two.labels.length),
    offsets: Uint32Array.from([...one.offsets, ...two.offsets.slice(1).map((offset) => rows + offset)]),
    listIds: Array.from({ length: lists + two.listIds.length }, (_, list) => String(list + 1)),
  }
}

/** No target can compare images with patches, and an ensemble goes only where all its members go. */
export function exportFormsOf(model: Model): ExportForms<Model> {
  if (readsPatches(model)) return { what: 'compares images with patches' }
  if (model.kind === 'ensemble' && model.members.some((member) => exportFormsOf(member).javascript === undefined))
    return { what: 'has a member that has no form in other software' }
  return exportTable[model.kind]
}

export function readsPatches(model: Model): boolean {
  if (model.kind === 'ensemble') return model.members.some(readsPatches)
  return 'featureMap' in model && model.featureMap.patches !== undefined
}
