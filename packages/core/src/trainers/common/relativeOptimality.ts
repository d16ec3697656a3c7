/** How long a gradient is as a share of a scale, such as its length at 0; its own length where the scale is 0. */
export function relativeOptimality(length: number, scale: number): number {
  return scale > 0 ? length / scale : length
}
