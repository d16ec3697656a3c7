/** What comes after the feature map in an exported module: `output(row)`, the score of a mapped row. */
import type { ElmModel, KernelModel, LinearModel } from '@rankwright/core'
import type { NodeKind, NonlinearKernel } from '@rankwright/core/models'
import { float32Decimal } from './float32Decimal.ts'

export function linearCode({ weights, intercept }: LinearModel): string[] {
  return [
    `const weights = ${numbers(weights)}`,
    `const intercept = ${number(intercept)}`,
    `
// Added on eight lanes, which meet in a fixed order: the sum has the bits of the library.
function output(row) {
  const lanes = new Float64Array(8)
  const even = row.length & ~7
  for (let j = 0; j < even; j++) lanes[j & 7] += row[j] * weights[j]
  let sum = lanes[0] + lanes[2] + (lanes[4] + lanes[6]) + (lanes[1] + lanes[3] + (lanes[5] + lanes[7]))
  for (let j = even; j < row.length; j++) sum += row[j] * weights[j]
  return sum + intercept
}
`,
  ]
}

export function elmCode({ nodes, weights, intercept }: ElmModel): string[] {
  return [
    `// ${nodes.count} hidden nodes of the kind ${nodes.kind}, with one weight each; nodeWeights go feature by feature.`,
    `const weights = ${numbers(weights)}`,
    `const intercept = ${number(intercept)}`,
    `const nodeWeights = new Float32Array(${singles(nodes.weights)})`,
    `const nodeOffsets = new Float32Array(${singles(nodes.offsets)})`,
    `
function output(row) {
  const inner = ${nodes.kind === 'gaussian' ? 'new Float64Array(weights.length)' : 'Float64Array.from(nodeOffsets)'}
  for (let j = 0, at = 0; j < row.length; j++) {
    for (let i = 0; i < weights.length; i++, at++) inner[i] += ${nodes.kind === 'gaussian' ? '(row[j] - nodeWeights[at]) * (row[j] - nodeWeights[at])' : 'row[j] * nodeWeights[at]'}
  }
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i] * ${activations[nodes.kind]}
  return sum + intercept
}
`,
  ]
}

const activations: Readonly<Record<NodeKind, string>> = {
  sigmoid: '(1 / (1 + Math.exp(-inner[i])))',
  gaussian: 'Math.exp(-nodeOffsets[i] * inner[i])',
  relu: 'Math.max(0, inner[i])',
  linear: 'inner[i]',
  fourier: 'Math.cos(inner[i])',
}

export function kernelCode({ kernel, points, coefficients, intercept }: KernelModel): string[] {
  const product = kernel.kind === 'polynomial'
  return [
    `// A sum of ${coefficients.length} kernels of the kind ${kernel.kind}, around points that stand one after the other.`,
    `const coefficients = ${numbers(coefficients)}`,
    `const intercept = ${number(intercept)}`,
    `const points = new Float32Array(${singles(points)})`,
    `
function output(row) {
  let sum = 0
  for (let i = 0, at = 0; i < coefficients.length; i++) {
    let inner = 0
    for (let j = 0; j < row.length; j++, at++) inner += ${product ? 'row[j] * points[at]' : '(row[j] - points[at]) * (row[j] - points[at])'}
    sum += coefficients[i] * ${kernelOf(kernel)}
  }
  return sum + intercept
}
`,
  ]
}

function kernelOf(kernel: NonlinearKernel): string {
  switch (kernel.kind) {
    case 'rbf':
      return `Math.exp(-inner / ${number(2 * kernel.width * kernel.width)})`
    case 'laplace':
      return `Math.exp(-Math.sqrt(inner) / ${number(kernel.width)})`
    case 'polynomial':
      return `(1 + inner / ${number(kernel.width * kernel.width)}) ** ${kernel.degree}`
  }
}

/** Numbers as JavaScript, each of which reads back the same. */
export function numbers(values: ArrayLike<number>): string {
  return `[${Array.from(values, number).join(', ')}]`
}

export function number(value: number): string {
  return Object.is(value, -0) ? '0' : String(value)
}

/** The same of single precision, in as few digits as it takes. */
export function singles(values: Float32Array): string {
  return `[${Array.from(values, (value) => number(float32Decimal(value))).join(',')}]`
}
