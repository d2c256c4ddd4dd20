// @vitest-environment node
import { startServer } from '@opal/domain/testing/start-server'
import { expect, it, onTestFinished } from 'vitest'
import { TESTING_CONFIG } from '../../../testing/testing-config.ts'
import { checkTrade } from './check-trade.ts'
import { correctTrade } from './testing/correct-trades.ts'
import { ONE_TOKEN, SIGNER } from './testing/trade-fixtures.ts'

const LEDGER = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
const ACCOUNT = { sequence_number: '3', authentication_key: '0x1' }
const DONE = '"success":true,"vm_status":"ok","gas_used":"1","gas_unit_price":"1","events":[]'

/** Returns a parameter that takes an argument of a payload. */
function paramFor(argument: unknown): string {
  if (Array.isArray(argument)) return `vector<${paramFor(argument[0])}>`
  if (typeof argument === 'boolean') return 'bool'
  return String(argument).startsWith('0x') ? 'address' : 'u64'
}

// @feature trade.payload-checked
it('refuses a trade in words whose simulation is too large to be read', async () => {
  const { draft, answer } = await correctTrade('buy', ONE_TOKEN)
  const { payload } = answer
  if (payload === null || 'bytes' in payload) throw new Error('The trade is no call.')
  const move = {
    name: payload.function.split('::')[2],
    visibility: 'public',
    is_entry: true,
    generic_type_params: payload.typeArguments.map(() => ({ constraints: [] })),
    params: ['&signer', ...payload.functionArguments.map(paramFor)],
  }
  const written = `{"type":"0xbad::blob::Blob","data":{"v":[${Array(1_000_000).fill('[]').join(',')}]}}`
  const simulated = `[{${DONE},"changes":[{"type":"write_resource","address":"0x1","data":${written}}]}]`
  const server = await startServer((request, response) => {
    const url = request.url ?? ''
    const known = url === '/v1' ? LEDGER : url.includes('/module/') ? { abi: { exposed_functions: [move] } } : ACCOUNT
    response.setHeader('content-type', 'application/json')
    response.end(url.includes('simulate') ? simulated : JSON.stringify(known))
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { refusal } = await checkTrade({ ...TESTING_CONFIG, nodeUrl: `${server.url}/v1` }, draft, answer, SIGNER)
  expect(refusal).toBe(
    'This couldn’t be checked: the items’ data is too large. Your wallet was not asked, and nothing was moved.',
  )
})
