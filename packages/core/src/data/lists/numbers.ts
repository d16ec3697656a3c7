/** Any row of numbers: a plain array or a typed one. Functions read it and never write to it. */
export type Numbers = ArrayLike<number>
