export { type Minimise, optimiserContract, quadratic } from './optimiserContract.ts'
