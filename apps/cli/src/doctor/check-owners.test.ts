import { parseAddress } from '@opal/domain/address'
import type { Json } from '@opal/domain/json'
import { startServer } from '@opal/domain/testing/start-server'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { expect, test } from 'vitest'
import { describeOwners } from './check-owners.ts'

const PACKAGE = parseAddress('0xc0de')
const SCHEDULE = parseAddress('0xfee')
const TEAM = parseAddress('0x7ea')
const AGGREGATOR = parseAddress('0xa66')
const ours = contractsOf('testnet', { opal: { packageAddress: PACKAGE, feeScheduleAddress: SCHEDULE } })

/** A node that has these resources, by `account/type`. */
async function startNode(resources: Readonly<Record<string, Json>>) {
  const server = await startServer((request, response) => {
    const [, account, type = ''] = /^\/v1\/accounts\/(0x\w+)\/resource\/(.+)$/.exec(request.url ?? '') ?? []
    const data = resources[`${account}/${decodeURIComponent(type)}`]
    const body = data === undefined ? { error_code: 'resource_not_found', message: 'no such resource' } : { type, data }
    response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  return { ...server, url: `${server.url}/v1` }
}

test('says who may replace the code and who may change fees, and by how many signatures', async () => {
  await using node = await startNode({
    [`${PACKAGE}/0x1::code::PackageRegistry`]: { packages: [{ upgrade_policy: { policy: 1 } }] },
    [`${PACKAGE}/0x1::object::ObjectCore`]: { owner: '0x7ea' },
    [`${SCHEDULE}/0x1::object::ObjectCore`]: { owner: '0x1e1' },
    [`${TEAM}/0x1::multisig_account::MultisigAccount`]: { owners: ['0x1', '0x2', '0x3'], num_signatures_required: '2' },
  })
  expect(await describeOwners(ours, null, { nodeUrl: node.url })).toBe(
    'code upgradable, by 0x7ea (multisig, 2 of 3); fees by 0x1e1 (one account)',
  )
})

test('an account that holds code itself is its own owner, and frozen code has no owner', async () => {
  await using node = await startNode({
    [`${PACKAGE}/0x1::code::PackageRegistry`]: { packages: [{ upgrade_policy: { policy: 2 } }] },
  })
  expect(await describeOwners(ours, null, { nodeUrl: node.url })).toBe(
    'code frozen, by 0xc0de (one account); fees by 0xfee (one account)',
  )
})

test('says who may replace the aggregator, to whose code callers hand their signer', async () => {
  await using node = await startNode({
    [`${PACKAGE}/0x1::code::PackageRegistry`]: { packages: [{ upgrade_policy: { policy: 2 } }] },
    [`${AGGREGATOR}/0x1::code::PackageRegistry`]: { packages: [{ upgrade_policy: { policy: 1 } }] },
    [`${AGGREGATOR}/0x1::object::ObjectCore`]: { owner: '0x1e1' },
  })
  const aggregator = 'aggregator upgradable, by 0x1e1 (one account)'
  expect(await describeOwners(ours, AGGREGATOR, { nodeUrl: node.url })).toBe(
    `code frozen, by 0xc0de (one account); fees by 0xfee (one account); ${aggregator}`,
  )
  expect(await describeOwners([], AGGREGATOR, { nodeUrl: node.url })).toBe(aggregator)
  expect(await describeOwners([], null, { nodeUrl: node.url })).toBe('there is no package of ours')
})
