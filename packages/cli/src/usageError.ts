/** The command line itself is wrong: exit 2, the message, and where to read on. */
export class UsageError extends Error {
  /** The command that was called, when there is one. */
  readonly command: string | undefined
  constructor(message: string, command?: string) {
    super(message)
    this.name = 'UsageError'
    this.command = command
  }
}
