import { number, requireArguments } from '../arguments/shapes.ts'

/** A number as sentences show it: with four digits. */
export function shown(value: number): number {
  return Number(value.toPrecision(4))
}

/** An upper limit with four digits, or as many as are asked for: never below the limit itself, but for what arithmetic rounds. */
export function shownAtMost(value: number, digits = 4): number {
  requireArguments({ value, digits }, { value: number({ infinite: true }), digits: number({ whole: true, atLeast: 1, atMost: 100 }) })
  const rounded = Number(value.toPrecision(digits))
  if (!Number.isFinite(value) || rounded >= value - 1e-12 * Math.abs(value)) return rounded
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1)
  return Number((rounded + unit).toPrecision(digits))
}

/** The probability that a statement fails: rounded up, and with as many digits as it takes to differ from 1. */
export function shownChance(probability: number): number {
  requireArguments({ probability }, { probability: number({ atLeast: 0, atMost: 1 }) })
  for (let digits = 4; digits < 16; digits++) {
    const rounded = shownAtMost(probability, digits)
    if (rounded < 1) return rounded
  }
  return probability
}
