import { createSignInMessage, createSignInSigningMessage, serializeSignInOutput } from '@aptos-labs/siwa'
import {
  Account,
  type AccountAddress,
  AnyPublicKey,
  AnySignature,
  Ed25519PrivateKey,
  FederatedKeylessPublicKey,
  KeylessPublicKey,
  KeylessSignature,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  MultiKeySignature,
  type PublicKey,
  type Signature,
  SigningScheme,
  SigningSchemeInput,
} from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import { startServer } from '@opal/domain/testing/start-server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type SignInInput, signInInput, signInText } from './sign-in-message.ts'
import { createSignInVerifier, type SignInAnswer, type SignInFault } from './verify-sign-in.ts'

interface Signer {
  readonly accountAddress: AccountAddress
  readonly publicKey: PublicKey
  readonly signingScheme: SigningScheme
  sign(message: Uint8Array): Signature
}

const rotated = new Map<Address, string>()
const verify = createSignInVerifier({
  network: 'local',
  nodeUrl: 'http://127.0.0.1:1/v1',
  authenticationKeyOf: async (account) => rotated.get(account) ?? account,
})

const asked = (signer: Signer): SignInInput =>
  signInInput({
    wallet: parseAddress(signer.accountAddress.toString()),
    network: 'local',
    origin: 'http://127.0.0.1:3000',
    nonce: 'n0nce',
    issuedAtMicros: 1_790_000_000_000_000n,
    expiresAtMicros: 1_790_000_300_000_000n,
  })

function signed(signer: Signer, input: SignInInput = asked(signer)): SignInAnswer {
  const signature = signer.sign(createSignInSigningMessage(createSignInMessage(input)))
  const account = { publicKey: signer.publicKey, address: signer.accountAddress }
  const type = NAMES[signer.signingScheme]
  return serializeSignInOutput({ type, signature, input, account } as never) as SignInAnswer
}
const NAMES: Record<number, string> = {
  [SigningScheme.Ed25519]: 'ed25519',
  [SigningScheme.MultiEd25519]: 'multi_ed25519',
  [SigningScheme.SingleKey]: 'single_key',
  [SigningScheme.MultiKey]: 'multi_key',
}

const refused = (fault: SignInFault) => ({ isValid: false, fault })

const legacy = Account.generate()
const single = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false })
const secp = Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa })
const multiKey = new MultiKeyAccount({
  multiKey: new MultiKey({ publicKeys: [single.publicKey, secp.publicKey], signaturesRequired: 1 }),
  signers: [secp],
})
const keys = [Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()]
const multiEd25519 = new MultiEd25519Account({
  publicKey: new MultiEd25519PublicKey({ publicKeys: keys.map((key) => key.publicKey()), threshold: 2 }),
  signers: keys,
})

const KEYLESS = new KeylessPublicKey('https://accounts.google.com', new Uint8Array(32))
const FEDERATED = new FederatedKeylessPublicKey('0x2', KEYLESS)

/** Signs with as many keyless signatures as a key requires. */
function keylessSigner(publicKey: AnyPublicKey | MultiKey): Signer {
  const { ephemeralCertificate, ephemeralPublicKey, ephemeralSignature } = KeylessSignature.getSimulationSignature()
  const signature = new KeylessSignature({
    ephemeralCertificate,
    ephemeralPublicKey,
    ephemeralSignature,
    jwtHeader: '{"kid":"a"}',
    expiryDateSecs: 0,
  })
  const isOne = publicKey instanceof AnyPublicKey
  const parts = isOne ? [] : publicKey.publicKeys.map(() => new AnySignature(signature))
  return {
    accountAddress: publicKey.authKey().derivedAddress(),
    publicKey,
    signingScheme: isOne ? SigningScheme.SingleKey : SigningScheme.MultiKey,
    sign: () =>
      isOne
        ? new AnySignature(signature)
        : new MultiKeySignature({ signatures: parts, bitmap: parts.map((_, at) => at) }),
  }
}

