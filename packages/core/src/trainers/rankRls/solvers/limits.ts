/** Most rows whose kernel matrix is factored: 800 MB. */
export const exactRows = 10_000
/** Most features, and most points of a basis, whose normal equations are solved. */
export const directFeatures = 2048
/** Most rows of an exact fit whose spread is kept. */
export const spreadRows = 4096
