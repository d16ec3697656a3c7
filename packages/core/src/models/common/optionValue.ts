/** The value of an option, as a model records it. */
export type OptionValue = number | string | boolean | readonly string[]
