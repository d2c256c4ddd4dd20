/** One thing that the node can be asked. */
export interface Operation {
  readonly method: 'get' | 'post'
  /** Below `/v1`, path parameters in braces. */
  readonly path: string
  readonly id: string
  readonly tag: 'Accounts' | 'Blocks' | 'Events' | 'General' | 'Tables' | 'Transactions' | 'View'
  readonly summary: string
  /** Query parameters. */
  readonly query?: readonly QueryName[]
  /** The body's schema, by content type. */
  readonly body?: Readonly<Record<string, string>>
  /** Name of the schema of the answer in JSON. */
  readonly answer: string
  /** Statuses of success; 200 unless said. */
  readonly statuses?: readonly number[]
  /** Set when the response has a BCS form. */
  readonly inBcs?: boolean
}

export type QueryName =
  | 'ledger_version'
  | 'start'
  | 'limit'
  | 'cursor'
  | 'with_transactions'
  | 'start_version'
  | 'end_version'
  | 'duration_secs'
  | 'estimate_gas_unit_price'
  | 'estimate_max_gas_amount'
  | 'estimate_prioritized_gas_unit_price'

const JSON_TYPE = 'application/json'
const SIGNED = 'application/x.aptos.signed_transaction+bcs'
const VIEW = 'application/x.aptos.view_function+bcs'
const PAGE = ['start', 'limit'] as const
const AT = ['ledger_version'] as const
const STATE_PAGE = ['ledger_version', 'cursor', 'limit'] as const
const ESTIMATES = ['estimate_gas_unit_price', 'estimate_max_gas_amount', 'estimate_prioritized_gas_unit_price'] as const
const TRANSACTION_BODY = { [JSON_TYPE]: 'SubmitTransactionRequest', [SIGNED]: 'Bcs' }

const get = (
  path: string,
  id: string,
  tag: Operation['tag'],
  summary: string,
  more: Pick<Operation, 'answer'> & Partial<Operation>,
): Operation => ({ method: 'get', path, id, tag, summary, inBcs: true, ...more })
const post = (...parts: Parameters<typeof get>): Operation => ({ ...get(...parts), method: 'post' })

