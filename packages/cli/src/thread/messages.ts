import type { Progress } from '@rankwright/core'
import type { NativeCalls } from '@rankwright/node'
import type { Failure } from '../failure.ts'
import type { StreamLook } from '../terminal/style.ts'

/** What the main thread sends to the command's thread at its start. */
export interface Assignment {
  readonly name: string
  readonly words: readonly string[]
  readonly look: StreamLook
  /** Calls into native code that are under way; see packages/node/src/workers/nativeWork.ts. */
  readonly nativeCalls: NativeCalls
}

/** What the command's thread sends to the main thread. */
export type Message =
  /** A piece of the answer; the main thread replies with a Receipt when it is written. */
  | { readonly kind: 'output'; readonly text: string }
  /** Standard input is wanted: until then other readers may use it. */
  | { readonly kind: 'input' }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'progress'; readonly step: Progress }
  /** A temporary file or folder is about to be made, and how to remove it, or is gone. */
  | { readonly kind: 'temporary'; readonly path: string; readonly removal: 'all' | 'if-empty' | undefined }
  /** Files are ready to take their places, and wait for a Receipt; from then until `placed` the thread must not be ended. */
  | { readonly kind: 'placing' }
  | { readonly kind: 'placed' }
  | { readonly kind: 'end'; readonly exitCode: number; readonly failure?: Failure }

/** The answer to `output` and to `placing`. */
export interface Receipt {
  readonly kind: 'written' | 'place'
}

/** The command is cancelled: native code should come back. */
export interface Stop {
  readonly kind: 'stop'
}
