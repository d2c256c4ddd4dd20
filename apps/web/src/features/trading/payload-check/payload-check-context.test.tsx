// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { useContext } from 'react'
import { expect, it } from 'vitest'
import { TESTING_CONFIG } from '../../../testing/testing-config.ts'
import { PayloadCheckContext } from './payload-check-context.ts'
import { correctTrade } from './testing/correct-trades.ts'
import { ONE_TOKEN, SIGNER } from './testing/trade-fixtures.ts'

/** Its node refuses connections. */
const CONFIG = { ...TESTING_CONFIG, nodeUrl: 'http://127.0.0.1:1/v1' }

// @feature trade.payload-checked
it('is the check by the page itself where no test puts another in its place', async () => {
  const { result } = renderHook(() => useContext(PayloadCheckContext))
  const { draft, answer } = await correctTrade('buy', ONE_TOKEN)
  const refusalOf = async (given: typeof answer) => (await result.current(CONFIG, draft, given, SIGNER)).refusal
  const theft: typeof answer.payload = {
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    functionArguments: [`0x${'a7'.repeat(32)}`, '1'],
  }
  expect(await refusalOf({ ...answer, payload: theft })).toContain('a different transaction from the one you chose')
  // A correct payload still has to be simulated by the page's own node.
  expect(await refusalOf(answer)).toContain('couldn’t be checked')
})
