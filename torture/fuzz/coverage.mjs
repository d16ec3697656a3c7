// Which code an input reaches, by V8's own block coverage.
import { Session } from 'node:inspector'

export function coverage() {
  const session = new Session()
  session.connect()
  const ask = (method, parameters) => {
    let answer
    session.post(method, parameters, (error, result) => {
      if (error) throw new Error(error.message)
      answer = result
    })
    return answer
  }
  ask('Profiler.enable')
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  /** For each function that has run, the places in it that never have. */
  const missed = new Map()
  const isNew = ({ key, zeros }) => {
    const before = missed.get(key)
    return before === undefined || length(intersection(before, zeros)) < length(before)
  }
  return {
    /** The code that ran since the last call. */
    take() {
      return ask('Profiler.takePreciseCoverage').result.flatMap(({ url, functions }) =>
        url.includes('/packages/')
          ? functions
              .filter(({ ranges }) => ranges[0].count > 0)
              .map(({ ranges }) => ({ key: `${url} ${ranges[0].startOffset}`, zeros: ranges.filter(({ count }) => count === 0) }))
          : [],
      )
    },
    /** Whether it includes code that never ran before. */
    hasNews: (taken) => taken.some(isNew),
    learn(taken) {
      for (const { key, zeros } of taken) missed.set(key, missed.has(key) ? intersection(missed.get(key), zeros) : zeros)
    },
    close() {
      ask('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

function intersection(some, others) {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const startOffset = Math.max(one.startOffset, other.startOffset)
      const endOffset = Math.min(one.endOffset, other.endOffset)
      return startOffset < endOffset ? [{ startOffset, endOffset }] : []
    }),
  )
}

function length(ranges) {
  return ranges.reduce((total, { startOffset, endOffset }) => total + endOffset - startOffset, 0)
}
