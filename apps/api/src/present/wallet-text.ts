/** A wallet as {@link presentWallet} shows it, as JSON. @param contracts addresses that hold code, not people. */
export function walletText(address: string, name: string | null, contracts: ReadonlySet<string>): string {
  const shownName = name === null ? 'null' : JSON.stringify(name)
  return `{"walletAddress":"${address}","aptosName":${shownName},"isWalletAddress":${!contracts.has(address)}}`
}
