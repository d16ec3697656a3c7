export { kernelContract } from './kernelContract.ts'
export { type LossPromises, lossContract } from './lossContract.ts'
export { type MeasureList, type MetricPromises, metricContract } from './metricContract.ts'
export { type Minimise, optimiserContract, quadratic } from './optimiserContract.ts'
