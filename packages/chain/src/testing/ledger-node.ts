import { startServer } from '@opal/domain/testing/start-server'

/** A node that serves its chain id and head, and nothing else. */
export interface LedgerNode extends AsyncDisposable {
  /** With `/v1`. */
  readonly url: string
}

/**
 * Starts a node on a free port.
 * @param version returns the ledger version of each response
 * @param timestampMicros returns its time
 */
export async function startLedgerNode(
  version: () => number,
  chainId = 4,
  timestampMicros: () => bigint = () => 1n,
): Promise<LedgerNode> {
  const server = await startServer((_request, response) => {
    const ledger = {
      chain_id: chainId,
      ledger_version: String(version()),
      block_height: '1',
      ledger_timestamp: String(timestampMicros()),
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ledger))
  })
  return { ...server, url: `${server.url}/v1` }
}
