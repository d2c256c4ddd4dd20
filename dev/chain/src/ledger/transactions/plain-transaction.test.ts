import { Account, Deserializer, parseTypeTag, SignedTransaction } from '@aptos-labs/ts-sdk'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { canonicalMoveType } from '../encoding/move-type.ts'
import { readPlainTransaction } from './plain-transaction.ts'
import { createCallSigner } from './sign-call.ts'
import { parseSignedTransaction, toAddress } from './signed-transaction.ts'

const signer = createCallSigner(FRAMEWORK_MODULES)
const account = Account.generate()
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

const calls = fc.record({
  sequenceNumber: u64,
  expirationSeconds: u64,
  maxGasAmount: u64,
  gasUnitPrice: u64,
  chainId: fc.integer({ min: 0, max: 255 }),
  args: fc.tuple(
    fc.bigInt({ min: 1n, max: 2n ** 200n }).map((value) => `0x${value.toString(16).padStart(64, '0')}`),
    u64,
  ),
})

type Call = typeof calls extends fc.Arbitrary<infer Value> ? Value : never

function signed({ args, ...envelope }: Call): Uint8Array {
  return signer.sign(account, { functionId: '0x1::aptos_account::transfer', args, ...envelope })
}

/** Parses the same bytes with the SDK. */
function readBySdk(bytes: Uint8Array) {
  const reader = new Deserializer(bytes)
  const { raw_txn: raw, authenticator } = SignedTransaction.deserialize(reader)
  if (reader.remaining() > 0) throw new Error('too long')
  if (!authenticator.isEd25519()) throw new Error('another kind of signature')
  const { entryFunction } = raw.payload as unknown as { entryFunction: { args: { bcsToBytes(): Uint8Array }[] } }
  return {
    sender: toAddress(raw.sender),
    sequenceNumber: raw.sequence_number,
    maxGasAmount: raw.max_gas_amount,
    gasUnitPrice: raw.gas_unit_price,
    expirationSeconds: raw.expiration_timestamp_secs,
    chainId: raw.chain_id.chainId,
    args: entryFunction.args.map((arg) => hex(arg.bcsToBytes())),
    publicKey: hex(authenticator.public_key.toUint8Array()),
    signature: hex(authenticator.signature.toUint8Array()),
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

test('decodes any plain transaction as the SDK does', () => {
  fc.assert(
    fc.property(calls, (call) => {
      const bytes = signed(call)
      const { args, proof, rawLength, functionId, typeArguments, ...envelope } = readPlainTransaction(bytes) ?? fail()
      const read = {
        ...envelope,
        args: args.map(hex),
        publicKey: hex(proof.publicKey),
        signature: hex(proof.signature),
      }
      expect(read).toEqual(readBySdk(bytes))
      expect({ functionId, typeArguments }).toEqual({ functionId: '0x1::aptos_account::transfer', typeArguments: [] })
      expect(rawLength).toBe(bytes.length - 1 - 33 - 65)
    }),
  )
})

test('rejects what the SDK rejects, and decodes the rest alike', () => {
  const bytes = signed({
    sequenceNumber: 1n,
    expirationSeconds: 2n,
    maxGasAmount: 3n,
    gasUnitPrice: 4n,
    chainId: 4,
    args: [`0x${'b'.repeat(64)}`, 5n],
  })
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, cut) => {
      const mutated = Uint8Array.from(bytes)
      mutated[at] = byte
      for (const one of [mutated, bytes.subarray(0, cut), mutated.subarray(0, cut)]) {
        const plain = readPlainTransaction(one)
        if (plain === null) continue
        const sdk = readBySdk(one)
        expect([plain.sender, plain.sequenceNumber, plain.args.map(hex)]).toEqual([
          sdk.sender,
          sdk.sequenceNumber,
          sdk.args,
        ])
      }
    }),
    { numRuns: runs(2_000) },
  )
})

test.each([
  'bool',
  'vector<u8>',
  'vector<vector<u256>>',
  '0x1::aptos_coin::AptosCoin',
  '0xa::a::B<0x1::c::D<address, u16>, vector<0x4::e::F>>',
])('spells the type argument %s as the node does', (type) => {
  const call = { functionId: '0x1::coin::transfer', typeArguments: [type], args: ['0x1', 1n] }
  const bytes = signer.sign(account, { ...call, sequenceNumber: 0n, expirationSeconds: 1n })
  expect(readPlainTransaction(bytes)?.typeArguments).toEqual([canonicalMoveType(parseTypeTag(type).toString())])
})

test('creates SDK objects on request', () => {
  const bytes = signer.sign(account, {
    functionId: '0x1::aptos_account::transfer',
    args: ['0x1', 1n],
    sequenceNumber: 7n,
    expirationSeconds: 1n,
  })
  const parsed = parseSignedTransaction(bytes)
  expect(parsed.proof).not.toBeNull()
  expect(parsed.signed.bcsToBytes()).toEqual(new Uint8Array(bytes))
  expect(parsed.signers.map(({ address }) => address)).toEqual([parsed.sender])
})

function fail(): never {
  throw new Error('not taken for a plain transaction')
}
