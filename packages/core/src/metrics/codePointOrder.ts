/**
 * Orders texts by code point, which is the order of their UTF-8 bytes and so that of C's strcmp. The language's own `<`
 * compares UTF-16 units and puts characters beyond U+FFFF before U+E000 .. U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return afterSurrogates(left) - afterSurrogates(right)
  }
  return a.length - b.length
}

function afterSurrogates(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
