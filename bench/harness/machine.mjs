import { cpus, loadavg, totalmem } from 'node:os'

/** What the figures were taken on; a load above 0 at the start says how noisy they may be. */
export function describeMachine() {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    loadAtStart: loadavg()[0],
  }
}
