import {
  AnyPublicKey,
  AnySignature,
  AptosConfig,
  type AptosSettings,
  type Client,
  type ClientRequest,
  type ClientResponse,
  FederatedKeylessPublicKey,
  fetchJWK,
  getKeylessConfig,
  KeylessPublicKey,
  KeylessSignature,
  MultiKey,
  MultiKeySignature,
  type PublicKey,
  type Signature,
} from '@aptos-labs/ts-sdk'

/** A key and what it signed with. */
interface Signed {
  readonly publicKey: PublicKey
  readonly signature: Signature
}

/** A keyless key and what it signed with. */
interface KeylessPart {
  readonly publicKey: KeylessPublicKey | FederatedKeylessPublicKey
  readonly signature: KeylessSignature
}

/** Returns the keyless parts of a signature. A keyless signature of another kind of key is none: it is refused without being computed. */
export function keylessParts({ publicKey, signature }: Signed): readonly KeylessPart[] {
  if (!(publicKey instanceof MultiKey && signature instanceof MultiKeySignature))
    return keylessPart(publicKey, signature)
  const signers = signature.bitMapToSignerIndices()
  return signature.signatures.flatMap((part, at) => keylessPart(publicKey.publicKeys[signers[at] ?? -1], part))
}

function keylessPart(key: PublicKey | undefined, part: Signature): readonly KeylessPart[] {
  if (!(key instanceof AnyPublicKey && part instanceof AnySignature)) return []
  const { publicKey } = key
  const { signature } = part
  const isKeyless = publicKey instanceof KeylessPublicKey || publicKey instanceof FederatedKeylessPublicKey
  return isKeyless && signature instanceof KeylessSignature ? [{ publicKey, signature }] : []
}

/**
 * Asks the node what the verification of keyless signatures reads: the chain's configuration and the issuers' keys. Returns the configuration by
 * which the SDK gets these answers without waiting, and at once the failure of what was not answered.
 */
export async function askAhead(
  settings: AptosSettings & { readonly client: Client },
  parts: readonly KeylessPart[],
): Promise<AptosConfig> {
  const aptosConfig = new AptosConfig({ ...settings, client: askOnce(settings.client) })
  const keys = parts.map(async ({ publicKey, signature }) =>
    fetchJWK({ aptosConfig, publicKey, kid: signature.getJwkKid() }),
  )
  await Promise.allSettled([getKeylessConfig({ aptosConfig }), ...keys])
  return aptosConfig
}

/** Makes a client that sends one request to an address: who asks again gets the same answer, or the same failure. */
function askOnce(client: Client): Client {
  const answers = new Map<string, Promise<ClientResponse<unknown>>>()
  return {
    provider<Req, Res>(request: ClientRequest<Req>): Promise<ClientResponse<Res>> {
      const answer = answers.get(request.url) ?? client.provider<Req, unknown>(request)
      answers.set(request.url, answer)
      return answer as Promise<ClientResponse<Res>>
    },
  }
}
