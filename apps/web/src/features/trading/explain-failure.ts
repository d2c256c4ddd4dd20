import { explainStatus } from '@opal/domain/failures/explain-status'

/** A transaction that the chain has refused, in words: what happened, whether money moved, what to do. */
export function explainFailure(vmStatus: string): string {
  const known = explainStatus(vmStatus)?.sentence ?? 'The chain refused the transaction.'
  const ended = known.endsWith('.') ? known : `${known}.`
  return `${ended} Nothing was moved except the gas fee. Details: ${vmStatus}`
}
