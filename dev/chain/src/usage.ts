/** Output of `--help`. */
export const USAGE = `The localnet: a small Aptos in one process, for developing and testing against.

  node dev/chain/src/main.ts [--help]        empty but for genesis
  npm run localnet -- --no-demo [--help]     the same under the supervisor; without --no-demo with a market of NFTs

The official SDK finds it with nothing configured: new Aptos(new AptosConfig({ network: Network.LOCAL })).

  REST node   http://127.0.0.1:8080/v1       NODE_PORT
  faucet      http://127.0.0.1:8081          FAUCET_PORT
  stream      127.0.0.1:50051 (gRPC)         STREAM_PORT
  readiness   http://127.0.0.1:8070/         READINESS_PORT

  HOST                where they listen (127.0.0.1)
  LOCALNET_DATA_DIR   folder of the chain; without one it is in memory and lost at the end
  BLOCK_DELAY_MS      how long a transaction is pending at most (150)
  LOG_LEVEL           trace, debug, info (standard), warn, error, fatal, silent

Cheats, from this machine only, under http://127.0.0.1:8080/__dev, all POST with JSON:
  fund {address, amount}    time {seconds}    pause    resume    commit
  fail-next {vm_status}     snapshot          restore {ledger_version}
and GET / and /state-hash. docs/reference/localnet.md says what differs from a fullnode.
`
