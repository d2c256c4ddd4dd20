import { aptos } from '@aptos-labs/aptos-protos'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarketTraffic } from '../../bench/market-traffic.ts'
import { simulateLocalMarketplaces } from '../../marketplaces/simulate-marketplaces.ts'
import { createLedger } from '../create-ledger.ts'
import { ProtoWriter } from './proto-writer.ts'

const { Event, Transaction } = aptos.transaction.v1

test('every kind of transaction is encoded byte for byte as the generated encoder does it', async () => {
  await using ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
  const traffic = new MarketTraffic(ledger, 20)
  for (let round = 0; round < 3; round += 1) {
    for (const { signedBytes } of traffic.nextBatch()) ledger.submit(signedBytes)
    ledger.commitBlock()
  }
  let compared = 0
  for await (const chunk of ledger.stream(0n, new AbortController().signal)) {
    for (const bytes of chunk) expect(again(bytes)).toBe(Buffer.from(bytes).toString('hex'))
    compared += chunk.length
    if (BigInt(compared) > ledger.head.version) break
  }
  expect(compared).toBeGreaterThan(100)
})

function again(bytes: Uint8Array): string {
  return Buffer.from(Transaction.encode(Transaction.decode(bytes)).finish()).toString('hex')
}

test('any texts, numbers and lengths are written as the generated encoder writes them', () => {
  const writer = new ProtoWriter()
  const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 100, maxLength: 400, unit: 'grapheme' }))
  fc.assert(
    fc.property(u64, u64, text, text, fc.nat(20_000), (creationNumber, sequenceNumber, typeStr, data, expected) => {
      writer.message(1, expected, () => {
        writer.bigint(1, creationNumber)
        writer.text(2, data)
      })
      writer.bigint(2, sequenceNumber)
      writer.text(5, typeStr)
      writer.text(4, data)
      const event = { key: { creationNumber, accountAddress: data }, sequenceNumber, typeStr, data }
      expect(writer.take().toString('hex')).toBe(Buffer.from(Event.encode(event).finish()).toString('hex'))
    }),
  )
})
