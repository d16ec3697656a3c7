/** What assessors said: topic → document → grade. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>

/** What a system answered: topic → document → score. */
export type Run = ReadonlyMap<string, ReadonlyMap<string, number>>
