import { MarketError } from '@opal/domain/errors'

/** The node did not answer, or not in time, or with a fault of its own. */
export class NodeUnreachableError extends MarketError {
  override readonly code = 'node-unreachable'
  override readonly retryable = true
  constructor(reason: string, cause?: unknown) {
    super(`The chain's node cannot be reached: ${reason}.`, { cause })
  }
}

/** The node answered that it will not do this. */
export class NodeRefusedError extends MarketError {
  override readonly code = 'node-refused'
  /** HTTP status. */
  readonly status: number
  /** The node's own word, e.g. `resource_not_found`. */
  readonly nodeCode: string

  constructor(status: number, nodeCode: string, message: string) {
    super(`The chain's node refused (${nodeCode}): ${message.slice(0, 300)}`, { details: { status, nodeCode } })
    this.status = status
    this.nodeCode = nodeCode
  }
}

/** The answer to a simulation is too large to be parsed: modules of the items' creators write any amount of data with them. */
export class SimulationTooLargeError extends MarketError {
  override readonly code = 'simulation-too-large'
  constructor(cause?: unknown) {
    super('The simulation cannot be checked: the data of its items is too large.', { cause })
  }
}

/** A payload names no entry function of the chain, or its arguments do not fit the function. */
export class PayloadMismatchError extends MarketError {
  override readonly code = 'payload-mismatch'
  constructor(functionId: string, reason: string, cause?: unknown) {
    super(`The call of ${functionId} does not fit the chain: ${reason}.`, { cause, details: { functionId } })
  }
}
