import { readdirSync, readFileSync } from 'node:fs'
import { aptos } from '@aptos-labs/aptos-protos'
import { expect, it } from 'vitest'
import { RECORDED_DATA_DIR } from '../../testing/config.ts'
import { encodeTableBcs } from './table-bcs.ts'

const folder = `${RECORDED_DATA_DIR}/mainnet-transactions`
const items = readdirSync(folder)
  .map((name) => aptos.transaction.v1.Transaction.fromJSON(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))))
  .flatMap((transaction) => transaction.info?.changes ?? [])
  .flatMap((change) => change.writeTableItem ?? [])

it('encodes every recorded key of a plain type to the bytes that the chain wrote', () => {
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
