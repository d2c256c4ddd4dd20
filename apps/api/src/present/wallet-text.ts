/** A wallet as {@link presentWallet} shows it, as JSON. @param contracts addresses that hold code, not people. */
export function walletText(address: string, name: string | null, contracts: ReadonlySet<string>): string {
  return `{"walletAddress":"${address}","aptosName":${JSON.stringify(name)},"isWalletAddress":${!contracts.has(address)}}`
}
