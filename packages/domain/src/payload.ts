/**
 * An unsigned entry-function call as the official SDK and wallets take it.
 * Arguments are plain JSON: addresses and objects as `0x…`, u64 and wider as decimal strings,
 * vectors as arrays, Option as the value or null.
 */
export interface EntryFunctionPayload {
  readonly function: `${string}::${string}::${string}`
  readonly typeArguments: readonly string[]
  readonly functionArguments: readonly PayloadArgument[]
}

export type PayloadArgument = string | number | boolean | null | readonly PayloadArgument[]

/** The native coin as a Move type argument. @source 0x1::aptos_coin */
export const APT_COIN_TYPE = '0x1::aptos_coin::AptosCoin'
/** Address of APT's fungible-asset metadata object. @source 0x1::aptos_coin */
export const APT_METADATA_ADDRESS = '0xa'

/**
 * An unsigned script that makes several calls in one transaction, all or none. The official SDK reads `bytes` by
 * `Script.deserialize` and wraps it in a `TransactionPayloadScript`.
 */
export interface ScriptPayload {
  readonly type: 'script'
  /** `0x` and the BCS of a `Script`: bytecode, type arguments, arguments. */
  readonly bytes: `0x${string}`
}

/** The payload that a wallet signs: one call, or a script of several. */
export type TradePayload = EntryFunctionPayload | ScriptPayload

/** A module as the node shows it: its bytecode, and what its functions take. */
export interface PublishedModule {
  readonly bytecode: Uint8Array
  readonly functions: readonly {
    readonly name: string
    /** Scripts may call public functions only; an entry function need not be one. */
    readonly isPublic: boolean
    /** Move types in the node's spelling, signers included; `T0`, `T1` are type parameters. */
    readonly parameters: readonly string[]
  }[]
}
