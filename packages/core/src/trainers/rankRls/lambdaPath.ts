/** Penalties that are tried, from the strongest down: three to each factor of ten. */
export const lambdaPath: readonly number[] = Array.from({ length: 30 }, (_, step) =>
  Number(`${[10, 4.64, 2.15][step % 3]}e-${Math.floor(step / 3)}`),
)
