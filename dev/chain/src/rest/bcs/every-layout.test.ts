import { Deserializer, Serializer } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { expect, it } from 'vitest'
import { MarketTraffic } from '../../bench/market-traffic.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import { isPlainStruct, structFields } from '../../ledger/encoding/encode-move-json.ts'
import {
  type MoveStructType,
  type MoveType,
  optionItem,
  parseMoveType,
  printMoveType,
} from '../../ledger/encoding/move-type.ts'
import { createModuleRegistry } from '../../ledger/execution/module-registry.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { simulateLocalMarketplaces } from '../../marketplaces/simulate-marketplaces.ts'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import { decodeMoveValue } from '../../testing/decode-move-value.ts'
import { withSigned } from '../responses/committed.ts'
import { encodeValue, layoutsOf } from './encode-value.ts'
import { writeOnChain } from './write-transaction.ts'

/** Every value of every type that a chain ever wrote: resources, table items and events. */
function everyValue(ledger: Ledger): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>()
  const note = (type: string | undefined, text: string | undefined): void => {
    if (type !== undefined && text !== undefined && text !== '') values.set(`${type} ${text}`, JSON.parse(text) as Json)
  }
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const { info, user, blockMetadata } = ledger.transactionByVersion(version) ?? {}
    for (const { writeResource, writeTableItem } of info?.changes ?? []) {
      note(writeResource?.typeStr, writeResource?.data)
      note(writeTableItem?.data?.valueType, writeTableItem?.data?.value)
      note(writeTableItem?.data?.keyType, writeTableItem?.data?.key)
    }
    for (const { typeStr, data } of user?.events ?? blockMetadata?.events ?? []) note(typeStr, data)
  }
  return values
}

it('encodes and decodes every value on the chain and every transaction', async () => {
  await using ledger = await createLedger({ dataDir: null, modules: simulateLocalMarketplaces() })
  const traffic = new MarketTraffic(ledger, 60)
  for (let block = 0; block < 3; block += 1) {
    for (const { signedBytes } of traffic.nextBatch()) ledger.submit(signedBytes)
    ledger.commitBlock()
  }
  const layouts = layoutsOf(ledger)
  const values = everyValue(ledger)
  expect(values.size).toBeGreaterThan(500)
  for (const [name, value] of values) {
    const type = name.slice(0, name.search(/ [^ ]*$| [{["]/))
    const reader = new Deserializer(encodeValue(type, value, layouts))
    expect(decodeMoveValue(parseMoveType(type), reader, layouts)).toEqual(value)
    expect(reader.remaining()).toBe(0)
  }
  for (let version = 0n; version <= ledger.head.version; version += 1n) {
    const transaction = ledger.transactionByVersion(version)
    if (transaction !== null) writeOnChain(new Serializer(), withSigned(ledger, transaction), layouts)
  }
}, 240_000)

/** The struct types inside a type, itself included. */
function structsIn(type: MoveType): MoveStructType[] {
  if (type.kind === 'vector') return structsIn(type.of)
  return type.kind === 'struct' ? [type, ...type.typeArguments.flatMap(structsIn)] : []
}

it('describes every struct that is a field of a described one', () => {
  const registry = createModuleRegistry([...FRAMEWORK_MODULES, ...simulateLocalMarketplaces()])
  const layouts = layoutsOf(registry)
  const isUnknown = (type: MoveStructType) =>
    !isPlainStruct(type) && optionItem(type) === null && structFields(withArguments(type), layouts) === null
  const unknown = registry.all
    .flatMap(({ structs }) => structs)
    .flatMap(({ fields }) => fields)
    // The framework's handles are a relic: it announces the same by module events.
    .filter(({ type }) => !/^0x1::event::EventHandle<0x[13]::/.test(type))
    .flatMap(({ type }) => structsIn(parseMoveType(type)).filter(isUnknown).map(printMoveType))
  expect([...new Set(unknown)]).toEqual([])
})

/** Fields may be of a type argument's type: any will do to find them. */
function withArguments(type: MoveStructType): MoveStructType {
  return { ...type, typeArguments: [...type.typeArguments, U8, U8] }
}

const U8 = parseMoveType('u8')

it('orders the fields of an account as Move declares them', async () => {
  await using ledger = await createLedger({ dataDir: null })
  const address = parseAddress('0x1')
  const account = ledger.resource(address, '0x1::account::Account') ?? {}
  const writer = new Serializer()
  const handle = (number: bigint) => {
    writer.serializeU64(0n)
    writer.serializeU64(number)
    writer.serializeFixedBytes(Buffer.from(address.slice(2), 'hex'))
  }
  writer.serializeBytes(Buffer.from(address.slice(2), 'hex'))
  writer.serializeU64(0n)
  writer.serializeU64(BigInt(String(account.guid_creation_num)))
  handle(0n)
  handle(1n)
  writer.serializeBool(false)
  writer.serializeBool(false)
  expect(Buffer.from(encodeValue('0x1::account::Account', account, layoutsOf(ledger)))).toEqual(
    Buffer.from(writer.toUint8Array()),
  )
})
