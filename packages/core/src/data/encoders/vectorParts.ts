/** The places of `name_0`, `name_1`, … among columns: a vector that has a column for each of its numbers. Empty where there are fewer than two. */
export function vectorParts(names: readonly string[], vector: string): readonly number[] {
  const places: number[] = []
  for (;;) {
    const place = names.indexOf(`${vector}_${places.length}`)
    if (place < 0) return places.length < 2 ? [] : places
    places.push(place)
  }
}
