import {
  AccountAddress,
  type AnyRawTransaction,
  Deserializer,
  MultiAgentTransaction,
  RawTransaction,
  SimpleTransaction,
  TransactionPayload,
} from '@aptos-labs/ts-sdk'
import {
  type AptosSignAndSubmitTransactionInput,
  type AptosSignAndSubmitTransactionOutput,
  type AptosSignTransactionInputV1_1,
  type AptosSignTransactionOutputV1_1,
  AptosWalletError,
  AptosWalletErrorCode,
} from '@aptos-labs/wallet-standard'
import type { HeldAccount } from './account-book.ts'
import type { NodeClient } from './node-client.ts'
import { confirmTransaction } from './panel/confirm-transaction.ts'
import { element } from './panel/element.ts'
import { simulationCard } from './panel/simulation-card.ts'

/**
 * Rebuilds a page's transaction from its bytes. The page's objects come from its own copy of the SDK, whose classes
 * are not ours, and could change after they were shown: what is shown and signed is this copy.
 */
function ownCopy(transaction: AnyRawTransaction): AnyRawTransaction {
  const raw = RawTransaction.deserialize(new Deserializer(transaction.rawTransaction.bcsToBytes()))
  const payer = transaction.feePayerAddress
  const feePayer = payer === undefined ? undefined : AccountAddress.from(payer.toString(), { maxMissingChars: 63 })
  const secondary = transaction.secondarySignerAddresses
  if (secondary === undefined) return new SimpleTransaction(raw, feePayer)
  const signers = secondary.map((signer) => AccountAddress.from(signer.toString(), { maxMissingChars: 63 }))
  return new MultiAgentTransaction(raw, signers, feePayer)
}

/** Answers the page's requests about transactions, one at a time, so that sequence numbers follow each other. */
export class TransactionRequests {
  readonly #node: NodeClient
  #queue: Promise<unknown> = Promise.resolve()
  #lastHash: string | null = null

  constructor(node: NodeClient) {
    this.#node = node
  }

  /** Signs a transaction that the page built. @returns null when the user rejects. */
  signBuilt(page: AnyRawTransaction, account: HeldAccount): Promise<ReturnType<typeof authenticate> | null> {
    return this.#inTurn(async () => {
      const transaction = ownCopy(page)
      requireSigner(transaction, account)
      return (await this.#confirm(transaction, account)) ? authenticate(transaction, account) : null
    })
  }

  /** Builds and signs what the page described. @returns null when the user rejects. */
  signDescribed(
    input: AptosSignTransactionInputV1_1,
    account: HeldAccount,
  ): Promise<AptosSignTransactionOutputV1_1 | null> {
    return this.#inTurn(async () => {
      const rawTransaction = await this.#build(input, account)
      if (!(await this.#confirm(rawTransaction, account))) return null
      return { authenticator: authenticate(rawTransaction, account), rawTransaction }
    })
  }

  /** Builds, signs and submits to the configured node. @returns null when the user rejects. */
  signAndSubmit(
    input: AptosSignAndSubmitTransactionInput,
    account: HeldAccount,
  ): Promise<AptosSignAndSubmitTransactionOutput | null> {
    return this.#inTurn(async () => {
      const transaction = await this.#build(input, account)
      if (!(await this.#confirm(transaction, account))) return null
      const senderAuthenticator = authenticate(transaction, account)
      const { hash } = await this.#node.aptos.transaction.submit.simple({ transaction, senderAuthenticator })
      this.#lastHash = hash
      return { hash }
    })
  }

  async #build(input: AptosSignTransactionInputV1_1, account: HeldAccount): Promise<SimpleTransaction> {
    const { payload } = input
    if (payload instanceof TransactionPayload || !('function' in payload || 'bytecode' in payload)) {
      throw new AptosWalletError(
        AptosWalletErrorCode.Unsupported,
        'This wallet signs entry functions and scripts only.',
      )
    }
    await this.#settleLast()
    return this.#node.buildTransaction(account.key.accountAddress, { ...input, payload })
  }

  /** The next sequence number is known to the node only after the last transaction is committed. */
  async #settleLast(): Promise<void> {
    if (this.#lastHash === null) return
    const transactionHash = this.#lastHash
    this.#lastHash = null
    await this.#node.aptos
      .waitForTransaction({ transactionHash, options: { timeoutSecs: 5, checkSuccess: false } })
      .catch(() => undefined)
  }

  #confirm(transaction: AnyRawTransaction, account: HeldAccount): Promise<boolean> {
    const alone = transaction instanceof SimpleTransaction && transaction.feePayerAddress === undefined
    const effects = alone
      ? simulationCard(transaction, account, this.#node)
      : element(
          'div',
          { class: 'warning' },
          'Several accounts sign this transaction, so its effects cannot be shown in advance.',
        )
    return confirmTransaction(transaction.rawTransaction, account, this.#node, effects)
  }

  #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }
}

function authenticate(transaction: AnyRawTransaction, account: HeldAccount) {
  return account.key.signTransactionWithAuthenticator(transaction)
}

/** @throws AptosWalletError when the account is none of the transaction's signers. */
function requireSigner(transaction: AnyRawTransaction, account: HeldAccount): void {
  const signers = [
    transaction.rawTransaction.sender,
    ...(transaction.secondarySignerAddresses ?? []),
    ...(transaction.feePayerAddress === undefined ? [] : [transaction.feePayerAddress]),
  ].map((signer): string => signer.toStringLong())
  // A sponsor that is not known yet is 0x0 and may be this account.
  const open = transaction.feePayerAddress?.toString() === '0x0'
  if (!open && !signers.includes(account.address)) {
    throw new AptosWalletError(
      AptosWalletErrorCode.Unauthorized,
      `${account.name} is not a signer of this transaction.`,
    )
  }
}
