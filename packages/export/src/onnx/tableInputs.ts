/**
 * What a graph takes of a table. Categories with a feature each, with their mean label or with their number come as texts, one input for each
 * column, and the graph makes their features. All other features are prepared outside, and come together in `features`.
 */
import type { ListModel } from '@rankwright/core'
import { type ColumnEncoder, encodedSources, type TableEncoders } from '@rankwright/core/data'
import { featureCount, featureNamesOf } from '@rankwright/core/models'
import { GraphBuilder } from './graphBuilder.ts'
import type { OnnxValue } from './onnxFile.ts'

type Category = Extract<ColumnEncoder, { kind: 'one-hot' | 'target' | 'codes' }>

export interface TextColumn {
  /** The name of the input. */
  readonly input: string
  readonly column: string
  readonly encoder: Category
  /** Places of its features in the model. */
  readonly places: readonly number[]
}

export interface TableInputs {
  readonly texts: readonly TextColumn[]
  /** Places in the model of the features that are prepared. */
  readonly prepared: readonly number[]
}

const [prepared, scores] = ['features', 'scores']

/** Models without categories of these kinds take all their features. */
export function tableInputs(model: Pick<ListModel, 'encoders' | 'features'>): TableInputs {
  const texts = model.encoders === undefined ? [] : textColumns(model.encoders)
  const made = new Set(texts.flatMap(({ places }) => places))
  return { texts, prepared: Array.from({ length: featureCount(model) }, (_, place) => place).filter((place) => !made.has(place)) }
}

function textColumns(encoders: TableEncoders): TextColumn[] {
  const taken = new Set([prepared, scores])
  let first = 0
  return encodedSources(encoders).flatMap(({ features }, at) => {
    const places = features.map((_, feature) => first + feature)
    first += features.length
    const encoder = encoders.columns.at(at)
    if (at >= encoders.columns.length || encoder === undefined || places.length === 0) return []
    if (encoder.kind !== 'one-hot' && encoder.kind !== 'target' && encoder.kind !== 'codes') return []
    let input = encoder.column
    while (taken.has(input)) input += ' (text)'
    taken.add(input)
    return [{ input, column: encoder.column, encoder, places }]
  })
}

export interface OpenGraph {
  readonly graph: GraphBuilder
  /** The tensor with all features of the model, float32 [rows, width]. */
  readonly rows: string
  readonly inputs: readonly OnnxValue[]
  /** The names of what goes in. */
  readonly metadata: Readonly<Record<string, string>>
}

/** A graph that begins with the features of the model. */
export function openGraph(model: Pick<ListModel, 'encoders' | 'features'>, given: TableInputs): OpenGraph {
  const { texts } = given
  const names = featureNamesOf(model)
  const inputs: OnnxValue[] = [
    ...texts.map(({ input }) => ({ name: input, type: 'string', dims: ['rows', 1] }) as const),
    ...(texts.length === 0 || given.prepared.length > 0
      ? [{ name: prepared, type: 'float', dims: ['rows', given.prepared.length] } as const]
      : []),
  ]
  const graph = new GraphBuilder(new Set([...inputs.map(({ name }) => name), scores]))
  const metadata = {
    features: JSON.stringify(given.prepared.map((place) => names[place])),
    ...(texts.length > 0 && { texts: JSON.stringify(texts.map(({ input }) => input)) }),
  }
  return { graph, rows: texts.length === 0 ? prepared : joinedFeatures(graph, given), inputs, metadata }
}

function joinedFeatures(graph: GraphBuilder, { texts, prepared: places }: TableInputs): string {
  const pieces = texts.map((column) => categoryFeatures(graph, column))
  const joined = graph.add('Concat', [...(places.length > 0 ? [prepared] : []), ...pieces], { axis: 1 })
  const order = [...places, ...texts.flatMap((column) => column.places)]
  const from = new Float64Array(order.length)
  for (const [at, place] of order.entries()) from[place] = at
  return graph.add('Gather', [joined, graph.constant('order', 'int64', [from.length], from)], { axis: 1 })
}

/** The features of a column: float32 [rows, its features]. An empty text is a missing cell. */
function categoryFeatures(graph: GraphBuilder, { input, encoder, places }: TextColumn): string {
  if (encoder.kind === 'target') {
    const values = Array.from(encoder.statistics)
    return graph.add('LabelEncoder', [input], encoded(encoder.values, { floats: values }, { float: 0 }), undefined, 'ai.onnx.ml')
  }
  const { values, others } = encoder
  const nowhere = encoder.kind === 'codes' ? Number.NaN : places.length
  const placeOf = (other: 'other' | 'missing') => (others.includes(other) ? values.length + others.indexOf(other) : nowhere)
  if (encoder.kind === 'codes') {
    const numbers = { floats: [...values.keys(), placeOf('missing')] }
    return graph.add('LabelEncoder', [input], encoded([...values, ''], numbers, { float: placeOf('other') }), undefined, 'ai.onnx.ml')
  }
  const codes = { ints: [...values.keys(), placeOf('missing')] }
  const code = graph.add('LabelEncoder', [input], encoded([...values, ''], codes, placeOf('other')), undefined, 'ai.onnx.ml')
  const each = graph.constant(`places of ${input}`, 'int64', [places.length], Float64Array.from(places.keys()))
  return graph.cast(graph.add('Equal', [code, each]), 'float')
}

function encoded(
  keys: readonly string[],
  values: { readonly ints: readonly number[] } | { readonly floats: readonly number[] },
  otherwise: number | { readonly float: number },
) {
  return {
    keys_strings: { texts: keys },
    ...('ints' in values ? { values_int64s: values } : { values_floats: values }),
    [typeof otherwise === 'number' ? 'default_int64' : 'default_float']: otherwise,
  }
}
