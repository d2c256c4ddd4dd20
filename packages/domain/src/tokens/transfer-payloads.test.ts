import { expect, it } from 'vitest'
import { parseAddress } from '../address.ts'
import { claimPayload, takeBackPayload, transferPayload } from './transfer-payloads.ts'

const creatorAddress = parseAddress('0xa1')
const named = {
  standard: 'v1',
  tokenDataId: parseAddress('0xda7a'),
  creatorAddress,
  collectionName: 'Tide Pools',
  tokenName: 'Tide Pool #1',
  propertyVersion: 2n,
} as const

it('moves a token object, and sets a token of the older standard aside', () => {
  const to = parseAddress('0xb0')
  expect(transferPayload({ standard: 'v2', tokenDataId: parseAddress('0x71') }, to)).toEqual({
    function: '0x1::object::transfer',
    typeArguments: ['0x4::token::Token'],
    functionArguments: [parseAddress('0x71'), to],
  })
  expect(transferPayload(named, to)).toEqual({
    function: '0x3::token_transfers::offer_script',
    typeArguments: [],
    functionArguments: [to, creatorAddress, 'Tide Pools', 'Tide Pool #1', '2', '1'],
  })
})

it('claims what someone set aside, in the order of the script', () => {
  const fromAddress = parseAddress('0x5e')
  expect(claimPayload({ ...named, name: named.tokenName, fromAddress })).toEqual({
    function: '0x3::token_transfers::claim_script',
    typeArguments: [],
    functionArguments: [fromAddress, creatorAddress, 'Tide Pools', 'Tide Pool #1', '2'],
  })
})

it('takes back what was set aside for someone, in the order of the script', () => {
  const toAddress = parseAddress('0x5e')
  expect(takeBackPayload({ ...named, name: named.tokenName, toAddress })).toEqual({
    function: '0x3::token_transfers::cancel_offer_script',
    typeArguments: [],
    functionArguments: [toAddress, creatorAddress, 'Tide Pools', 'Tide Pool #1', '2'],
  })
})
