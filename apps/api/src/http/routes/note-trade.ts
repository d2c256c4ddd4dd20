import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { TradeCounts } from '../../trading/trade-counts.ts'

const Reason = z.object({ code: z.string() }).nullish()
const Refusal = z.object({
  payload: z.null(),
  reason: Reason,
  items: z.array(z.object({ reason: Reason })),
})

/**
 * Counts an answer to a request for a trade. An answer without an offer has status 200, so it is logged and counted with the codes of its
 * reasons: an operator who is asked about a request id finds them. Requests by which a page refreshes its quote are not counted.
 */
export function noteTrade(counts: TradeCounts, request: FastifyRequest, call: string, result: unknown): void {
  if ((request.query as { refresh?: string }).refresh !== undefined) return
  const { data } = Refusal.safeParse(result)
  if (data === undefined) {
    counts.note(call, null)
    return
  }
  const codes = [data.reason, ...data.items.map(({ reason }) => reason)].flatMap((reason) => reason?.code ?? [])
  counts.note(call, codes)
  request.log.info({ requestId: request.id, call, reasons: [...new Set(codes)] }, 'trade not offered')
}
