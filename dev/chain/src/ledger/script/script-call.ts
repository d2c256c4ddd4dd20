import { type Script, Serialized } from '@aptos-labs/ts-sdk'

/** A script to run, its bytecode not yet read. */
export interface ScriptCall {
  readonly code: Uint8Array
  readonly typeArguments: readonly string[]
  /** BCS of each argument, signers left out. */
  readonly args: readonly Uint8Array[]
  /** The script as the transaction carries it. */
  readonly script: Script
}

/** Returns whether a call is a script rather than an entry function. */
export function isScriptCall(call: object): call is ScriptCall {
  return 'script' in call
}

/** @param typeArguments in the node's spelling. */
export function scriptCallOf(script: Script, typeArguments: readonly string[]): ScriptCall {
  return { code: script.bytecode, typeArguments, args: script.args.map(bytesOf), script }
}

/** Returns BCS of the value itself: what is sent as `Serialized` is that already. */
function bytesOf(argument: Script['args'][number]): Uint8Array {
  return argument instanceof Serialized ? argument.value : argument.bcsToBytes()
}
