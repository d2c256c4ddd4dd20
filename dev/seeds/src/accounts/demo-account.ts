import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { Ed25519Account, Ed25519PrivateKey } from '@aptos-labs/ts-sdk'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Address, parseAddress } from '@opal/domain/address'

/** An account of the demo, with its key. The same name always gives the same key, so they hold nothing of worth. */
export interface DemoAccount {
  readonly name: string
  readonly address: Address
  /** AIP-80 text, `ed25519-priv-0x…`. */
  readonly privateKey: string
  readonly publicKey: Uint8Array
  /** Ed25519 by OpenSSL: some fifteen times faster than in JavaScript, which thousands of transactions notice. */
  readonly sign: (message: Uint8Array) => Uint8Array
}

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the account of a name. */
export function demoAccount(name: string): DemoAccount {
  const secret = sha256(new TextEncoder().encode(`opal-demo/account/${name}`))
  const privateKey = new Ed25519PrivateKey(secret)
  const account = new Ed25519Account({ privateKey })
  const key = openSslKey(secret)
  return {
    name,
    address: parseAddress(account.accountAddress.toStringLong()),
    privateKey: privateKey.toAIP80String(),
    publicKey: account.publicKey.toUint8Array(),
    sign: (message) => sign(null, message, key),
  }
}

function openSslKey(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' })
}
