/**
 * Checks that take time in proportion to the data are made once for each object, and again when one of its parts is another. What is
 * remembered is weakly held and changes no answer.
 */
export type CheckedOnce = (value: object, check: () => void) => void

/** A check of one sort: it calls `check`, which throws if something is wrong, unless the object passed it before with the same parts. */
export function onceChecked(): CheckedOnce {
  const known = new WeakMap<object, readonly unknown[]>()
  return (value, check) => {
    const parts = partsOf(value)
    const before = known.get(value)
    if (before !== undefined && before.length === parts.length && before.every((part, at) => Object.is(part, parts[at]))) return
    check()
    known.set(value, parts)
  }
}

/** The parts of an object and of the objects in it; of typed arrays also how long they are, which changes when their memory is moved. */
function partsOf(value: object): unknown[] {
  const parts: unknown[] = []
  for (const part of Object.values(value)) {
    parts.push(part)
    if (typeof part !== 'object' || part === null) continue
    if (ArrayBuffer.isView(part)) parts.push(part.byteLength)
    else if (Array.isArray(part)) parts.push(part.length)
    else for (const inner of Object.values(part)) parts.push(inner, ArrayBuffer.isView(inner) ? inner.byteLength : undefined)
  }
  return parts
}
