/**
 * A script that cannot be run: its bytes are none, it does not verify, or it asks for more than this chain runs.
 * The transaction is committed as failed, with the VM's name for it.
 */
export class ScriptFault extends Error {
  override readonly name = 'ScriptFault'
  /** The VM's status name. @source move-core-types vm_status */
  readonly status: string

  constructor(status: string, reason: string) {
    super(`${status}: ${reason}`)
    this.status = status
  }
}

/** Bytes that are no script. The VM gives one name to all of it. */
export function malformed(reason: string): ScriptFault {
  return new ScriptFault('CODE_DESERIALIZATION_ERROR', reason)
}

/** A true script with something this chain does not run, as a network does not run features before their time. */
export function unsupported(reason: string): ScriptFault {
  return new ScriptFault('FEATURE_UNDER_GATING', reason)
}

/** A script that aborts by itself, as those that hold a trade against a limit do. */
export class ScriptAbort extends Error {
  override readonly name = 'ScriptAbort'

  /** The message is the VM's status as nodes print it. @source aptos-core api types, explain_vm_status */
  constructor(code: bigint) {
    super(`Move abort: code 0x${code.toString(16)}`)
  }
}
