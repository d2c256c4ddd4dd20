import {
  Account,
  AccountAddress,
  type AccountAuthenticator,
  Ed25519PrivateKey,
  generateSignedTransaction,
  MultiAgentTransaction,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  SigningSchemeInput,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { expect, test } from 'vitest'
import { FRAMEWORK_MODULES } from '../../modules/framework-modules.ts'
import type { CommittedTransaction } from '../ledger.ts'
import { faucetAccount } from '../state/accounts.ts'
import { addressOf, createTestChain, type TestChain } from '../testing/test-chain.ts'
import { createCallSigner } from './sign-call.ts'

const signer = createCallSigner(FRAMEWORK_MODULES)
const BOB = parseAddress('0xb0b')
const TRANSFER = '0x1::aptos_account::transfer'
const keys = [1, 2, 3].map((seed) => new Ed25519PrivateKey(Uint8Array.from({ length: 32 }, () => seed)))

const accounts: readonly (readonly [string, Account, object])[] = [
  ['ed25519', Account.generate(), { ed25519: {} }],
  ['single-key ed25519', Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false }), single(1)],
  ['single-key secp256k1', Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa }), single(2)],
  [
    'multi-ed25519',
    new MultiEd25519Account({
      publicKey: new MultiEd25519PublicKey({ publicKeys: keys.map((key) => key.publicKey()), threshold: 2 }),
      signers: keys.slice(0, 2),
    }),
    { multiEd25519: { threshold: 2, publicKeyIndices: [0, 1] } },
  ],
  ['multi-key', multiKeyAccount(), { singleSender: { sender: { multiKeySignature: { signaturesRequired: 2 } } } }],
]

/** @param type 1 is ed25519, 2 is secp256k1. */
function single(type: number): object {
  return { singleSender: { sender: { singleKeySignature: { publicKey: { type }, signature: { type } } } } }
}

function multiKeyAccount(): MultiKeyAccount {
  const signers = [Account.generate({ legacy: false }), Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa })]
  const multiKey = new MultiKey({ publicKeys: signers.map((one) => one.publicKey), signaturesRequired: 2 })
  return new MultiKeyAccount({ multiKey, signers })
}

test.each(accounts)('accepts signatures of %s accounts, and streams their kind', async (_name, account, kind) => {
  await using chain = await createTestChain()
  chain.send(faucetAccount(), TRANSFER, [addressOf(account), 100_000_000n])
  const committed = chain.send(account, TRANSFER, [BOB, 5n])
  expect(committed.info?.success).toBe(true)
  expect(committed.user?.request?.signature).toMatchObject(kind)
})

test.each(accounts)('rejects a signature of %s over other bytes', async (_name, account) => {
  await using chain = await createTestChain()
  chain.send(faucetAccount(), TRANSFER, [addressOf(account), 100_000_000n])
  const transaction = simple(chain, account, 5n)
  const senderAuthenticator = account.signTransactionWithAuthenticator(simple(chain, account, 6n))
  const bytes = generateSignedTransaction({ transaction, senderAuthenticator })
  expect(() => chain.ledger.submit(bytes)).toThrow('INVALID_SIGNATURE')
})

test('charges the fee payer, whom the sender need not know when signing', async () => {
  await using chain = await createTestChain()
  const [sender, payer] = [chain.funded(1_000n), chain.funded(100_000_000n)] as const
  const rawTransaction = simple(chain, sender, 1_000n).rawTransaction
  const open = new SimpleTransaction(rawTransaction, AccountAddress.ZERO)
  const transaction = new SimpleTransaction(rawTransaction, payer.accountAddress)
  const bytes = generateSignedTransaction({
    transaction,
    senderAuthenticator: sender.signTransactionWithAuthenticator(open),
    feePayerAuthenticator: payer.signTransactionWithAuthenticator(transaction),
  })
  const committed = commit(chain, bytes)
  expect(committed.info?.success).toBe(true)
  expect(chain.balance(addressOf(sender))).toBe(0n)
  expect(chain.balance(addressOf(payer))).toBe(100_000_000n - (committed.info?.gasUsed ?? 0n) * 100n)
  expect(chain.ledger.accountSequenceNumber(addressOf(payer))).toBeNull()
})

test('requires every signature of a multi-agent transaction', async () => {
  await using chain = await createTestChain()
  const [sender, second] = [chain.funded(100_000_000n), chain.funded(1_000n)] as const
  const transaction = new MultiAgentTransaction(simple(chain, sender, 5n).rawTransaction, [second.accountAddress])
  const senderAuthenticator = sender.signTransactionWithAuthenticator(transaction)
  const signedBy = (authenticator: AccountAuthenticator) =>
    generateSignedTransaction({ transaction, senderAuthenticator, additionalSignersAuthenticators: [authenticator] })
  expect(() => chain.ledger.submit(signedBy(sender.signTransactionWithAuthenticator(transaction)))).toThrow(
    'INVALID_AUTH_KEY',
  )
  // Both signatures are good; the function asks for one signer alone, which is the VM's to say.
  expect(commit(chain, signedBy(second.signTransactionWithAuthenticator(transaction))).info?.vmStatus).toBe(
    'Transaction Executed and Committed with Error NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH',
  )
})

function simple(chain: TestChain, sender: Account, octas: bigint): SimpleTransaction {
  return signer.build(sender.accountAddress, {
    functionId: TRANSFER,
    args: [BOB, octas],
    sequenceNumber: chain.ledger.accountSequenceNumber(addressOf(sender)) ?? 0n,
    expirationSeconds: chain.clock.nowMicros() / 1_000_000n + 600n,
  })
}

function commit(chain: TestChain, bytes: Uint8Array): CommittedTransaction {
  const { hash } = chain.ledger.submit(bytes)
  chain.ledger.commitBlock()
  return chain.ledger.transactionByHash(hash) as CommittedTransaction
}
