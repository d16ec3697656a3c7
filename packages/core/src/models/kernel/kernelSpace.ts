import { kernelAtSelf } from '../../kernels/kernelFunction.ts'
import { namedOption } from '../../problems/namedOption.ts'
import type { FunctionSpace } from '../common/certifiable.ts'
import type { KernelModel } from './kernel.ts'

/** The functions that the kernel spans. */
export function kernelSpace({ kernel, training }: KernelModel): FunctionSpace {
  return {
    reach: ({ featureRadius }) =>
      kernel.kind === 'polynomial'
        ? { value: Math.sqrt(kernelAtSelf(kernel, featureRadius * featureRadius)), origin: '√K(x, x)', dependsOnRows: true }
        : { value: 1, origin: `K(x, x) = 1 for the ${kernel.kind} kernel`, dependsOnRows: false },
    options: [
      {
        option: 'kernelWidth',
        subject: 'The width of the kernel',
        ...(!training.given.includes('kernelWidth') && {
          follows: `it is the median distance between training rows; give ${namedOption('kernelWidth', 'train')}`,
        }),
      },
    ],
  }
}
