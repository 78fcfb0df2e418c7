import type { Draft } from './requests.ts'
import type { Finding } from './fuzzed-server.ts'

const MAX_BODY_TEXT = 2000

/** The first bytes of a body, as Latin-1 text. */
export const bodyText = ({ body }: Draft, most = MAX_BODY_TEXT): string =>
  body === undefined ? '' : new TextDecoder('latin1').decode(body.subarray(0, most))

/** A finding with its body as text, because a failing test would print one line for each byte. */
export const readable = ({ what, answer, request }: Finding): object => ({
  what,
  answer,
  request: { ...request, body: bodyText(request) },
})
