import { randomBytes } from 'node:crypto'
import { signInInput, signInText } from '@opal/chain/sign-in/sign-in-message'
import { beginSignIn } from '@opal/contract/session'
import { writeChallenge } from '@opal/store/accounts/sessions'
import { defineRoute } from '../../http/route.ts'

/** How long a person may take to read and sign. */
const CHALLENGE_MICROS = 5n * 60n * 1_000_000n

export const beginSignInRoute = defineRoute(beginSignIn, async (context, { body }, caller) => {
  const nowMicros = context.nowMicros()
  const nonce = randomBytes(16).toString('base64url')
  const input = signInInput({
    wallet: body.walletAddress,
    network: context.network.name,
    origin: caller.origin ?? new URL(context.network.webUrl).origin,
    nonce,
    issuedAtMicros: nowMicros,
    expiresAtMicros: nowMicros + CHALLENGE_MICROS,
  })
  const message = signInText(input)
  const challenge = { nonce, wallet: body.walletAddress, message, expiresAtMicros: nowMicros + CHALLENGE_MICROS }
  await writeChallenge(context.store, challenge, nowMicros)
  return { input, message }
})
