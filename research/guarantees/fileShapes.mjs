// The shapes that a file of drawn lists can have: the order of its lists, and lists that occur more than once.

/** Each gives the places of the lists in a new order; `hardness` is greater for lists with which more is wrong. */
export const orders = {
  'as drawn': (hardness) => Array.from(hardness.keys()),
  'easy lists first': (hardness) => Array.from(hardness.keys()).sort((a, b) => hardness[a] - hardness[b]),
  'hard lists first': (hardness) => Array.from(hardness.keys()).sort((a, b) => hardness[b] - hardness[a]),
  'in blocks': (hardness) => {
    const sorted = orders['easy lists first'](hardness)
    const end = (block) => Math.floor((block * sorted.length) / 7)
    return [3, 0, 6, 2, 5, 1, 4].flatMap((block) => sorted.slice(end(block), end(block + 1)))
  },
}

/**
 * How a file comes to hold a list more than once, from the types that were drawn: the types of its lists, and for each list the place of the first
 * that is the same; without that every list is another one.
 */
export const repetitions = {
  'different lists': (drawn) => ({ drawn }),
  /** Copies by mistake, which make a model look better than it is. */
  'easy lists copied three times': (drawn, hardness) => {
    const [copies, first] = [[], []]
    for (const type of drawn) {
      const place = copies.length
      for (let copy = 0; copy < (hardness[type] === 0 ? 3 : 1); copy++) {
        copies.push(type)
        first.push(place)
      }
    }
    return { drawn: Uint16Array.from(copies), first: Uint32Array.from(first) }
  },
  /** The same lists come again and again, as popular queries do. */
  'lists that are drawn often': (drawn, _, { rowsOf }) => {
    const places = new Int32Array(rowsOf.length).fill(-1)
    const first = Uint32Array.from(drawn, (type, place) => {
      if (places[rowsOf[type]] < 0) places[rowsOf[type]] = place
      return places[rowsOf[type]]
    })
    return { drawn, first }
  },
}

/** So many types, drawn with replacement. */
export function drawTypes(count, { types }, random) {
  const into = new Uint32Array(count)
  random.fillIntegers(types.length, into)
  return Uint16Array.from(into)
}

/** The same lists in another order. */
export function arranged({ drawn, first }, places) {
  const at = new Map()
  return {
    drawn: Uint16Array.from(places, (place) => drawn[place]),
    ...(first && {
      first: Uint32Array.from(places, (place, now) => {
        if (!at.has(first[place])) at.set(first[place], now)
        return at.get(first[place])
      }),
    }),
  }
}

/** The mean of the values of lists that are the same, one for each different list; lists without a value (NaN) are left out. */
export function meansOfEqual(first, values) {
  const [sums, counts] = [new Float64Array(first.length), new Uint32Array(first.length)]
  for (let list = 0; list < first.length; list++) {
    if (Number.isNaN(values[list])) continue
    sums[first[list]] += values[list]
    counts[first[list]]++
  }
  for (let list = 0; list < first.length; list++) sums[list] /= counts[list]
  return sums.filter((mean) => !Number.isNaN(mean))
}
