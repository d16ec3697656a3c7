// A thread of threadedCompute.ts: ends when the pool is closed.
import { workerData } from 'node:worker_threads'
import { type PoolParts, pieceRunner } from '@rankwright/compute'
import { helpOut } from './computePool.ts'

const { parts, board, thread } = workerData as { parts: PoolParts; board: SharedArrayBuffer; thread: number }
helpOut(board, thread, pieceRunner(parts))
