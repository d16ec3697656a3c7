import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import type { NonlinearKernel } from '../../kernels/kernelFunction.ts'
import { mappedDocument, mappedParts } from '../common/mappedDocument.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { KernelModel, KernelPosterior } from './kernel.ts'

export function kernelToDocument(model: KernelModel): DocumentParts {
  const { kernel, points, coefficients, intercept, posterior } = model
  return mappedDocument(model, {
    kernel,
    points: encodeArray('f32', points),
    coefficients: encodeArray('f64', coefficients),
    intercept,
    ...(posterior && { posterior: { ...posterior, inner: encodeArray('f64', posterior.inner) } }),
  })
}

export function kernelFromDocument(document: DocumentParts, read: DocumentReader): KernelModel {
  const { common, width, parts } = mappedParts(document, ['kernel', 'points', 'coefficients', 'intercept', 'posterior?'], read)
  const coefficients = read.float64(parts['coefficients'], 'coefficients')
  if (coefficients.length === 0) read.fail('coefficients', 'it is empty')
  return {
    kind: 'kernel',
    ...common,
    kernel: kernelFrom(parts['kernel'], read),
    points: read.float32(parts['points'], 'points', coefficients.length * width),
    coefficients,
    intercept: read.number(parts['intercept'], 'intercept'),
    ...(parts['posterior'] !== undefined && { posterior: posteriorFrom(parts['posterior'], coefficients.length, read) }),
  }
}

/** No method takes a greater degree; each costs one product per kernel value. */
const greatestDegree = 20

function posteriorFrom(value: unknown, points: number, read: DocumentReader): KernelPosterior {
  const { inner, amplitude, noise } = read.object(value, 'posterior', ['inner', 'amplitude', 'noise'])
  return {
    inner: read.float64(inner, 'posterior.inner', (points * (points + 1)) / 2),
    amplitude: read.number(amplitude, 'posterior.amplitude', { atLeast: 0 }),
    noise: read.number(noise, 'posterior.noise', { atLeast: 0 }),
  }
}

function kernelFrom(value: unknown, read: DocumentReader): NonlinearKernel {
  const kinds = ['rbf', 'laplace', 'polynomial'] as const
  const kind = read.choice(read.object(value, 'kernel', ['kind', 'width', 'degree?'])['kind'], 'kernel.kind', kinds)
  const parts = read.object(value, 'kernel', kind === 'polynomial' ? ['kind', 'width', 'degree'] : ['kind', 'width'])
  const width = read.number(parts['width'], 'kernel.width', { above: 0 })
  return kind === 'polynomial'
    ? { kind, width, degree: read.count(parts['degree'], 'kernel.degree', { atLeast: 1, atMost: greatestDegree }) }
    : { kind, width }
}
