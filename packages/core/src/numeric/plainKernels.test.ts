import { kernelContract } from '@rankwright/contracts'
import { plainKernels } from './plainKernels.ts'

kernelContract('plain', () => plainKernels)
