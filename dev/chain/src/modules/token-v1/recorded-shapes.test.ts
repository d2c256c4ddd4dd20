import type { aptos } from '@aptos-labs/aptos-protos'
import { hasRecordedData } from '@opal/domain/testing/config'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { recordedDevnet, recordedMainnet } from '../../testing/recorded-transactions.ts'
import { shapeOf } from '../../testing/shape-of.ts'
import { argumentsOf, TokenV1Fixture } from '../../testing/token-v1-fixture.ts'

type Transaction = aptos.transaction.v1.Transaction

function recorded(list: readonly Transaction[], version: bigint): Transaction {
  const found = list.find((one) => one.version === version)
  if (found === undefined) throw new Error(`there is no recorded transaction ${version}`)
  return found
}

const isOfV1 = (type = ''): boolean => type.startsWith('0x3::')

/** The form of a transaction's events and writes of v1 tokens: events in their order, resources, table items. */
function formOf({ info, user }: Transaction) {
  const events = (user?.events ?? []).filter(({ typeStr }) => isOfV1(typeStr))
  const changes = info?.changes ?? []
  const resources = changes.flatMap(({ writeResource }) => (isOfV1(writeResource?.typeStr) ? [writeResource] : []))
  const written = changes.flatMap(({ writeTableItem }) =>
    isOfV1(writeTableItem?.data?.valueType) ? [writeTableItem] : [],
  )
  const deleted = changes.flatMap(({ deleteTableItem }) =>
    isOfV1(deleteTableItem?.data?.keyType) ? [deleteTableItem] : [],
  )
  return {
    events: events.map(({ typeStr, data, key }) => [typeStr, shapeOf(data), key?.creationNumber === 0n]),
    resources: resources.map((one) => [one?.typeStr, shapeOf(one?.data)]).sort(),
    written: written
      .map((one) => {
        const { key, keyType, value, valueType } = one?.data ?? {}
        return [keyType, shapeOf(key), valueType, shapeOf(value), isBcsHex(one?.key)]
      })
      .sort(),
    deleted: deleted.map((one) => [one?.data?.keyType, shapeOf(one?.data?.key), isBcsHex(one?.key)]),
  }
}

/** Keys are in BCS in addition to JSON: whole bytes. */
function isBcsHex(key = ''): boolean {
  return /^0x(?:[0-9a-f]{2})+$/.test(key)
}

describe.runIf(hasRecordedData)('compared with recorded transactions', () => {
  test('a cancelled offer emits and writes what mainnet does', async () => {
    await using fixture = await TokenV1Fixture.create()
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const args = [addressOf(fixture.alice), ...argumentsOf(token)]
    fixture.send(fixture.creator, 'token_transfers::offer_script', [...args, 1n])
    const cancelled = fixture.send(fixture.creator, 'token_transfers::cancel_offer_script', args)
    expect(formOf(cancelled)).toEqual(formOf(recorded(recordedMainnet(), 2_819_452_713n)))
  })

  test('a claim creates a missing store, as on devnet', async () => {
    await using fixture = await TokenV1Fixture.create()
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    fixture.send(fixture.creator, 'token_transfers::offer_script', [
      addressOf(fixture.alice),
      ...argumentsOf(token),
      1n,
    ])
    const args = [addressOf(fixture.creator), ...argumentsOf(token)]
    const claimed = fixture.send(fixture.alice, 'token_transfers::claim_script', args)
    expect(formOf(claimed)).toEqual(formOf(recorded(recordedDevnet(), 19_922_017n)))
  })

  test('a new token emits and writes what it does on devnet', async () => {
    await using fixture = await TokenV1Fixture.create()
    fixture.createCollection(100n)
    fixture.createToken('Pool 1')
    const made = fixture.send(
      fixture.creator,
      'token::create_token_script',
      fixture.tokenArguments('Pool 2', { maximum: 1n }),
    )
    const [ours, theirs] = [formOf(made), formOf(recorded(recordedDevnet(), 78_753_831n))]
    expect(ours.events).toEqual(theirs.events.slice(0, 3))
    expect(ours.written).toEqual(theirs.written)
  })

  test('a first offer creates the table of mainnet, with the same handle numbers', async () => {
    await using fixture = await TokenV1Fixture.create()
    fixture.createCollection()
    const token = fixture.createToken('Pool 1')
    const args = [addressOf(fixture.alice), ...argumentsOf(token), 1n]
    const ours = formOf(fixture.send(fixture.creator, 'token_transfers::offer_script', args))
    const theirs = formOf(recorded(recordedMainnet(), 141_135_867n))
    expect(ours.written).toEqual(theirs.written)
    expect(ours.deleted).toEqual(theirs.deleted)
    expect(theirs.resources).toContainEqual(ours.resources[0])
  })
})
