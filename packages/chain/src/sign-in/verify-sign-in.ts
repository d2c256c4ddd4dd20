import { createSignInMessage, deserializeSignInOutput, verifySignInSignature } from '@aptos-labs/siwa'
import {
  AccountPublicKey,
  Aptos,
  AptosConfig,
  MultiEd25519Signature,
  MultiKeySignature,
  Network,
  Serializer,
} from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { NetworkName } from '@opal/domain/network'
import { sdkClient } from '../rest/sdk-client.ts'
import { askAhead, keylessParts } from './keyless-answers.ts'

/** A wallet's answer to a sign-in, as `serializeSignInOutput` of `@aptos-labs/siwa` writes it. */
export interface SignInAnswer {
  readonly version: '2'
  /** Scheme of key and signature: `ed25519`, `multi_ed25519`, `single_key`, `multi_key`. */
  readonly type: string
  /** BCS, hex. */
  readonly signature: string
  /** BCS, hex. */
  readonly publicKey: string
  /** The fields that the wallet put into the message. */
  readonly input: {
    readonly domain: string
    readonly address: string
    readonly version: string
    readonly chainId: string
    readonly statement?: string | undefined
    readonly uri?: string | undefined
    readonly nonce?: string | undefined
    readonly issuedAt?: string | undefined
    readonly expirationTime?: string | undefined
    readonly notBefore?: string | undefined
    readonly requestId?: string | undefined
    readonly resources?: string[] | undefined
  }
}

/** `message`: not the text we asked for. `key`: the key does not rule the account. `signature`: not a signature of it. */
export type SignInFault = 'malformed' | 'message' | 'key' | 'signature'

/** `authKey` is the authentication key that signed, and rules the account. */
export type SignInVerdict =
  | { readonly isValid: true; readonly authKey: Address }
  | { readonly isValid: false; readonly fault: SignInFault }

export interface SignInVerifierOptions {
  readonly network: NetworkName
  /** Node REST address with /v1; asked for the chain's keyless configuration when a keyless key signed. */
  readonly nodeUrl: string
  readonly nodeApiKey?: string | null
  /** The key that rules an account now; keys can be rotated away from the one an address was made of. */
  readonly authenticationKeyOf: (account: Address) => Promise<string>
}

const SDK_NETWORKS: Readonly<Record<NetworkName, Network>> = {
  local: Network.LOCAL,
  testnet: Network.TESTNET,
  mainnet: Network.MAINNET,
}

/**
 * Verifies a signature when its turn comes: one of a keyless key occupies the process for as long as a hundred calls. The node is asked
 * beforehand, so that no turn waits for a slow node.
 * @param cost how long it takes, in signatures of a usual key
 */
export type SignatureTurn = (verify: () => Promise<boolean>, cost: number) => Promise<boolean>

/**
 * Holds a wallet's answer against the text it was asked to sign.
 * @param inTurn left out where nothing else has to be done at the same time.
 */
export type SignInVerifier = (
  answer: SignInAnswer,
  expectedMessage: string,
  inTurn?: SignatureTurn,
) => Promise<SignInVerdict>

/** Keyless signatures of one answer. The account of a person has one, besides keys for the day on which it cannot be used. */
const MAX_KEYLESS = 3
/** Cost of one, in signatures of a usual key. */
const KEYLESS_COST = 100

/**
 * Verifies Sign in with Aptos for every signature kind that the SDK can verify, keyless included.
 * Errors of the node pass through: an unreachable node must not make an old key good again.
 * @source AIP-116
 */
export function createSignInVerifier(options: SignInVerifierOptions): SignInVerifier {
  const { network, nodeUrl, nodeApiKey } = options
  const key = nodeApiKey == null ? {} : { clientConfig: { API_KEY: nodeApiKey } }
  const settings = { network: SDK_NETWORKS[network], fullnode: nodeUrl, client: sdkClient, ...key }
  const usual = new Aptos(new AptosConfig(settings))
  return async (answer, expectedMessage, inTurn = (verify) => verify()) => {
    const proof = deserialize(answer)
    if (proof === null) return refused('malformed')
    const keyless = keylessParts(proof)
    if (keyless.length > MAX_KEYLESS) return refused('malformed')
    if (createSignInMessage(proof.input) !== expectedMessage) return refused('message')
    const { publicKey } = proof
    if (!(publicKey instanceof AccountPublicKey)) return refused('malformed')
    const authKey = parseAddress(publicKey.authKey().toString())
    const ruling = await options.authenticationKeyOf(parseAddress(proof.input.address))
    if (parseAddress(ruling) !== authKey) return refused('key')
    const aptos = keyless.length === 0 ? usual : new Aptos(await askAhead(settings, keyless))
    const isValid = await inTurn(() => isSigned(proof, aptos), countSignatures(proof) + keyless.length * KEYLESS_COST)
    return isValid ? { isValid, authKey } : refused('signature')
  }
}

function refused(fault: SignInFault): SignInVerdict {
  return { isValid: false, fault }
}

type Proof = ReturnType<typeof deserializeSignInOutput>

function countSignatures({ signature }: Proof): number {
  const isOfSeveral = signature instanceof MultiKeySignature || signature instanceof MultiEd25519Signature
  return isOfSeveral ? signature.signatures.length : 1
}

/** Null for bytes that are no key or no signature of the named scheme, or have something behind them. */
function deserialize(answer: SignInAnswer): Proof | null {
  try {
    const proof = deserializeSignInOutput(answer as Parameters<typeof deserializeSignInOutput>[0])
    return isWhole(answer.publicKey, proof.publicKey) && isWhole(answer.signature, proof.signature) ? proof : null
  } catch {
    return null
  }
}

function isWhole(hex: string, value: { serialize(serializer: Serializer): void }): boolean {
  const serializer = new Serializer()
  value.serialize(serializer)
  const bytes = Buffer.from(serializer.toUint8Array()).toString('hex')
  return hex.replace(/^0x/, '').toLowerCase() === bytes
}

async function isSigned(proof: Proof, aptos: Aptos): Promise<boolean> {
  try {
    return await verifySignInSignature(proof, { aptos }).then((result) => result.valid)
  } catch {
    // The SDK raises for signatures whose shape does not fit the key, such as one of another scheme.
    return false
  }
}
