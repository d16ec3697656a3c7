import type { LinearModel, Model } from '@rankwright/core'
import { javascriptText } from './javascript.ts'
import { elmCode, kernelCode, linearCode } from './javascriptOutputs.ts'
import type { OnnxGraph } from './onnx/onnxFile.ts'
import { onnxGraph } from './onnx/onnxGraph.ts'
import { hiddenValues, kernelValues } from './onnx/onnxOutputs.ts'

/** What a kind of model can become in other software. A form that it cannot take is absent. */
export interface ExportForms<Kind> {
  /** Completes "the model …": what a target has to express. */
  readonly what: string
  /** A weighted sum of features, for RankLib, Elasticsearch and Solr. */
  weightedSum?(model: Kind): LinearModel
  /** A module of plain JavaScript. */
  javascript?(model: Kind): string
  onnx?(model: Kind, name: string): OnnxGraph
}

/** The names of the forms. */
export type ExportForm = Exclude<keyof ExportForms<Model>, 'what'>

const exportTable: { readonly [Kind in Model['kind']]: ExportForms<Extract<Model, { kind: Kind }>> } = {
  linear: {
    what: 'is a weighted sum of features',
    weightedSum: (model) => model,
    javascript: (model) => javascriptText(model, linearCode(model)),
    onnx: (model, name) => onnxGraph(model, name, (_, rows) => [rows, model.weights]),
  },
  elm: {
    what: 'sends features through hidden nodes',
    javascript: (model) => javascriptText(model, elmCode(model)),
    onnx: (model, name) => onnxGraph(model, name, (graph, rows) => [hiddenValues(graph, model, rows), model.weights]),
  },
  kernel: {
    what: 'is a sum of kernels around training rows',
    javascript: (model) => javascriptText(model, kernelCode(model)),
    onnx: (model, name) => onnxGraph(model, name, (graph, rows) => [kernelValues(graph, model, rows), model.coefficients]),
  },
  network: { what: 'sends features through rectifiers' },
  trees: { what: 'is a sum of trees' },
  stream: { what: 'ranks each list as a series' },
  ontology: { what: 'compares the terms of an ontology' },
}

/** No target can compare images with patches. */
export function exportFormsOf(model: Model): ExportForms<Model> {
  return readsPatches(model) ? { what: 'compares images with patches' } : exportTable[model.kind]
}

export function readsPatches(model: Model): boolean {
  return 'featureMap' in model && model.featureMap.patches !== undefined
}
