export { type BootstrapOptions, bootstrapInterval, type Interval } from './evaluation/bootstrap.ts'
export { type Random, seededRandom } from './numeric/random.ts'
