import {
  AccountAddress,
  type AnyRawTransaction,
  Aptos,
  AptosConfig,
  type Ed25519PublicKey,
  Network,
  type SimpleTransaction,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import type { AptosSignTransactionInputV1_1 } from '@aptos-labs/wallet-standard'

export type TransactionRequest = Pick<
  AptosSignTransactionInputV1_1,
  'gasUnitPrice' | 'maxGasAmount' | 'expirationTimestamp' | 'expirationSecondsFromNow' | 'sequenceNumber' | 'feePayer'
> & { readonly payload: Parameters<Aptos['transaction']['build']['simple']>[0]['data'] }

const DEFAULT_EXPIRY_SECONDS = 60

/** Client of the configured node: builds, simulates and reads. */
export class NodeClient {
  readonly aptos: Aptos

  constructor(nodeUrl: string) {
    // CUSTOM makes the SDK use our address and ask the node for its chain id; LOCAL would always go to port 8080.
    this.aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: nodeUrl }))
  }

  /** Builds the transaction that a page described. */
  buildTransaction(sender: AccountAddress, request: TransactionRequest): Promise<SimpleTransaction> {
    const expireTimestamp =
      request.expirationTimestamp ??
      Math.floor(Date.now() / 1000) + (request.expirationSecondsFromNow ?? DEFAULT_EXPIRY_SECONDS)
    return this.aptos.transaction.build.simple({
      sender,
      data: request.payload,
      withFeePayer: request.feePayer !== undefined,
      options: {
        expireTimestamp,
        ...(request.gasUnitPrice === undefined ? {} : { gasUnitPrice: request.gasUnitPrice }),
        ...(request.maxGasAmount === undefined ? {} : { maxGasAmount: request.maxGasAmount }),
        ...(request.sequenceNumber === undefined ? {} : { accountSequenceNumber: request.sequenceNumber }),
      },
    })
  }

  /** Returns the Move types of an entry function's arguments, without signers; empty when the node does not know it. */
  async parameterTypes(address: string, module: string, name: string): Promise<readonly string[]> {
    try {
      const { abi } = await this.aptos.getAccountModule({ accountAddress: address, moduleName: module })
      const params = abi?.exposed_functions.find((candidate) => candidate.name === name)?.params ?? []
      return params.filter((type) => type !== 'signer' && type !== '&signer')
    } catch {
      return []
    }
  }

  /** Runs the transaction without committing; `refused` says why the node did not. */
  async simulate(
    transaction: AnyRawTransaction,
    signer: Ed25519PublicKey,
  ): Promise<UserTransactionResponse | { readonly refused: string }> {
    try {
      const [result] = await this.aptos.transaction.simulate.simple({
        signerPublicKey: signer,
        transaction: transaction as SimpleTransaction,
      })
      return result ?? { refused: 'The node did not respond.' }
    } catch (error) {
      return { refused: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns an account's APT in octas; null when the node does not answer. */
  async balanceOctas(address: string): Promise<bigint | null> {
    try {
      const amount = await this.aptos.getAccountAPTAmount({ accountAddress: AccountAddress.from(address) })
      return BigInt(amount)
    } catch {
      return null
    }
  }

  /** Returns the name of a `0x4` token, or null for any other object. */
  async tokenName(object: string): Promise<string | null> {
    try {
      const resource = await this.aptos.getAccountResource<{ name: { value: string } }>({
        accountAddress: object,
        resourceType: '0x4::token::TokenIdentifiers',
      })
      return resource.name.value
    } catch {
      return null
    }
  }
}
