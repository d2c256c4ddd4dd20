import { toAddressOrNull } from '@opal/domain/address'
import type { FastifyInstance } from 'fastify'
import { sendBcs, wantsBcs } from '../bcs-answer.ts'
import { normaliseStructParameter } from '../move-type-text.ts'
import { parseAddressParameter } from '../parameters.ts'
import type { RestContext } from '../rest-context.ts'
import { stateAt } from '../state-at.ts'

/**
 * `GET /v1/accounts/:address/balance/:asset`: one bare number, in the asset's smallest unit. The asset is a
 * coin type or the address of a fungible asset's metadata. Other query parameters are ignored: the SDK sends some.
 */
export function addBalanceRoute(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { address: string; asset: string }; Querystring: { ledger_version?: unknown } }>(
    '/accounts/:address/balance/:asset',
    (request, reply) => {
      const address = parseAddressParameter(request.params.address)
      const state = stateAt(ledger, request.query.ledger_version)
      const metadata = toAddressOrNull(request.params.asset)
      const { values } =
        metadata === null
          ? state.view('0x1::coin::balance', [normaliseStructParameter(request.params.asset, 'asset_type')], [address])
          : state.view('0x1::primary_fungible_store::balance', ['0x1::fungible_asset::Metadata'], [address, metadata])
      if (wantsBcs(request)) return sendBcs(reply, (writer) => writer.serializeU64(BigInt(String(values[0]))))
      // As text, so that an amount above 2^53 keeps every digit.
      return reply.type('application/json').send(String(values[0]))
    },
  )
}
