import { parseAddress } from '@opal/domain/address'
import { collectionAddressV2 } from '@opal/domain/token-id'
import { expect, test } from 'vitest'
import { addressOf, createTestChain } from '../ledger/testing/test-chain.ts'
import { marketplaceModules } from './marketplace-modules.ts'

test('a collection is created, a token minted', async () => {
  await using chain = await createTestChain({ modules: marketplaceModules() })
  const creator = chain.funded(1_000_000_000n)
  const collection = collectionAddressV2(addressOf(creator), 'Night Market')
  const created = chain.send(creator, '0x4::aptos_token::create_collection', [
    'Stalls after dark', 100n, 'Night Market', 'ipfs://cid/0.json',
    true, true, true, true, true, true, true, true, true, 5n, 100n,
  ])
  console.log(created.info?.vmStatus, created.info?.gasUsed, collection)
  const minted = chain.send(creator, '0x4::aptos_token::mint', [
    'Night Market', 'A lamp', 'Lamp #1', 'ipfs://cid/1.json', ['Light', 'Warm'], ['0x1::string::String', 'bool'],
    [Uint8Array.of(3, 82, 101, 100), Uint8Array.of(1)],
  ])
  console.log(minted.info?.vmStatus, minted.info?.gasUsed)
  for (const c of minted.info?.changes ?? []) console.log(c.writeResource?.address, c.writeResource?.typeStr, c.writeResource?.data, c.writeTableItem?.data)
  for (const e of minted.user?.events ?? []) console.log(e.key, e.typeStr, e.data)
  console.log(chain.ledger.resources(parseAddress('0x584b50b999c78ade62f8359c91b5165ff390338d45f8e55969a04e65d76258c9')))
  expect(minted.info?.success).toBe(true)
})
