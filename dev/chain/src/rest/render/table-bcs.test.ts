import { expect, it } from 'vitest'
import { hasRecordedData } from '../../testing/config.ts'
import { recordedMainnet } from '../../testing/recorded-transactions.ts'
import { encodeTableBcs } from './table-bcs.ts'

const items = recordedMainnet()
  .flatMap((transaction) => transaction.info?.changes ?? [])
  .flatMap((change) => change.writeTableItem ?? [])

it.runIf(hasRecordedData)('encodes every recorded key of a plain type to the bytes that the chain wrote', () => {
  const encoded = items.flatMap(({ key, data }) => {
    const bcs = encodeTableBcs(data?.keyType ?? '', data?.key ?? '')
    return bcs === null ? [] : [{ type: data?.keyType, bcs, recorded: key }]
  })
  expect(new Set(encoded.map(({ type }) => type)).size).toBeGreaterThan(2)
  for (const { bcs, recorded } of encoded) expect(bcs).toBe(recorded)
})

it('says nothing about structs', () => {
  expect(encodeTableBcs('0x3::token::TokenId', '{"property_version":"0"}')).toBeNull()
  expect(encodeTableBcs('nonsense', '1')).toBeNull()
})
