// Whether a call ended as it should.
import { RankwrightError } from '@rankwright/core'

/** Milliseconds after which a promise counts as one that never settles. */
const patience = 8000

/** What is wrong with how the call ended; undefined if nothing is. */
export async function judged(call, { args, must, name, near }, { strange, accepts, refused, construct }) {
  try {
    const answer = await settled(construct ? new call(...args) : call(...args))
    if (answer === never) return 'never settles'
    if (must === 'refuse') return 'was accepted'
    if (must === 'answer' && refused) return 'was answered, although the row says it cannot be'
    const found = strange === undefined ? strangeNumber(answer) : undefined
    if (found !== undefined) return `the answer holds ${found}`
    return await accepts?.(answer, args)
  } catch (error) {
    if (!(error instanceof RankwrightError)) return `throws ${shown(error)}`
    if (must === 'answer' && !refused) return `is refused: ${error.message}`
    if (name !== undefined && !names(error, name)) return `the message does not name ${name}: ${error.message}`
    if (near !== undefined && !error.message.includes(near)) return `the message does not lead to ${near}: ${error.message}`
    return undefined
  }
}

/** Whether a refusal says which argument it is about; problems of other areas have their own words for what was given. */
function names({ message, problems }, name) {
  return message.includes(name) || problems.some(({ area }) => area !== 'argument')
}

const never = Symbol('never')

/** What the call gives in the end: promises are waited for, iterators are gone through. */
async function settled(answer) {
  if (typeof answer !== 'object' || answer === null) return answer
  let timer
  const late = new Promise((settle) => {
    timer = setTimeout(settle, patience, never)
  })
  const found = await Promise.race([gone(answer), late])
  clearTimeout(timer)
  return found
}

async function gone(answer) {
  const value = await answer
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Map) return value
  if (Symbol.asyncIterator in value) {
    const items = []
    for await (const item of value) items.push(item)
    return items
  }
  return typeof value.next === 'function' ? [...value] : value
}

/** The first number in the answer that is NaN or infinite, and where. Features may be missing, which is NaN. */
function strangeNumber(answer, place = 'itself', seen = new Set()) {
  if (typeof answer === 'number') return Number.isFinite(answer) ? undefined : `${answer} in ${place}`
  if (typeof answer !== 'object' || answer === null || seen.has(answer)) return undefined
  seen.add(answer)
  if (ArrayBuffer.isView(answer)) {
    if (!(answer instanceof Float64Array || answer instanceof Float32Array)) return undefined
    const at = answer.findIndex((value) => !Number.isFinite(value))
    return at < 0 ? undefined : `${answer[at]} in ${place}[${at}]`
  }
  for (const [key, part] of answer instanceof Map ? answer : Object.entries(answer)) {
    if (key === 'features' && part && typeof part === 'object' && 'values' in part) continue
    const found = strangeNumber(part, `${place}.${String(key)}`, seen)
    if (found !== undefined) return found
  }
  return undefined
}

function shown(error) {
  try {
    const where = error?.stack?.split('\n').find((line) => line.includes('/dist/'))
    return `${error}${
      where
        ? ` ${where
            .trim()
            .replace(/^at /, 'at ')
            .replace(/\(?file:\/\/.*\/packages\//, '(')}`
        : ''
    }`
  } catch {
    return 'something that cannot be shown'
  }
}
