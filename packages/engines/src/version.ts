/** Of this package: driver and workers must have the same. A test compares it with package.json. */
export const version = '0.1.0'
