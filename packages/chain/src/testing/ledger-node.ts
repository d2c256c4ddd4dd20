import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node that serves its chain id and head, and nothing else. */
export interface LedgerNode extends AsyncDisposable {
  /** With `/v1`. */
  readonly url: string
  /** Number of requests. */
  readonly asked: number
}

/** @param version its newest version, at the moment it is asked. */
export async function startLedgerNode(version: () => number, chainId = 4): Promise<LedgerNode> {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const ledger = { chain_id: chainId, ledger_version: String(version()), ledger_timestamp: '1', block_height: '1' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ledger))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get asked() {
      return asked
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
