import { EXAMPLE } from './example-ids.ts'

/** A wallet's answer to a sign-in of the local network, signed by a key made for this example; the API's tests know its nonce. */
export const EXAMPLE_SIGN_IN = {
  version: '2',
  type: 'ed25519',
  signature:
    '0x4066d2425bcdc5a9c21658c30040f1ae2b1bc7e17464c6bacd55759e725a2e6e46b68741f342dccb31608555f8cba768f9ed58db07a43982889d2b23167e400108',
  publicKey: '0x200beef5a9e679e6a3e134fe27837bff32c7cb5f5d44ea09bcb0e542bad6a4c0cc',
  input: {
    domain: '127.0.0.1:3000',
    address: EXAMPLE.signer,
    statement: 'Sign in to Opal. This proves that the wallet is yours; it moves nothing and costs nothing.',
    uri: 'http://127.0.0.1:3000',
    version: '1',
    chainId: 'aptos:localnet',
    nonce: 'example-nonce',
    issuedAt: '2026-09-21T14:13:20.000Z',
    expirationTime: '2100-01-01T00:00:00.000Z',
  },
} as const
