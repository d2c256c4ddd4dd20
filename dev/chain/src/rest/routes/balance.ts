import { type Address, toAddressOrNull } from '@opal/domain/address'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import type { FastifyInstance } from 'fastify'
import { primaryStoreAddress } from '../../ledger/state/addresses.ts'
import { APT_METADATA, FUNGIBLE_STORE, fungibleStoreBalance } from '../../ledger/state/apt-state.ts'
import type { StateView } from '../../ledger/state/state-view.ts'
import { normaliseStructParameter } from '../requests/move-type-text.ts'
import { parseAddressParameter } from '../requests/parameters.ts'
import { sendBcs, wantsBcs } from '../responses/bcs-answer.ts'
import { type RestContext, stateAt } from '../rest-context.ts'

/**
 * `GET /v1/accounts/:address/balance/:asset`: one bare number, in the asset's smallest unit. The asset is a
 * coin type or the address of a fungible asset's metadata; of one that does not exist everybody has 0. Other query parameters are ignored: the SDK sends some.
 */
export function addBalanceRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string; asset: string }; Querystring: { ledger_version?: unknown } }>(
    '/accounts/:address/balance/:asset',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      const balance = balanceOf(state, address, assetOf(request.params.asset))
      if (wantsBcs(request)) return sendBcs(reply, (writer) => writer.serializeU64(balance))
      // As text, so that an amount above 2^53 keeps every digit.
      return reply.type('application/json').send(String(balance))
    },
  )
}

/** The metadata address of a fungible asset, APT's for its coin type; null for any other coin type, of which there is none. */
function assetOf(text: string): Address | null {
  const metadata = toAddressOrNull(text)
  if (metadata !== null) return metadata
  return normaliseStructParameter(text, 'asset_type') === APT_COIN_TYPE ? APT_METADATA : null
}

function balanceOf(state: StateView, owner: Address, metadata: Address | null): bigint {
  if (metadata === null) return 0n
  if (metadata !== APT_METADATA) {
    return fungibleStoreBalance(state.resource(primaryStoreAddress(owner, metadata), FUNGIBLE_STORE)) ?? 0n
  }
  const { values } = state.view('0x1::coin::balance', [APT_COIN_TYPE], [owner])
  return BigInt(String(values[0]))
}
