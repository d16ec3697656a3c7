/** Thrown where work ends early because its caller raised the stop flag. */
export class StoppedError extends Error {
  constructor() {
    super('stopped')
    this.name = 'StoppedError'
  }
}
