import * as z from 'zod'

const U64 = z.string().meta({ description: 'A u64 as a decimal string', example: '32425224034' })
const Hex = z.string().meta({ description: 'Bytes as hex', example: '0x88fbd33f' })
const Address = z.string().meta({ description: 'An account address, 0x and up to 64 hex digits' })
const Hash = z.string().meta({ description: '0x and 64 hex digits' })
const Any = z.any()

const Resource = z.object({ type: z.string(), data: z.record(z.string(), Any) })
const Module = z.object({ bytecode: Hex, abi: z.record(z.string(), Any).optional() })
/** Each kind of transaction adds to these. */
const Transaction = z.looseObject({ type: z.string(), hash: Hash })
const Event = z.object({
  version: U64,
  guid: z.object({ creation_number: U64, account_address: Address }),
  sequence_number: U64,
  type: z.string(),
  data: Any,
})
const Described = z.object({
  sender: Address,
  sequence_number: U64,
  max_gas_amount: U64,
  gas_unit_price: U64,
  expiration_timestamp_secs: U64,
  payload: z.object({
    type: z.literal('entry_function_payload'),
    function: z.string(),
    type_arguments: z.array(z.string()),
    arguments: z.array(Any),
  }),
  replay_protection_nonce: U64.optional(),
})
const Signed = Described.extend({ signature: z.looseObject({ type: z.string() }) })
const ErrorBody = z.object({ message: z.string(), error_code: z.string(), vm_error_code: z.int().nullable() })

/** JSON schemas of bodies and responses, by name. */
export const SCHEMAS = {
  Any,
  Bcs: z.string().meta({ format: 'binary' }),
  Html: z.string(),
  Hex,
  Balance: z.int().meta({ format: 'uint64' }),
  AptosError: ErrorBody,
  IndexResponse: z.object({
    chain_id: z.int(),
    epoch: U64,
    ledger_version: U64,
    oldest_ledger_version: U64,
    ledger_timestamp: U64,
    node_role: z.literal('full_node'),
    oldest_block_height: U64,
    block_height: U64,
  }),
  HealthCheckSuccess: z.object({ message: z.string() }),
  Info: z.record(z.string(), z.string()),
  AccountData: z.object({ sequence_number: U64, authentication_key: Hex }),
  MoveResource: Resource,
  MoveResources: z.array(Resource),
  MoveModuleBytecode: Module,
  MoveModules: z.array(Module),
  Transaction,
  Transactions: z.array(Transaction),
  TransactionSummaries: z.array(
    z.object({
      type: z.literal('TransactionSummary'),
      sender: Address,
      version: U64,
      transaction_hash: Hash,
      replay_protector: z.union([z.object({ SequenceNumber: U64 }), z.object({ Nonce: U64 })]),
    }),
  ),
  AuxiliaryInfos: z.array(z.object({ type: z.enum(['none', 'v1']), transaction_index: z.int().optional() })),
  Events: z.array(Event),
  Block: z.object({
    block_height: U64,
    block_hash: Hash,
    block_timestamp: U64,
    first_version: U64,
    last_version: U64,
    transactions: z.array(Transaction).nullable(),
  }),
  GasEstimation: z.object({
    deprioritized_gas_estimate: z.int(),
    gas_estimate: z.int(),
    prioritized_gas_estimate: z.int(),
  }),
  SubmitTransactionRequest: Signed,
  SubmitTransactionRequests: z.array(Signed),
  TransactionsBatchSubmissionResult: z.object({
    transaction_failures: z.array(z.object({ error: ErrorBody, transaction_index: z.int() })),
  }),
  EncodeSubmissionRequest: Described.extend({ secondary_signers: z.array(Address).optional() }),
  TableItemRequest: z.object({ key_type: z.string(), value_type: z.string(), key: Any }),
  RawTableItemRequest: z.object({ key: Hex }),
  ViewRequest: z.object({ function: z.string(), type_arguments: z.array(z.string()), arguments: z.array(Any) }),
  Values: z.array(Any),
} as const satisfies Readonly<Record<string, z.ZodType>>
