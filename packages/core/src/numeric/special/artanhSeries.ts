/** (artanh(s) / s − 1) / s² for z = s², by its series up to s²¹ / 21: 1/3 + z/5 + z²/7 + …; both logarithms are made of it. */
export function artanhSeries(z: number): number {
  let series = 1 / 21
  series = series * z + 1 / 19
  series = series * z + 1 / 17
  series = series * z + 1 / 15
  series = series * z + 1 / 13
  series = series * z + 1 / 11
  series = series * z + 1 / 9
  series = series * z + 1 / 7
  series = series * z + 1 / 5
  return series * z + 1 / 3
}
