/** sim(a, b) = IC(MICA). Resnik 1995, "Using information content to evaluate semantic similarity in a taxonomy", Eq. (1). */
import type { SharedContent } from './informationMeasure.ts'

export const resnik: SharedContent = (shared) => shared
