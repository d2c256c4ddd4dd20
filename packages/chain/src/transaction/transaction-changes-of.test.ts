import { parseAddress } from '@opal/domain/address'
import type { MultiSignature, TransactionRequest } from '@opal/domain/chain-transaction'
import type { Json } from '@opal/domain/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emittedEvent, transactionOf, writtenResource } from '../testing/transaction-of.ts'
import { transactionChangesOf } from './transaction-changes-of.ts'

const SENDER = parseAddress('0x5e')
const KEY = parseAddress('0x4e')
const SIGNED: MultiSignature = {
  signatureType: 'multi_key_signature',
  accountPublicKey: '0x01',
  keys: [{ publicKey: '0xaa', publicKeyType: 'ed25519', isUsed: true }],
}

function request(multiSignature: MultiSignature | null): TransactionRequest {
  return {
    sequenceNumber: 1n,
    maxGasAmount: 1n,
    expirationSeconds: 1n,
    signatureType: 'single_sender_signature',
    multiSignature,
  }
}

interface Called {
  readonly name: string
  readonly authKey: string
  readonly signature?: MultiSignature | null
  readonly rotation?: { readonly [field: string]: Json }
}

function keysOf({ name, authKey, signature = null, rotation }: Called) {
  const account = writtenResource(SENDER, '0x1::account::Account', { authentication_key: authKey })
  const events = rotation === undefined ? [] : [emittedEvent('0x1::account::KeyRotationToPublicKey', rotation)]
  const rest = { entryFunction: `0x1::account::${name}`, request: request(signature) }
  return transactionChangesOf(transactionOf({ events, changes: [account], rest }), 'all')
}

describe('the key of an account', () => {
  const rotated = { public_key: '0xab', public_key_scheme: 0, verified_public_key_bit_map: '0x80' }
  const called = fc.record({
    call: fc.constantFrom(
      ['transfer', null] as const,
      ['rotate_authentication_key', true] as const,
      ['rotate_authentication_key_with_rotation_capability', true] as const,
      ['upsert_ed25519_backup_key_on_keyless_account', true] as const,
      ['rotate_authentication_key_call', false] as const,
      ['rotate_authentication_key_from_public_key', false] as const,
    ),
    isOwn: fc.boolean(),
    hasSeveral: fc.boolean(),
    isStated: fc.boolean(),
  })

  it('is stored where its address does not say it, or it was given, and is used unless nobody asked its owner', () => {
    fc.assert(
      fc.property(called, ({ call: [name, isAsked], isOwn, hasSeveral, isStated }) => {
        const authKey = isOwn ? SENDER : KEY
        const signature = hasSeveral ? SIGNED : null
        const { authKeys, publicKeys } = keysOf({ name, authKey, signature, ...(isStated && { rotation: rotated }) })
        const isFound = isAsked !== null || !isOwn || hasSeveral || isStated
        expect(authKeys).toEqual(isFound ? [{ authKey, accountAddress: SENDER, isUsed: isAsked !== false }] : [])
        // The keys that signed are those of before a rotation.
        const isOfSignature = hasSeveral && !isStated && isAsked === null
        expect(publicKeys.map(({ publicKey }) => publicKey)).toEqual(isOfSignature ? ['0xaa'] : [])
      }),
    )
  })
})

describe('the keys that a rotation states', () => {
  const hex = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString('hex')
  const bytes = (count: number) => fc.uint8Array({ minLength: count, maxLength: count })
  const sized = fc.uint8Array({ maxLength: 100 }).map((text) => [text.length, ...text])
  const keyless = fc.tuple(sized, sized).map(([issuer, commitment]) => [...issuer, ...commitment])
  /** Each with its bytes as they are in the list of keys, and how many of them are before the key. */
  const key = fc.oneof(
    bytes(32).map((key) => ({ type: 'ed25519', before: [0, 32], key: [...key] })),
    bytes(65).map((key) => ({ type: 'secp256k1_ecdsa', before: [1, 65], key: [...key] })),
    bytes(65).map((key) => ({ type: 'secp256r1_ecdsa', before: [2, 65], key: [...key] })),
    keyless.map((key) => ({ type: 'keyless', before: [3], key })),
    fc
      .tuple(bytes(32), keyless)
      .map(([issuers, key]) => ({ type: 'federated_keyless', before: [4], key: [...issuers, ...key] })),
  )
  const several = fc.array(fc.record({ key, isUsed: fc.boolean() }), { minLength: 1, maxLength: 32 })

  /** Bits of those that signed, from the highest of the first byte. */
  function bitMap(isUsed: readonly boolean[]): string {
    const padded = [...isUsed, ...Array.from({ length: 32 - isUsed.length }, () => false)]
    const text = padded.map((bit) => (bit ? '1' : '0')).join('')
    return `0x${Number.parseInt(text, 2).toString(16).padStart(8, '0')}`
  }

  it.each(['multi_key_signature', 'multi_ed25519_signature'] as const)('are those of a %s', (signatureType) => {
    const isMultiKey = signatureType === 'multi_key_signature'
    fc.assert(
      fc.property(several, (all) => {
        const chosen = isMultiKey ? all : all.filter(({ key }) => key.type === 'ed25519')
        fc.pre(chosen.length > 0)
        const listed = chosen.flatMap(({ key }) => (isMultiKey ? [...key.before, ...key.key] : key.key))
        const public_key = `0x${hex(isMultiKey ? [chosen.length, ...listed, 1] : [...listed, 1])}`
        const rotation = {
          public_key,
          public_key_scheme: isMultiKey ? 3 : 1,
          verified_public_key_bit_map: bitMap(chosen.map(({ isUsed }) => isUsed)),
        }
        const name = 'rotate_authentication_key'
        expect(keysOf({ name, authKey: KEY, signature: SIGNED, rotation }).publicKeys).toEqual(
          chosen.map(({ key, isUsed }) => ({
            publicKey: `0x${hex(key.key)}`,
            publicKeyType: key.type,
            authKey: KEY,
            accountPublicKey: public_key,
            signatureType,
            isUsed,
          })),
        )
      }),
    )
  })

  it('are none where they are of a kind we do not know, or cut off', () => {
    const name = 'rotate_authentication_key'
    for (const public_key of ['0x01ff00', '0x0100', '0x21', '0x010020ab']) {
      const rotation = { public_key, public_key_scheme: 3, verified_public_key_bit_map: '0x80' }
      expect(keysOf({ name, authKey: KEY, signature: SIGNED, rotation }).publicKeys, public_key).toEqual([])
    }
  })
})
