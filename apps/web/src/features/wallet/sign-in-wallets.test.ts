import { isWalletWithRequiredFeatureSet, UserResponseStatus } from '@aptos-labs/wallet-standard'
import { beforeEach, expect, test, vi } from 'vitest'
import { AptosConnectGoogleWallet } from './sign-in-wallets.ts'
import { offeredNames } from './wallet-choices.ts'

const YOU = { address: '0x1' }
const real = vi.hoisted(() => ({ loads: 0, made: [] as unknown[], isReachable: true }))
vi.mock('@aptos-connect/wallet-adapter-plugin', () => {
  real.loads += 1
  class AptosConnectGoogleWallet {
    readonly accounts = [YOU]
    readonly features = {
      'aptos:connect': { connect: async () => ({ status: UserResponseStatus.APPROVED, args: YOU }) },
      'aptos:network': { network: async () => ({ name: 'mainnet', chainId: 1 }) },
      'aptos:signTransaction': { signTransaction: async (...asked: unknown[]) => ({ asked }) },
      'aptos:signAndSubmitTransaction': { signAndSubmitTransaction: async (asked: unknown) => ({ asked }) },
    }
    constructor(config: unknown) {
      if (!real.isReachable) throw new Error('no way out')
      real.made.push(config)
    }
  }
  return { AptosConnectGoogleWallet }
})

beforeEach(() => {
  real.made.length = 0
  real.isReachable = true
})

// @feature wallet.google
test('registers as an installed wallet, and loads its code when it is chosen', async () => {
  const config = { network: 'mainnet', dappName: 'Opal' } as never
  const wallet = new AptosConnectGoogleWallet(config)
  expect(isWalletWithRequiredFeatureSet(wallet)).toBe(true)
  expect(offeredNames()).toContain(wallet.name)
  expect([wallet.accounts, real.loads]).toEqual([[], 0])

  expect(await wallet.features['aptos:connect'].connect()).toEqual({ status: UserResponseStatus.APPROVED, args: YOU })
  expect([wallet.accounts, real.loads, real.made]).toEqual([[YOU], 1, [config]])
  expect(await wallet.features['aptos:network'].network()).toMatchObject({ chainId: 1 })
  expect(real.made).toHaveLength(1)
})

// @feature wallet.google
test('passes sign requests on unchanged', async () => {
  const { features } = new AptosConnectGoogleWallet({} as never)
  const asked = { payload: { function: '0x1::a::b', functionArguments: [] } } as never
  expect(await features['aptos:signTransaction'].signTransaction(asked, true)).toEqual({ asked: [asked, true] })
  expect(await features['aptos:signAndSubmitTransaction']?.signAndSubmitTransaction(asked)).toEqual({ asked })
  await expect(features['aptos:signIn']?.signIn({ nonce: 'n' } as never)).rejects.toThrow('doesn’t support')
})

test('can be opened again after a failure', async () => {
  real.isReachable = false
  const { features } = new AptosConnectGoogleWallet({} as never)
  await expect(features['aptos:connect'].connect()).rejects.toThrow('no way out')
  real.isReachable = true
  expect(await features['aptos:connect'].connect()).toMatchObject({ status: UserResponseStatus.APPROVED })
})