/** Everything that the node answers, as its own description words it. */
export const OPERATIONS: readonly Operation[] = [
  get('/', 'get_ledger_info', 'General', 'Get ledger info', { answer: 'IndexResponse' }),
  get('/-/healthy', 'healthy', 'General', 'Check basic node health', {
    answer: 'HealthCheckSuccess',
    query: ['duration_secs'],
    inBcs: false,
  }),
  get('/info', 'info', 'General', 'Show some basic info of the node', { answer: 'Info', inBcs: false }),
  get('/spec', 'spec', 'General', 'Show OpenAPI explorer', { answer: 'Html', inBcs: false }),
  get('/spec.json', 'spec_json', 'General', 'This description in JSON', { answer: 'Any', inBcs: false }),
  get('/spec.yaml', 'spec_yaml', 'General', 'This description in YAML', { answer: 'Any', inBcs: false }),
  get('/accounts/{address}', 'get_account', 'Accounts', 'Get account', { answer: 'AccountData', query: AT }),
  get('/accounts/{address}/resources', 'get_account_resources', 'Accounts', 'Get account resources', {
    answer: 'MoveResources',
    query: STATE_PAGE,
  }),
  get('/accounts/{address}/resource/{resource_type}', 'get_account_resource', 'Accounts', 'Get account resource', {
    answer: 'MoveResource',
    query: AT,
  }),
  get('/accounts/{address}/modules', 'get_account_modules', 'Accounts', 'Get account modules', {
    answer: 'MoveModules',
    query: STATE_PAGE,
  }),
  get('/accounts/{address}/module/{module_name}', 'get_account_module', 'Accounts', 'Get account module', {
    answer: 'MoveModuleBytecode',
    query: AT,
  }),
  get('/accounts/{address}/balance/{asset_type}', 'get_account_balance', 'Accounts', 'Get account balance', {
    answer: 'Balance',
    query: AT,
  }),
  get('/accounts/{address}/transactions', 'get_account_transactions', 'Transactions', 'Get account transactions', {
    answer: 'Transactions',
    query: PAGE,
  }),
  get(
    '/accounts/{address}/transaction_summaries',
    'get_account_transaction_summaries',
    'Transactions',
    'Get account transaction summaries',
    { answer: 'TransactionSummaries', query: ['start_version', 'end_version', 'limit'] },
  ),
  get(
    '/accounts/{address}/events/{creation_number}',
    'get_events_by_creation_number',
    'Events',
    'Get events by creation number',
    {
      answer: 'Events',
      query: PAGE,
    },
  ),
  get(
    '/accounts/{address}/events/{event_handle}/{field_name}',
    'get_events_by_event_handle',
    'Events',
    'Get events by event handle',
    {
      answer: 'Events',
      query: PAGE,
    },
  ),
  get('/blocks/by_height/{block_height}', 'get_block_by_height', 'Blocks', 'Get blocks by height', {
    answer: 'Block',
    query: ['with_transactions'],
  }),
  get('/blocks/by_version/{version}', 'get_block_by_version', 'Blocks', 'Get blocks by version', {
    answer: 'Block',
    query: ['with_transactions'],
  }),
  get('/transactions', 'get_transactions', 'Transactions', 'Get transactions', { answer: 'Transactions', query: PAGE }),
  get(
    '/transactions/auxiliary_info',
    'get_transactions_auxiliary_info',
    'Transactions',
    'Get transactions auxiliary info',
    {
      answer: 'AuxiliaryInfos',
      query: ['start_version', 'limit'],
    },
  ),
  get('/transactions/by_hash/{txn_hash}', 'get_transaction_by_hash', 'Transactions', 'Get transaction by hash', {
    answer: 'Transaction',
  }),
  get(
    '/transactions/wait_by_hash/{txn_hash}',
    'wait_transaction_by_hash',
    'Transactions',
    'Wait for transaction by hash',
    {
      answer: 'Transaction',
    },
  ),
  get(
    '/transactions/by_version/{txn_version}',
    'get_transaction_by_version',
    'Transactions',
    'Get transaction by version',
    {
      answer: 'Transaction',
    },
  ),
  get('/estimate_gas_price', 'estimate_gas_price', 'Transactions', 'Estimate gas price', { answer: 'GasEstimation' }),
  post('/transactions', 'submit_transaction', 'Transactions', 'Submit transaction', {
    answer: 'Transaction',
    body: TRANSACTION_BODY,
    statuses: [202],
  }),
  post('/transactions/batch', 'submit_batch_transactions', 'Transactions', 'Submit batch transactions', {
    answer: 'TransactionsBatchSubmissionResult',
    body: { [JSON_TYPE]: 'SubmitTransactionRequests', [SIGNED]: 'Bcs' },
    statuses: [202, 206],
  }),
  post('/transactions/simulate', 'simulate_transaction', 'Transactions', 'Simulate transaction', {
    answer: 'Transactions',
    body: TRANSACTION_BODY,
    query: ESTIMATES,
  }),
  post('/transactions/encode_submission', 'encode_submission', 'Transactions', 'Encode submission', {
    answer: 'Hex',
    body: { [JSON_TYPE]: 'EncodeSubmissionRequest' },
    inBcs: false,
  }),
  post('/tables/{table_handle}/item', 'get_table_item', 'Tables', 'Get table item', {
    answer: 'Any',
    body: { [JSON_TYPE]: 'TableItemRequest' },
    query: AT,
  }),
  post('/tables/{table_handle}/raw_item', 'get_raw_table_item', 'Tables', 'Get raw table item', {
    answer: 'Any',
    body: { [JSON_TYPE]: 'RawTableItemRequest' },
    query: AT,
  }),
  post('/view', 'view', 'View', 'Execute view function of a module', {
    answer: 'Values',
    body: { [JSON_TYPE]: 'ViewRequest', [VIEW]: 'Bcs' },
    query: AT,
  }),
]
