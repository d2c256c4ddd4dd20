import { parseAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { tokenDataIdV1 } from '@opal/domain/tokens/token-id'
import { describe, expect, it } from 'vitest'
import { emittedEvent, type TransactionParts, transactionOf, writtenResource } from '../testing/transaction-of.ts'
import { WrittenObjects } from '../tokens/written-objects.ts'
import { nameChangesOf } from './name-changes-of.ts'

const V1 = { creator: parseAddress('0xc1'), names: parseAddress('0x7ab1e5'), primaryNames: parseAddress('0x7ab1e') }
const SERVICE = { contract: parseAddress('0xa5'), v1: V1 }
const NAME = parseAddress('0x4a3e')
const WALLET = parseAddress('0xa1')

function changesOf(parts: TransactionParts, service: Parameters<typeof nameChangesOf>[2] = SERVICE) {
  const transaction = transactionOf(parts)
  return nameChangesOf(transaction, new WrittenObjects(transaction), service)
}

const record = (target: readonly string[], contract = '0xa5') =>
  writtenResource(NAME, `${contract}::v2_1_domains::NameRecord`, {
    domain_name: 'monkey',
    expiration_time_sec: '1800000000',
    target_address: { vec: target },
  })

describe('a name of the second version', () => {
  it('points where its record says, and is the token at its address', () => {
    expect(changesOf({ changes: [record(['0xa1'])] }).lookups).toEqual([
      {
        domain: 'monkey',
        subdomain: '',
        tokenStandard: 'v2',
        registeredAddress: WALLET,
        expirationSeconds: 1_800_000_000n,
        tokenName: 'monkey.apt',
        isDeleted: false,
        subdomainExpirationPolicy: null,
        tokenDataId: NAME,
      },
    ])
  })

  it('is a subdomain when it is extended as one', () => {
    const extension = writtenResource(NAME, '0xa5::v2_1_domains::SubdomainExt', {
      subdomain_name: 'little',
      subdomain_expiration_policy: 1,
    })
    expect(changesOf({ changes: [extension, record([])] }).lookups).toMatchObject([
      { subdomain: 'little', tokenName: 'little.monkey.apt', subdomainExpirationPolicy: 1n, registeredAddress: null },
    ])
  })

  it('is none when another contract says so', () => {
    expect(changesOf({ changes: [record(['0xa1'], '0xbad')] }).lookups).toEqual([])
  })

  it('becomes and ceases to be what an account is called, as the event says', () => {
    const called = (domain: readonly string[], sub: readonly string[]) =>
      emittedEvent('0xa5::v2_1_domains::SetReverseLookupEvent', {
        account_addr: '0xa1',
        curr_domain_name: { vec: domain },
        curr_subdomain_name: { vec: sub },
      })
    const { primaryNames } = changesOf({ events: [called(['monkey'], ['little']), called([], [])] })
    expect(primaryNames).toEqual([
      {
        registeredAddress: WALLET,
        tokenStandard: 'v2',
        domain: 'monkey',
        subdomain: 'little',
        tokenName: 'little.monkey.apt',
        isDeleted: false,
      },
      {
        registeredAddress: WALLET,
        tokenStandard: 'v2',
        domain: null,
        subdomain: null,
        tokenName: null,
        isDeleted: true,
      },
    ])
  })
})

describe('a name of the first version', () => {
  const [KEY, RECORD] = ['0xa5::domains::NameRecordKeyV1', '0xa5::domains::NameRecordV1']
  const key: Json = { domain_name: 'monkey', subdomain_name: { vec: ['little'] } }
  const value: Json = { expiration_time_sec: '7', property_version: '1', target_address: { vec: ['0xa1'] } }

  it('points where its item says', () => {
    const item = { handle: '0x07ab1e5', keyType: KEY, key, valueType: RECORD, value }
    expect(changesOf({ changes: [{ kind: 'write-table-item', ...item }] }).lookups).toMatchObject([
      {
        tokenStandard: 'v1',
        tokenName: 'little.monkey.apt',
        registeredAddress: WALLET,
        expirationSeconds: 7n,
        tokenDataId: tokenDataIdV1(V1.creator, 'Aptos Names V1', 'little.monkey.apt'),
      },
    ])
  })

  it('points nowhere once its item is deleted', () => {
    const { lookups } = changesOf({ changes: [{ kind: 'delete-table-item', handle: '0x7ab1e5', keyType: KEY, key }] })
    expect(lookups).toMatchObject([{ isDeleted: true, registeredAddress: null, expirationSeconds: 0n }])
  })

  it('is what an account is called while the account has it in the table', () => {
    const item = { handle: '0x07ab1e', keyType: 'address', key: '0xa1' }
    const { primaryNames } = changesOf({
      changes: [
        { kind: 'write-table-item', ...item, valueType: KEY, value: key },
        { kind: 'delete-table-item', ...item },
        { kind: 'delete-table-item', ...item, handle: '0xother' },
      ],
    })
    expect(primaryNames).toMatchObject([
      { tokenStandard: 'v1', registeredAddress: WALLET, tokenName: 'little.monkey.apt', isDeleted: false },
      { tokenStandard: 'v1', registeredAddress: WALLET, tokenName: null, isDeleted: true },
    ])
  })

  /** What the service keeps in its tables, in any others. @source public functions `create_name_record_key_v1` and `create_name_record_v1` */
  const inTables = (names: string, primaryNames: string): TransactionParts => ({
    changes: [
      { kind: 'write-table-item', handle: names, keyType: KEY, key, valueType: RECORD, value },
      { kind: 'delete-table-item', handle: names, keyType: KEY, key },
      { kind: 'write-table-item', handle: primaryNames, keyType: 'address', key: '0xa1', valueType: KEY, value: key },
      { kind: 'delete-table-item', handle: primaryNames, keyType: 'address', key: '0xa1' },
    ],
  })

  it('does not count in a table of another owner, who may make keys and records of the same types', () => {
    expect(changesOf(inTables('0xbad', '0xbad'))).toEqual({ lookups: [], primaryNames: [] })
    expect(changesOf(inTables('0x7ab1e', '0x7ab1e5'))).toEqual({ lookups: [], primaryNames: [] })
  })

  it('is not looked for where there was no first version', () => {
    const found = changesOf(inTables('0x7ab1e5', '0x7ab1e'), { ...SERVICE, v1: null })
    expect(found).toEqual({ lookups: [], primaryNames: [] })
  })
})
