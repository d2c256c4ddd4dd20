import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { startServer } from '@opal/domain/testing/start-server'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { expect, onTestFinished, test } from 'vitest'
import { askTrade, codes } from '../../testing/ask-trade.ts'
import { openListing } from '../../testing/open-listing.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { createTradeNode } from '../../trading/gates/trade-node.ts'

const STRANGER = `0x${'5e'.repeat(32)}`
const SECOND_LISTING = `0x${'b'.repeat(64)}`
const [here, there] = [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId]
const LEDGER = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
const ACCOUNT = { sequence_number: '3', authentication_key: '0x1' }
const DONE = { success: true, vm_status: 'Executed successfully', gas_used: '12', gas_unit_price: '100', events: [] }

/** Functions that the trades call, with their parameters. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  transfer: ['&signer', '0x1::object::Object<T0>', 'address'],
  update_fixed_price: ['&signer', 'address', 'u64'],
  update_fixed_price_many: ['&signer', 'vector<address>', 'vector<u64>'],
}
const abi = {
  exposed_functions: Object.entries(FUNCTIONS).map(([name, params]) => ({
    name,
    visibility: 'public',
    is_entry: true,
    generic_type_params: [{ constraints: [] }],
    params,
  })),
}

/**
 * An API whose node writes a resource of a million empty lists where what is simulated names one of these, as a module does that puts them into the
 * resource group of its tokens.
 */
async function apiWithLarge(...ids: readonly string[]) {
  const lists = `[${Array(1_000_000).fill('[]').join(',')}]`
  const written = (data: string) =>
    `[{"type":"write_resource","address":"0x1","data":{"type":"0xbad::blob::Blob","data":{"v":${data}}}}]`
  const server = await startServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const sent = Buffer.concat(parts).toString('hex')
    const url = request.url ?? ''
    const isLarge = ids.some((id) => sent.includes(id.slice(2)))
    const simulated = `[{${JSON.stringify(DONE).slice(1, -1)},"changes":${written(isLarge ? lists : '[]')}}]`
    const answer = url.includes('/module/') ? { bytecode: '0x', abi } : url === '/v1' ? LEDGER : ACCOUNT
    response.setHeader('content-type', 'application/json')
    response.end(url.includes('simulate') ? simulated : JSON.stringify(answer))
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const node = createTradeNode({ nodeUrl: `${server.url}/v1` })
  const { simulate } = node
  return createTestApi({ simulate })
}

// @feature trade.failures
test('a trade whose simulation is too large to be read is refused in words, and not tried again', async () => {
  await using api = await apiWithLarge(there)
  const body = { walletAddress: EXAMPLE.owner, tokenDataId: there, toAddress: STRANGER }
  const answer = await askTrade(api, 'collection/nfts/transfer', body)
  expect(answer.reason).toEqual({
    code: 'simulation-too-large',
    sentence: 'This couldn’t be checked: the items’ data is too large. Nothing was sent.',
  })
  expect([answer.simulation, answer.split.gasOctas]).toEqual([null, '0'])
})

// @feature trade.failures
test('of several items those whose data is too large are left out, and say so', async () => {
  for (const large of [[SECOND_LISTING], [`0x${'1'.repeat(64)}`], [SECOND_LISTING, `0x${'1'.repeat(64)}`], []]) {
    await using api = await apiWithLarge(...large)
    await openListing(api, { listingId: SECOND_LISTING, marketplace: nativeMarketplace.id, tokenDataId: there })
    const items = [here, there].map((tokenDataId) => ({ tokenDataId, price: '300000000' }))
    const answer = await askTrade(api, 'collection/nfts/update-price', { walletAddress: EXAMPLE.owner, items })
    const isLarge = [`0x${'1'.repeat(64)}`, SECOND_LISTING].map((id) => large.includes(id))
    expect(codes(answer)).toEqual(isLarge.map((each) => (each ? 'simulation-too-large' : null)))
    for (const { reason } of answer.items.filter((_, at) => isLarge[at]))
      expect(reason?.sentence).toBe('This couldn’t be checked: the item’s data is too large. Nothing was sent.')
    expect([answer.payload === null, answer.reason]).toEqual([large.length === 2, null])
    expect(answer.simulation?.success ?? null).toBe(large.length === 2 ? null : true)
  }
})
