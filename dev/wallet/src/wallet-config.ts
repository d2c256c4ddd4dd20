import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** One account the wallet holds. Keys are for localnet only: they are published to every visitor. */
export interface WalletAccountConfig {
  readonly name: string
  /** `0x` + 64 hex digits. */
  readonly address: string
  /** AIP-80 text, `ed25519-priv-0x…`. */
  readonly privateKey: string
}

/** Configuration that the script is served with. */
export interface WalletConfig {
  /** Node REST base as the browser reaches it, e.g. `http://127.0.0.1:8080/v1`. */
  readonly nodeUrl: string
  readonly chainId: number
  readonly accounts: readonly WalletAccountConfig[]
}

/** Global the server sets in front of the script. */
export const CONFIG_GLOBAL = '__OPAL_DEV_WALLET__'

/**
 * Reads the configuration that the server put before the script.
 * @throws Error naming the field that is missing or of the wrong kind.
 */
export function parseWalletConfig(value: unknown): WalletConfig {
  const object = value as Json | undefined
  if (!isJsonObject(object)) throw new Error(`Opal Dev Wallet: ${CONFIG_GLOBAL} is not set`)
  const accounts = object.accounts
  if (!Array.isArray(accounts) || accounts.length === 0) throw new Error('Opal Dev Wallet: no accounts are configured')
  const chainId = object.chainId
  if (typeof chainId !== 'number') throw new Error('Opal Dev Wallet: chainId is not a number')
  return { nodeUrl: textOf(object, 'nodeUrl').replace(/\/$/, ''), chainId, accounts: accounts.map(parseAccount) }
}

function parseAccount(value: Json): WalletAccountConfig {
  if (!isJsonObject(value)) throw new Error('Opal Dev Wallet: an account is not an object')
  return { name: textOf(value, 'name'), address: textOf(value, 'address'), privateKey: textOf(value, 'privateKey') }
}

function textOf(object: JsonObject, field: string): string {
  const value = object[field]
  if (typeof value !== 'string' || value === '') throw new Error(`Opal Dev Wallet: ${field} is missing`)
  return value
}

/** Returns the line that the server puts before the script. `<` is escaped so that it may also stand in a page. */
export function configScript(config: WalletConfig): string {
  return `globalThis.${CONFIG_GLOBAL}=${JSON.stringify(config).replaceAll('<', '\\u003c')};\n`
}
