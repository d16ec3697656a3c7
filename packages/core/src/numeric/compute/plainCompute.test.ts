import { computeContract } from '@rankwright/contracts'
import { plainCompute } from './plainCompute.ts'

computeContract('plain', plainCompute)
