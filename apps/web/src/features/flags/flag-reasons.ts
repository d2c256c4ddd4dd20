/** What people can say is wrong. The sentence is what is sent and what the log shows. */
export const FLAG_REASONS = [
  {
    value: 'Copy of another collection',
    label: 'Copy of another collection',
    hint: 'Its pictures or its name are somebody else’s.',
  },
  { value: 'Stolen tokens', label: 'Stolen tokens', hint: 'They were taken from their owner and are sold on.' },
  { value: 'Misleading', label: 'Misleading', hint: 'It promises what it is not, or poses as a project.' },
  { value: 'Harmful links', label: 'Harmful links', hint: 'Its description or pictures lead to a trap for wallets.' },
  { value: 'Unlawful or explicit content', label: 'Unlawful or explicit content' },
  { value: 'Something else', label: 'Something else', hint: 'Say it in the remarks.' },
] as const

export type FlagReason = (typeof FLAG_REASONS)[number]['value']

/** Is this enough to send? "Something else" needs words. */
export function isFlagComplete(reason: FlagReason | null, remarks: string): reason is FlagReason {
  return reason !== null && (reason !== 'Something else' || remarks.trim() !== '')
}
