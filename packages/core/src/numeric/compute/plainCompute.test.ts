import { kernelContract } from '@rankwright/contracts'
import { plainKernels } from './plainCompute.ts'

kernelContract('plain', () => plainKernels)
