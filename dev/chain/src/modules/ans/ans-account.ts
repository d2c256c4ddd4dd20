import { parseAddress } from '@opal/domain/address'
import { resourceAccount } from '../../ledger/state/addresses.ts'

/**
 * Address at which the official SDK expects the name service on its local network.
 * @source ts-sdk LOCAL_ANS_ACCOUNT_ADDRESS
 */
export const ANS = parseAddress('0x585fc9f0f0c54183b039ffc770ca282ebd87307916c215a3e692f2f8e4305e82')
/** The contract's own account: creator of the names' tokens, holder of its event handles. */
export const ANS_APP = resourceAccount(ANS, 'APP_SIGNER_CAPABILITY')
export const DOMAINS = `${ANS}::v2_1_domains` as const

/** @source 0x867ed1..::config on mainnet; both names hash to mainnet's collection ids */
export const DOMAIN_COLLECTION = 'Aptos Domain Names V2'
export const SUBDOMAIN_COLLECTION = 'Aptos Subdomain Names V2'

/** Folder of the names' documents, `<name>.apt.json`: the demo's art host serves it, so that nothing is asked of the internet. */
export const NAMES_FOLDER = 'bafybeidxekx3fyz6rb2qnxxtje35smf422lmw6mkferx5pdt2idwterksy'

export const SECONDS_PER_YEAR = 31_536_000n
/** Time after expiry during which only the owner may renew the name. */
export const GRACE_SECONDS = 2_592_000n
/** A name can be renewed in its last half year. */
export const RENEWAL_WINDOW_SECONDS = 15_552_000n
