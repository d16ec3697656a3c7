/** A call takes only so many arguments quickly. */
const most = 64
/** An array of each length, to be filled and handed over: that is quicker than adding character to character. */
const byLength = Array.from({ length: most + 1 }, (_, length) => new Array<number>(length).fill(0))

/** The text of units[start .. end], which are UTF-16 code units. */
export function textOfUnits(units: Uint8Array | Uint16Array, start: number, end: number): string {
  if (end - start <= most) return shortText(units, start, end)
  let text = ''
  for (let at = start; at < end; at += most) text += shortText(units, at, Math.min(end, at + most))
  return text
}

function shortText(units: Uint8Array | Uint16Array, start: number, end: number): string {
  const codes = byLength[end - start]
  for (let at = start; at < end; at++) codes[at - start] = units[at]
  return String.fromCharCode(...codes)
}
