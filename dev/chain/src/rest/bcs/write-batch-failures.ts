import type { Serializer } from '@aptos-labs/ts-sdk'
import type { ErrorBody, ErrorCode } from '../responses/api-error.ts'
import { writeList, writeOption } from './write-parts.ts'

/** The codes in the order in which the node declares them: that is their number in BCS. @source AptosErrorCode */
const CODES: readonly ErrorCode[] = [
  'account_not_found',
  'resource_not_found',
  'module_not_found',
  'struct_field_not_found',
  'version_not_found',
  'transaction_not_found',
  'table_item_not_found',
  'block_not_found',
  'state_value_not_found',
  'version_pruned',
  'block_pruned',
  'invalid_input',
  'invalid_transaction_update',
  'sequence_number_too_old',
  'vm_error',
  'rejected_by_filter',
  'health_check_failed',
  'mempool_is_full',
  'internal_error',
  'web_framework_error',
  'bcs_not_supported',
  'api_disabled',
]

/** One transaction of a batch that was refused. */
export interface BatchFailure {
  readonly error: ErrorBody
  readonly transaction_index: number
}

/** Writes a TransactionsBatchSubmissionResult. @source the node's api-types transaction, error */
export function writeBatchFailures(writer: Serializer, failures: readonly BatchFailure[]): void {
  writeList(writer, failures, ({ error, transaction_index }) => {
    writer.serializeStr(error.message)
    writer.serializeU32AsUleb128(CODES.indexOf(error.error_code))
    writeOption(writer, error.vm_error_code, (code) => writer.serializeU64(code))
    writer.serializeU64(transaction_index)
  })
}
