import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { RefusedTrades } from '../../trading/refused-trades.ts'

const Reason = z.object({ code: z.string() }).nullish()
const Refusal = z.object({
  payload: z.null(),
  reason: Reason,
  items: z.array(z.object({ reason: Reason })),
})

/**
 * Logs and counts that a trade was not offered, with the codes of its reasons: such an answer is 200, and who asks by its request id why a
 * trade failed needs a trace of it. A page that keeps its quote fresh asks again and again, and is logged once.
 */
export function noteRefusal(refused: RefusedTrades, request: FastifyRequest, call: string, result: unknown): void {
  if ((request.query as { refresh?: string }).refresh !== undefined) return
  const { data } = Refusal.safeParse(result)
  if (data === undefined) return
  const codes = [data.reason, ...data.items.map(({ reason }) => reason)].flatMap((reason) => reason?.code ?? [])
  refused.note(call, codes)
  request.log.info({ requestId: request.id, call, reasons: [...new Set(codes)] }, 'trade not offered')
}
