import { MoveAbort } from '@opal/marketplaces/move-module'
import { InvalidTransactionBytes, SimulationRefused, SubmitRejection, ViewRefused } from '../ledger/errors.ts'
import { ApiError } from './api-error.ts'

/** Status number of a Move abort. @source the VM's StatusCode::ABORTED */
const ABORTED = 4016

/** What the ledger refuses, as the node words it. @returns null for anything that is no refusal. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof SubmitRejection) {
    const message = `Invalid transaction: Type: Validation Code: ${error.vmStatus}`
    return new ApiError(400, 'vm_error', message, error.vmErrorCode)
  }
  if (error instanceof InvalidTransactionBytes) {
    const message = `Failed to deserialize input into SignedTransaction: ${error.message}`
    return new ApiError(400, 'invalid_input', message)
  }
  if (error instanceof SimulationRefused || error instanceof ViewRefused) {
    return new ApiError(400, 'invalid_input', error.message)
  }
  if (error instanceof MoveAbort) return new ApiError(400, 'invalid_input', error.message, ABORTED)
  return null
}
