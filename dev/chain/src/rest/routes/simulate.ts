import { Deserializer, RawTransaction } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { FastifyInstance } from 'fastify'
import type { CommittedTransaction, Ledger, SimulationOverrides } from '../../ledger/ledger.ts'
import { layoutsOf } from '../bcs/encode-value.ts'
import { writeOnChain } from '../bcs/write-transaction.ts'
import { renderTransaction } from '../render/transaction.ts'
import { parseBooleanQuery } from '../requests/parameters.ts'
import { readBcs, readTransaction } from '../requests/signed-body.ts'
import { answerInBoth } from '../responses/bcs-answer.ts'
import type { RestContext } from '../rest-context.ts'

interface SimulateQuery {
  readonly estimate_gas_unit_price?: unknown
  readonly estimate_max_gas_amount?: unknown
  readonly estimate_prioritized_gas_unit_price?: unknown
}

/** Adds `POST /v1/transactions/simulate`: what would happen, as a list of one transaction; in BCS that one. Nothing is committed. */
export function addSimulateRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.post<{ Querystring: SimulateQuery }>('/transactions/simulate', (request, reply) => {
    const signed = readTransaction(request.body, ledger)
    const overrides = readOverrides(request.query, signed, ledger)
    const committed = { transaction: asSimulated(ledger.simulate(signed, overrides), ledger), signed }
    reply.header('x-aptos-gas-used', String(committed.transaction.info?.gasUsed ?? 0n))
    const layouts = layoutsOf(ledger)
    return answerInBoth(request, reply, {
      json: () => [renderTransaction(committed, layouts)],
      bcs: (writer) => writeOnChain(writer, committed, layouts),
    })
  })
}

const NO_HASH = new Uint8Array(32)

/** Fills in what a simulated transaction lacks: the newest version, and zeros as hashes. */
function asSimulated(transaction: CommittedTransaction, ledger: Ledger): CommittedTransaction {
  const hashes = { stateChangeHash: NO_HASH, eventRootHash: NO_HASH, accumulatorRootHash: NO_HASH }
  return { ...transaction, version: ledger.head.version, info: { ...transaction.info, ...hashes } }
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

/** Largest gas limit a transaction may name. @source gas schedule, maximum_number_of_gas_units */
const MAX_GAS_UNITS = 2_000_000n

/**
 * Returns the largest gas limit the sender of a transaction can pay for.
 * @param gasUnitPrice octas per unit; null takes the transaction's own.
 * @param balanceOf octas an account holds.
 */
function affordableGas(
  signedBytes: Uint8Array,
  gasUnitPrice: bigint | null,
  balanceOf: (account: Address) => bigint,
): bigint {
  const raw = readBcs('SignedTransaction', signedBytes, (bytes) => RawTransaction.deserialize(new Deserializer(bytes)))
  const price = gasUnitPrice ?? raw.gas_unit_price
  if (price === 0n) return MAX_GAS_UNITS
  const affordable = balanceOf(parseAddress(raw.sender.toString())) / price
  return affordable < MAX_GAS_UNITS ? affordable : MAX_GAS_UNITS
}

/** Octas per gas unit. Block space is never scarce here, so the estimate is the network's minimum. */
const GAS_UNIT_PRICE = 100
/** Gas price for faster inclusion, in octas. @source the node's gas estimation: the next bucket above the minimum */
const PRIORITIZED_GAS_UNIT_PRICE = 150

/** Adds `GET /v1/estimate_gas_price`. In BCS the ordinary estimate alone. @source the node's GasEstimationBcs */
export function addGasPriceRoute(app: FastifyInstance): void {
  app.get('/estimate_gas_price', (request, reply) =>
    answerInBoth(request, reply, {
      json: () => ({
        deprioritized_gas_estimate: GAS_UNIT_PRICE,
        gas_estimate: GAS_UNIT_PRICE,
        prioritized_gas_estimate: PRIORITIZED_GAS_UNIT_PRICE,
      }),
      bcs: (writer) => writer.serializeU64(GAS_UNIT_PRICE),
    }),
  )
}
