import { parseAddress, ZERO_ADDRESS } from '@opal/domain/address'
import { describe, expect, it } from 'vitest'
import { EMPTY_TOKEN_LOOKUP } from '../testing/empty-token-lookup.ts'
import { type ChangeWithoutIndex, transactionOf, writtenResource } from '../testing/transaction-of.ts'
import { tokenChangesOf } from './token-changes-of.ts'

const [TOKEN, COLLECTION, OWNER, OTHER] = [
  parseAddress('0x70'),
  parseAddress('0xc01'),
  parseAddress('0xa'),
  parseAddress('0xb'),
]
const core = (allow = true) =>
  writtenResource(TOKEN, '0x1::object::ObjectCore', { owner: OWNER, allow_ungated_transfer: allow })

describe('the activity', () => {
  const data = { collection: COLLECTION, token: TOKEN, previous_owner: OWNER, index: '1' }
  const typesOf = (what: string, changes: readonly ChangeWithoutIndex[]) => {
    const events = [
      { type: `0x4::collection::${what}Event`, data, accountAddress: COLLECTION, creationNumber: 1n },
      { type: `0x4::collection::${what}`, data, accountAddress: ZERO_ADDRESS, creationNumber: 0n },
    ]
    const { activities } = tokenChangesOf(transactionOf({ events, changes }), EMPTY_TOKEN_LOOKUP)
    return activities.map(({ type }) => type.replace('0x4::collection::', ''))
  }

  it('of a mint has one name, whichever event states it', () => {
    for (const changes of [[], [core()]]) expect(typesOf('Mint', changes)).toEqual(['MintEvent', 'MintEvent'])
  })

  it('of a burn has one name where the object of the token remains', () => {
    expect(typesOf('Burn', [core()])).toEqual(['BurnEvent', 'BurnEvent'])
    expect(typesOf('Burn', [])).toEqual(['BurnEvent', 'Burn'])
  })
})

describe('the last ownership of a burnt token whose object remains', () => {
  it.each([true, false])('says whether its owner could have moved it: %s', (allow) => {
    const burn = {
      type: '0x4::collection::BurnEvent',
      data: { token: TOKEN, index: '1' },
      accountAddress: COLLECTION,
      creationNumber: 1n,
    }
    const { ownerships } = tokenChangesOf(transactionOf({ events: [burn], changes: [core(allow)] }), EMPTY_TOKEN_LOOKUP)
    expect(ownerships).toMatchObject([{ ownerAddress: OWNER, amount: 0n, nonTransferrableByOwner: !allow }])
  })
})

describe('transfers of objects that are no tokens', () => {
  it.each(['0x1::object::TransferEvent', '0x1::object::Transfer'])('are told apart by %s', (type) => {
    const moved = (object: typeof TOKEN) => ({
      type,
      data: { object, from: OWNER, to: OTHER },
      accountAddress: type.endsWith('Event') ? object : ZERO_ADDRESS,
      creationNumber: 0n,
    })
    const events = [moved(COLLECTION), moved(TOKEN), moved(OTHER)]
    const data = { collection: { inner: COLLECTION }, name: 'x', description: '', uri: '' }
    const changes = [core(), writtenResource(TOKEN, '0x4::token::Token', data)]
    const { activities, objectTransfers } = tokenChangesOf(transactionOf({ events, changes }), EMPTY_TOKEN_LOOKUP)
    const ends = { type, fromAddress: OWNER, toAddress: OTHER, tokenAmount: 1n, tokenStandard: 'v2' }
    expect(activities).toMatchObject([{ eventIndex: 1, tokenDataId: TOKEN, ...ends }])
    expect(objectTransfers).toMatchObject([
      { eventIndex: 0, tokenDataId: COLLECTION, ...ends },
      { eventIndex: 2, tokenDataId: OTHER, ...ends },
    ])
  })
})
