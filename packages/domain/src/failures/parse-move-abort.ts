/** A Move abort as the node words it. */
export interface MoveAbortStatus {
  /** Package and module that aborted, in the node's spelling, e.g. `0x1::coin`. */
  readonly location: string
  /** `category << 16 | reason` where the module follows the framework. */
  readonly code: bigint
  /** Name of the error constant; null when the module publishes none. */
  readonly reason: string | null
  /** The constant's docstring; empty when there is none. */
  readonly text: string
}

const ABORT = /Move abort in ((?:0x[0-9a-f]+::)?\w+): (?:(\w+)\((0x[0-9a-f]+)\)(?:: ?(.*))?|(0x[0-9a-f]+))/is

/** Reads the abort out of a `vm_status`; null for success and for other failures. */
export function parseMoveAbort(vmStatus: string): MoveAbortStatus | null {
  const [found, location = '', reason = null, code, text = '', bareCode] = ABORT.exec(vmStatus) ?? []
  if (found === undefined) return null
  return { location, code: BigInt(code ?? bareCode ?? 0), reason, text: text.trim() }
}
