/** A thread of `threadedCompute`: ends when the pool is closed. */
import { workerData } from 'node:worker_threads'
import { type HelperAssignment, helpCompute } from '@rankwright/workers'

helpCompute(workerData as HelperAssignment)
