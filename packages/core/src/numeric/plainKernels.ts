import type { Kernels } from './kernels.ts'

export declare const plainKernels: Kernels
