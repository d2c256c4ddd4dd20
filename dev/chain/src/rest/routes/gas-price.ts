import type { FastifyInstance } from 'fastify'
import { answerInBoth } from '../responses/bcs-answer.ts'

/** Octas per gas unit. Nobody competes for blocks here, so the estimate is the network's minimum. */
export const GAS_UNIT_PRICE = 100
/** What a hurried sender would pay. @source the node's gas estimation: the next bucket above the minimum */
export const PRIORITIZED_GAS_UNIT_PRICE = 150

/** `GET /v1/estimate_gas_price`. In BCS the ordinary estimate alone. @source the node's GasEstimationBcs */
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
