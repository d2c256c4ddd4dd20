import { hasRecordedData } from '@opal/domain/testing/config'
import { expect, it } from 'vitest'
import { createModuleRegistry } from '../../ledger/execution/module-registry.ts'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { recordedMainnet } from '../../testing/recorded-transactions.ts'
import { layoutsOf } from '../bcs/encode-value.ts'
import { encodeTableBcs } from './table-bcs.ts'

const layouts = layoutsOf(createModuleRegistry(FRAMEWORK_MODULES))
const items = recordedMainnet()
  .flatMap((transaction) => transaction.info?.changes ?? [])
  .flatMap((change) => change.writeTableItem ?? [])

it.runIf(hasRecordedData)('encodes every recorded key, including structs, to the bytes on chain', () => {
  const encoded = items.flatMap(({ key, data }) => {
    const bcs = encodeTableBcs(data?.keyType ?? '', data?.key ?? '', layouts)
    return bcs === null ? [] : [{ type: data?.keyType, bcs, recorded: key }]
  })
  const types = new Set(encoded.map(({ type }) => type))
  expect(types).toContain('0x3::token::TokenId')
  expect(types.size).toBeGreaterThan(3)
  for (const { bcs, recorded } of encoded) expect(bcs).toBe(recorded)
})

it('returns null for structs without a description', () => {
  expect(encodeTableBcs('0x9::unknown::Thing', '{"size":"0"}', layouts)).toBeNull()
  expect(encodeTableBcs('nonsense', '1', layouts)).toBeNull()
})
