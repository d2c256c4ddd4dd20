import type { Address } from '@opal/domain/address'
import type { FastifyInstance } from 'fastify'
import type { Ledger, SimulationOverrides } from '../../ledger/ledger.ts'
import { affordableGas } from '../affordable-gas.ts'
import { parseBooleanQuery } from '../parameters.ts'
import { renderTransaction } from '../render/transaction.ts'
import type { RestContext } from '../rest-context.ts'
import { GAS_UNIT_PRICE, PRIORITIZED_GAS_UNIT_PRICE } from './gas-price.ts'
import { readTransaction } from './submit.ts'

interface SimulateQuery {
  readonly estimate_gas_unit_price?: unknown
  readonly estimate_max_gas_amount?: unknown
  readonly estimate_prioritized_gas_unit_price?: unknown
}

/** `POST /v1/transactions/simulate`: what would happen, as a list of one transaction. Nothing is committed. */
export function addSimulateRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.post<{ Querystring: SimulateQuery }>('/transactions/simulate', (request) => {
    const signedBytes = readTransaction(request.body, ledger)
    const overrides = readOverrides(request.query, signedBytes, ledger)
    return [renderTransaction(ledger.simulate(signedBytes, overrides))]
  })
}

function readOverrides(query: SimulateQuery, signedBytes: Uint8Array, ledger: Ledger): SimulationOverrides {
  const price = wantedPrice(query)
  const limit = parseBooleanQuery(query.estimate_max_gas_amount, 'estimate_max_gas_amount')
    ? affordableGas(signedBytes, price, (account) => readBalance(ledger, account))
    : null
  return {
    ...(price === null ? {} : { gasUnitPrice: price }),
    ...(limit === null ? {} : { maxGasAmount: limit }),
  }
}

/** The prioritised estimate wins when both are asked for. */
function wantedPrice(query: SimulateQuery): bigint | null {
  const ordinary = parseBooleanQuery(query.estimate_gas_unit_price, 'estimate_gas_unit_price')
  const name = 'estimate_prioritized_gas_unit_price'
  if (parseBooleanQuery(query.estimate_prioritized_gas_unit_price, name)) return BigInt(PRIORITIZED_GAS_UNIT_PRICE)
  return ordinary ? BigInt(GAS_UNIT_PRICE) : null
}

function readBalance(ledger: Ledger, account: Address): bigint {
  const { values } = ledger.view('0x1::coin::balance', ['0x1::aptos_coin::AptosCoin'], [account])
  return BigInt(String(values[0]))
}
