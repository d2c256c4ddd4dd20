/**
 * View `chain.processor_status`: how far each processor of Aptos' own indexer would be. All follow our checkpoint;
 * the Aptos SDK waits for it after every write.
 */
export interface ProcessorStatusRow {
  readonly processor: string
  readonly last_success_version: bigint
  readonly last_updated: string
  readonly last_transaction_timestamp: string | null
}
