import type { flagReason } from '@opal/contract/collections/flags'
import type * as z from 'zod'

interface Choice {
  /** Sent to the API, and shown in the log. */
  readonly value: FlagReason
  readonly label: string
  readonly hint?: string
}

/** The reasons that can be chosen. */
export const FLAG_REASONS: readonly Choice[] = [
  {
    value: 'Copy of another collection',
    label: 'Copy of another collection',
    hint: 'It uses someone else’s images or name.',
  },
  { value: 'Stolen tokens', label: 'Stolen tokens', hint: 'Taken from their owner and resold.' },
  { value: 'Misleading', label: 'Misleading', hint: 'It misrepresents itself or impersonates a project.' },
  { value: 'Harmful links', label: 'Harmful links', hint: 'Its description or images link to a wallet drainer.' },
  { value: 'Unlawful or explicit content', label: 'Unlawful or explicit content' },
  { value: 'Something else', label: 'Something else', hint: 'Tell us in the remarks.' },
]

export type FlagReason = z.output<typeof flagReason>

/** Returns whether a flag can be sent: "Something else" requires remarks. */
export function isFlagComplete(reason: FlagReason | null, remarks: string): reason is FlagReason {
  return reason !== null && (reason !== 'Something else' || remarks.trim() !== '')
}
