/** A set for each term, laid flat: that of a term is `members[offsets[term]] .. members[offsets[term + 1] - 1]`. */
export interface MemberTable {
  readonly offsets: Uint32Array
  readonly members: Uint32Array
}

export function memberTable(size: number, membersOf: (term: number) => ArrayLike<number>): MemberTable {
  const offsets = new Uint32Array(size + 1)
  let members = new Uint32Array(8 * size)
  for (let term = 0; term < size; term++) {
    const found = membersOf(term)
    const end = offsets[term] + found.length
    if (end > members.length) {
      const larger = new Uint32Array(Math.max(end, 2 * members.length))
      larger.set(members)
      members = larger
    }
    members.set(found, offsets[term])
    offsets[term + 1] = end
  }
  return { offsets, members: members.slice(0, offsets[size]) }
}
