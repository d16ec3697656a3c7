// A thread of threadedKernels.ts: ends when the pool is closed.
import { workerData } from 'node:worker_threads'
import { type PoolParts, pieceRunner } from '@rankwright/kernels'
import { helpOut } from './kernelPool.ts'

const { parts, board, thread } = workerData as { parts: PoolParts; board: SharedArrayBuffer; thread: number }
helpOut(board, thread, pieceRunner(parts))
