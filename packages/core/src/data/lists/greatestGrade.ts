/** Gains of 2^y − 1 beyond this label leave no say to the others. */
export const greatestGrade = 31
