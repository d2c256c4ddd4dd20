import { aptos } from '@aptos-labs/aptos-protos'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeResponse } from './encode-response.ts'

const { TransactionsResponse } = aptos.indexer.v1
const { Transaction } = aptos.transaction.v1

it('encodes the same bytes as the protobuf package, for transactions of any size', () => {
  const version = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
  const payload = fc.string({ maxLength: 400 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(version, payload), { maxLength: 8 }),
      fc.integer({ min: 1, max: 255 }),
      (list, chainId) => {
        const transactions = list.map(([v, vmStatus]) => Transaction.fromPartial({ version: v, info: { vmStatus } }))
        const encoded = transactions.map((transaction) => Transaction.encode(transaction).finish())
        const whole = TransactionsResponse.encode({ transactions, chainId: BigInt(chainId) }).finish()
        expect(encodeResponse(encoded, chainId)).toEqual(Buffer.from(whole))
      },
    ),
  )
})
