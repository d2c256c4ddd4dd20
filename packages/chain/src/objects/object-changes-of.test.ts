import { parseAddress } from '@opal/domain/address'
import { describe, expect, it } from 'vitest'
import { type TransactionParts, transactionOf, writtenResource } from '../testing/transaction-of.ts'
import { WrittenObjects } from '../tokens/written-objects.ts'
import { type ObjectScope, objectChangesOf } from './object-changes-of.ts'

const [TOKEN, OTHER] = [parseAddress('0x70'), parseAddress('0x71')]
const core = (address: typeof TOKEN, allow: boolean) =>
  writtenResource(address, '0x1::object::ObjectCore', {
    owner: '0xa',
    allow_ungated_transfer: allow,
    guid_creation_num: '8',
  })
const token = writtenResource(TOKEN, '0x4::token::Token', {})
const mark = writtenResource(OTHER, '0x1::object::Untransferable', { dummy_field: false })

function changesOf(parts: TransactionParts, scope: ObjectScope) {
  const transaction = transactionOf(parts)
  return objectChangesOf(transaction, new WrittenObjects(transaction), scope)
}

const parts = { changes: [core(TOKEN, true), token, core(OTHER, true), mark] }

describe('objectChangesOf', () => {
  it('keeps to tokens unless all objects are followed', () => {
    const addresses = (scope: ObjectScope) => changesOf(parts, scope).written.map((object) => object.objectAddress)
    expect(addresses('tokens')).toEqual([TOKEN])
    expect(addresses('all')).toEqual([TOKEN, OTHER])
  })

  it('calls an object untransferable when it is marked, or only an admin may move it', () => {
    expect(changesOf(parts, 'all').written.map((object) => object.isUntransferable)).toEqual([false, true])
    const gated = changesOf({ changes: [core(OTHER, false)] }, 'all').written
    expect(gated).toMatchObject([{ isUntransferable: true, allowUngatedTransfer: false, guidCreationNum: 8n }])
  })

  it('tells deleted objects by their whole group', () => {
    const gone = { kind: 'delete-resource', address: TOKEN } as const
    const changes = [
      { ...gone, type: '0x1::object::ObjectGroup' },
      { ...gone, address: OTHER, type: '0x4::token::Token' },
    ]
    expect(changesOf({ changes }, 'tokens').deleted).toMatchObject([{ objectAddress: TOKEN, changeIndex: 0 }])
  })

  it('keeps every write in the history alone', () => {
    expect(changesOf(parts, 'all').history).toBeNull()
    expect(
      changesOf(parts, 'history').history?.map(({ changeIndex, object }) => [changeIndex, object.objectAddress]),
    ).toEqual([
      [0, TOKEN],
      [1, TOKEN],
      [2, OTHER],
      [3, OTHER],
    ])
  })
})
