export interface RunningSpark {
  readonly url: string
  readonly pid: number | undefined
  readonly marker: string
  readonly files: string
}

export function sparkAbsence(): string | undefined
export function fetchSpark(): string | undefined
export function startSpark(master?: string, path?: string, prepare?: (files: string) => void): Promise<RunningSpark>
export function stopSpark(running: RunningSpark): Promise<void>
export function stopSparkOnSignals(cleanUp: () => void): void
