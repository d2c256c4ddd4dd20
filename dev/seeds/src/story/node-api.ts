/** The node's API, as any client uses it. */
export class NodeApi {
  readonly #nodeUrl: string

  /** @param nodeUrl REST base, e.g. `http://127.0.0.1:8080/v1` */
  constructor(nodeUrl: string) {
    this.#nodeUrl = nodeUrl
  }

  /** @throws Error when the node cannot be reached. */
  async sequenceNumber(address: string): Promise<bigint> {
    const account = await this.#json(`/accounts/${address}`)
    return BigInt(String(account.sequence_number))
  }

  /**
   * Submits and waits until it is committed.
   * @returns the VM's status
   * @throws Error when the node refuses it or cannot be reached.
   */
  async submit(signedBytes: Uint8Array<ArrayBuffer>): Promise<{ success: boolean; status: string }> {
    const pending = await this.#json('/transactions', {
      method: 'POST',
      headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
      body: signedBytes,
    })
    const done = await this.#json(`/transactions/wait_by_hash/${String(pending.hash)}`)
    return { success: done.success === true, status: String(done.vm_status ?? 'pending') }
  }

  async #json(path: string, init: RequestInit = {}): Promise<Readonly<Record<string, unknown>>> {
    const response = await fetch(this.#nodeUrl + path, { ...init, signal: AbortSignal.timeout(5_000) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  }
}
