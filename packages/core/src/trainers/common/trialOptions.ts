/** Values of options that can be tried one after the other. */
export type TunableValue = number | string | boolean

/** The options of a method that are tried together. */
export type TrialOptions = Readonly<Record<string, TunableValue>>
