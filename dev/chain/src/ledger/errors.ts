import { MarketError } from '@opal/domain/errors'

/** A transaction that the node refuses before execution. Nothing was written. */
export class SubmitRejection extends MarketError {
  override readonly code = 'transaction-rejected'
  /** The VM's status name, e.g. `SEQUENCE_NUMBER_TOO_OLD`. */
  readonly vmStatus: string
  /** The VM's status number. @source move-core-types vm_status */
  readonly vmErrorCode: number

  constructor(vmStatus: string, vmErrorCode: number) {
    super(`Invalid transaction: Type: Validation Code: ${vmStatus}`, { details: { vmStatus, vmErrorCode } })
    this.vmStatus = vmStatus
    this.vmErrorCode = vmErrorCode
  }
}

/** Bytes that are no BCS SignedTransaction. The message is the reason alone, e.g. `unexpected end of input`. */
export class InvalidTransactionBytes extends MarketError {
  override readonly code = 'invalid-transaction-bytes'
}

/** A simulation of a transaction whose signature is valid: it could be stolen and submitted. */
export class SimulationRefused extends MarketError {
  override readonly code = 'simulation-refused'
  constructor() {
    super('Simulated transactions must not have a valid signature')
  }
}

/** A view that does not exist, or whose type arguments or arguments do not fit. */
export class ViewRefused extends MarketError {
  override readonly code = 'view-refused'
}

/** The data directory holds a log that this program did not write, or that was damaged. */
export class LogCorruptError extends MarketError {
  override readonly code = 'log-corrupt'
}

/** Another process works on this data directory. */
export class DirectoryBusyError extends MarketError {
  override readonly code = 'directory-busy'
  constructor(directory: string, pid: number) {
    super(`${directory} is in use by process ${pid}: stop it, or choose another data directory.`, {
      details: { directory, pid },
    })
  }
}

/** The data directory holds another chain than the one asked for. */
export class ForeignChainError extends MarketError {
  override readonly code = 'foreign-chain'
  constructor(wanted: number, stored: number) {
    super(`The data directory holds chain ${stored}, not chain ${wanted}: choose another data directory.`, {
      details: { wanted, stored },
    })
  }
}

/** The chain was set back to an earlier moment while it was read: what was read may no longer be. */
export class ChainReturnedError extends MarketError {
  override readonly code = 'chain-returned'
  constructor() {
    super('The chain returned to an earlier moment: read it again from its start.')
  }
}
