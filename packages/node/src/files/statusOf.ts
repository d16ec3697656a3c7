import { type Stats, statSync } from 'node:fs'

/** What is at a path, or undefined where nothing can be seen there: whoever opens it says what is wrong. */
export function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
