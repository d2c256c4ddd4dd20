import type { PublicConfig } from '../app/public-config.ts'

/** The site's settings in tests. No server has these addresses. */
export const TESTING_CONFIG: PublicConfig = {
  network: 'local',
  apiUrl: 'http://api.test',
  nodeUrl: 'http://node.test/v1',
  marketplaceContracts: '',
  aggregatorAddress: null,
  publicUrl: 'http://site.test',
  ipfsGatewayUrl: 'http://ipfs.test/ipfs',
  gearModule: null,
  socialLinks: [],
  launchpadUrl: null,
  devWalletScriptUrl: null,
}