/** A node that knows the chain's keyless configuration and no issuer, and notes what it is asked in a turn. */
async function serveKeyless(isInTurn: () => boolean) {
  const [g1, g2] = [`0x${'00'.repeat(32)}`, `0x${'00'.repeat(64)}`]
  const resources: Record<string, unknown> = {
    Configuration: { max_exp_horizon_secs: '10000000', training_wheels_pubkey: { vec: [] } },
    Groth16VerificationKey: { alpha_g1: g1, beta_g2: g2, delta_g2: g2, gamma_abc_g1: [g1, g1], gamma_g2: g2 },
    PatchedJWKs: { jwks: { entries: [] } },
    FederatedJWKs: { jwks: { entries: [] } },
  }
  const asked: { readonly path: string; readonly isInTurn: boolean }[] = []
  const server = await startServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push({ path, isInTurn: isInTurn() })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ type: path, data: resources[path.split('::').at(-1) ?? ''] }))
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return { url: `${server.url}/v1`, asked }
}

describe('a sign-in', () => {
  it.each([
    ['ed25519', legacy],
    ['a single ed25519 key', single],
    ['a single secp256k1 key', secp],
    ['a multi-key account', multiKey],
    ['a multi-ed25519 account', multiEd25519],
  ] as const)('by %s is valid', async (_, signer) => {
    const authKey = signer.accountAddress.toStringLong()
    expect(await verify(signed(signer), signInText(asked(signer)))).toEqual({ isValid: true, authKey })
  })

  it('says what is signed in words', () => {
    expect(signInText(asked(legacy)).split('\n')).toEqual([
      '127.0.0.1:3000 wants you to sign in with your Aptos account:',
      parseAddress(legacy.accountAddress.toString()),
      '',
      'Sign in to Opal. This proves that the wallet is yours; it moves nothing and costs nothing.',
      '',
      'URI: http://127.0.0.1:3000',
      'Version: 1',
      'Nonce: n0nce',
      'Issued At: 2026-09-21T14:13:20.000Z',
      'Expiration Time: 2026-09-21T14:18:20.000Z',
      'Chain ID: aptos:localnet',
    ])
  })

  it('of other fields than were asked for is refused, whichever field it is', async () => {
    for (const field of Object.keys(asked(legacy)) as (keyof SignInInput)[]) {
      const input = { ...asked(legacy), [field]: field === 'address' ? single.accountAddress.toString() : 'other' }
      expect(await verify(signed(legacy, input as SignInInput), signInText(asked(legacy))), field).toEqual(
        refused('message'),
      )
    }
  })

  it('by someone else’s key is refused', async () => {
    const input = asked(legacy)
    const thief = Account.generate()
    expect(await verify(signed(thief, input), signInText(input))).toEqual(refused('key'))
  })

  it('by a key that was rotated away is refused, and by the new key accepted', async () => {
    const old = Account.generate()
    const next = Ed25519PrivateKey.generate()
    const ruled = Account.fromPrivateKey({ privateKey: next, address: old.accountAddress, legacy: true })
    const authKey = next.publicKey().authKey().toString()
    rotated.set(parseAddress(old.accountAddress.toString()), authKey)
    expect(await verify(signed(old), signInText(asked(old)))).toEqual(refused('key'))
    expect(await verify(signed(ruled), signInText(asked(old)))).toEqual({ isValid: true, authKey })
  })

  it('with a signature of another text, or of another kind, is refused', async () => {
    const answer = signed(legacy)
    const other = signed(legacy, { ...asked(legacy), nonce: 'another' })
    expect(await verify({ ...answer, signature: other.signature }, signInText(asked(legacy)))).toEqual(
      refused('signature'),
    )
    const foreign = new AnySignature(legacy.sign('x')).bcsToHex().toString()
    expect(await verify({ ...answer, signature: foreign }, signInText(asked(legacy)))).toEqual(refused('malformed'))
  })

  it('of bytes that are no key is refused without a throw', async () => {
    const answer = signed(legacy)
    for (const wrong of [
      '',
      '0x',
      '0x20',
      'zz',
      `${answer.publicKey}00`,
      new AnyPublicKey(legacy.publicKey).bcsToHex().toString(),
    ])
      expect(await verify({ ...answer, publicKey: wrong }, signInText(asked(legacy))), wrong).toEqual(
        refused('malformed'),
      )
    expect(await verify({ ...answer, type: 'keyless' }, signInText(asked(legacy)))).toEqual(refused('malformed'))
  })

  // Each takes the process as long as hundreds of calls.
  it.each([
    [3, 'signature'],
    [4, 'malformed'],
    [20, 'malformed'],
  ] as const)('of %i keyless signatures is verified, or refused without that: %s', async (count, fault) => {
    const publicKey = new MultiKey({ publicKeys: Array(count).fill(KEYLESS), signaturesRequired: 3 })
    const signature = new MultiKeySignature({
      signatures: Array.from({ length: count }, () => KeylessSignature.getSimulationSignature()),
      bitmap: Array.from({ length: count }, (_, at) => at),
    })
    const signer = {
      accountAddress: publicKey.authKey().derivedAddress(),
      publicKey,
      signingScheme: SigningScheme.MultiKey,
      sign: () => signature,
    }
    const verified = vi.fn(async () => false)
    expect(await verify(signed(signer), signInText(asked(signer)), verified)).toEqual(refused(fault))
    expect(verified).toHaveBeenCalledTimes(fault === 'signature' ? 1 : 0)
  })

  it.each([
    [legacy, 1],
    [secp, 1],
    [multiEd25519, 2],
    [keylessSigner(new AnyPublicKey(KEYLESS)), 101],
    [keylessSigner(new MultiKey({ publicKeys: [KEYLESS, FEDERATED], signaturesRequired: 2 })), 202],
  ] as const)('is verified in a turn of what its signatures cost: %#', async (signer, cost) => {
    const costs: number[] = []
    await verify(signed(signer), signInText(asked(signer)), async (_, ofTurn) => {
      costs.push(ofTurn)
      return false
    })
    expect(costs).toEqual([cost])
  })

  // A turn that waits for the node keeps all other sign-ins waiting, and is rested from for as long.
  it.each([
    ['a keyless key', new AnyPublicKey(KEYLESS)],
    ['a federated keyless key', new AnyPublicKey(FEDERATED)],
    ['several of them', new MultiKey({ publicKeys: [KEYLESS, FEDERATED, KEYLESS], signaturesRequired: 3 })],
  ] as const)('by %s has asked the node all it needs before its turn', async (_, publicKey) => {
    let isItsTurn = false
    const node = await serveKeyless(() => isItsTurn)
    const signer = keylessSigner(publicKey)
    const authenticationKeyOf = async (account: Address) => account
    const ofNode = createSignInVerifier({ network: 'local', nodeUrl: node.url, authenticationKeyOf })
    const verdict = await ofNode(signed(signer), signInText(asked(signer)), (verifying) => {
      isItsTurn = true
      return verifying()
    })
    expect(verdict).toEqual(refused('signature'))
    expect(isItsTurn).toBe(true)
    expect(node.asked.filter(({ path }) => path.endsWith('JWKs')).length).toBeGreaterThan(0)
    expect(node.asked.filter((one) => one.isInTurn)).toEqual([])
  })

  it('while the node cannot say which key rules is no verdict', async () => {
    const cut = createSignInVerifier({
      network: 'local',
      nodeUrl: 'http://127.0.0.1:1/v1',
      authenticationKeyOf: () => Promise.reject(new Error('unreachable')),
    })
    await expect(cut(signed(legacy), signInText(asked(legacy)))).rejects.toThrow('unreachable')
  })
})
